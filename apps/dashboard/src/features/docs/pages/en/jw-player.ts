import { heading, list, note, type Page, text } from "../../blocks.ts";

export const page: Page = [
  note("Not tested: JW Player is a commercial product that our tests do not have."),
  text(
    "JW Player plays HLS with a provider of its own, which comes from hls.js and is part of the player. It offers pages no public way to that core, so there is nothing to attach to.",
  ),
  heading("what-one-can-do", "What one can do"),
  list(
    "On pages where you want peer-to-peer delivery, use [hls.js](/doc/players/hls-js), [Shaka Player](/doc/players/shaka) or [Video.js](/doc/players/video-js) instead.",
    "If your set-up hands you an hls.js player of version 1.7 or near, as some replaced providers do, give it to `attachHls` with its video element.",
    "Tell us if you need it: an adapter can be built once we have a licence to test with.",
  ),
];
