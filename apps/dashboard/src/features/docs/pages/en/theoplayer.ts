import { heading, list, note, type Page, text } from "../../blocks.ts";

export const page: Page = [
  note("Not tested: THEOplayer is a commercial product that our tests do not have."),
  text(
    "THEOplayer has an engine of its own for HLS and DASH: there is neither hls.js nor Shaka in it to attach to, and no adapter of ours for it.",
  ),
  heading("what-one-can-do", "What one can do"),
  list(
    "On pages where you want peer-to-peer delivery, use [hls.js](/doc/players/hls-js), [Shaka Player](/doc/players/shaka) or [dash.js](/doc/players/dash-js) instead.",
    "Tell us if you need it: an adapter would go through its network interceptors, once we have a licence to test with.",
  ),
];
