import { code, heading, list, note, type Page, text } from "../../blocks.ts";

export const page: Page = [
  note("Not tested: our tests have no Clappr. What follows is how its hls.js can be reached."),
  text(
    "Clappr plays HLS with hls.js (package `@clappr/hlsjs-playback`). The player is in the playback, under a name that is not public and may change with any version: `_hls`.",
  ),
  heading("attach", "Attach to its hls.js"),
  code("clappr"),
  list(
    "In older versions the player of hls.js is made at the first play: attach then, not at `CORE_READY`.",
    "A new source makes a new player: attach again.",
    "It must be hls.js 1.7 or near: print `Hls.version` of the one that Clappr brings.",
  ),
];
