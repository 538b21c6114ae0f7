import { code, heading, list, note, type Page, text } from "../../blocks.ts";

export const page: Page = [
  note(
    "Not tested: Flowplayer is a commercial product that our tests do not include. Here is how to reach its hls.js.",
  ),
  text(
    "Flowplayer plays HLS with hls.js. In Flowplayer 7, the player’s engine gives access to it once the player is ready.",
  ),
  heading("attach", "Attach to its hls.js"),
  code("flowplayer"),
  list(
    "If the engine is the browser’s own (Safari), there is no hls.js and no data is shared.",
    "A new clip can create a new player: attach the plugin again.",
    "Use hls.js 1.7 or a version close to it: older versions may play without sharing data.",
  ),
];
