import { code, heading, list, note, type Page, text } from "../../blocks.ts";

export const page: Page = [
  note(
    "Not tested: Flowplayer is a commercial product that our tests do not have. What follows is how its hls.js can be reached.",
  ),
  text(
    "Flowplayer plays HLS with hls.js. In Flowplayer 7 the engine of the player holds it, once the player is ready.",
  ),
  heading("attach", "Attach to its hls.js"),
  code("flowplayer"),
  list(
    "Where the engine is the browser's own (Safari), there is no hls.js and nothing is exchanged.",
    "A new clip may make a new player: attach again.",
    "It must be hls.js 1.7 or near: an older one may play on without any exchange.",
  ),
];
