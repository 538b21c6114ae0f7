import { heading, list, note, type Page, text } from "../../blocks.ts";

export const page: Page = [
  note("Not tested: Bitmovin Player is a commercial product that our tests do not include."),
  text(
    "Bitmovin Player has its own HLS and DASH engine, with neither hls.js nor Shaka to attach to, and we have no adapter for it.",
  ),
  heading("what-one-can-do", "What you can do"),
  list(
    "On pages where you want peer-to-peer delivery, use [hls.js](/doc/players/hls-js), [Shaka Player](/doc/players/shaka) or [dash.js](/doc/players/dash-js) instead.",
    "Tell us if you need it: an adapter would replace its requests (`network.sendHttpRequest` of its configuration), once we have a licence to test with.",
  ),
];
