import { heading, list, note, type Page, text } from "../../blocks.ts";

export const page: Page = [
  note("Not tested: JW Player is a commercial product that our tests do not include."),
  text(
    "JW Player plays HLS with its own provider, derived from hls.js and built into the player. Pages have no public access to it, so the plugin cannot attach to it.",
  ),
  heading("what-one-can-do", "What you can do"),
  list(
    "On pages where you want peer-to-peer delivery, use [hls.js](/doc/players/hls-js), [Shaka Player](/doc/players/shaka) or [Video.js](/doc/players/video-js) instead.",
    "If your set-up exposes an hls.js player of about version 1.7, as some replacement providers do, pass it to `attachHls` with its video element.",
    "Tell us if you need it: an adapter can be built once we have a licence to test with.",
  ),
];
