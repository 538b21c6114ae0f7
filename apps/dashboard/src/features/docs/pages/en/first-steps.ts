import { code, heading, list, note, type Page, samplesLink, steps, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "The plugin puts a player that you have, on any CDN, on a swarm: its viewers take segments from one another where they can, and from your CDN for the rest. Headers, cookies, signatures and DRM stay your player's: it asks your CDN exactly as it did.",
  ),
  heading("need", "What you need"),
  list(
    "The public key of a config. It may stand in your page: it is no secret. If the sites of the config name websites, the page must be on one of them.",
    "The address of the edge, which serves the plugin. In the code below it is filled in already, and so is your first key.",
    "Pages on HTTPS (or on localhost). On plain HTTP browsers give no way to check what comes from peers: nothing is exchanged.",
  ),
  heading("lines", "Five lines"),
  text("With hls.js, and a video element in `video`:"),
  code("fiveLines"),
  text(
    "Other players: [Shaka Player](/doc/players/shaka), [dash.js](/doc/players/dash-js), [Video.js](/doc/players/video-js). Whole pages to copy: [plain HTML](/doc/start/plain-html), [React](/doc/start/react).",
  ),
  text("As a module instead of scripts:"),
  code("module"),
  heading("check", "Check that it works"),
  steps(
    "Open the page in three windows and let each play. A segment is taken from peers once two viewers have had the same bytes of it from your CDN: the exchange begins with the third.",
    "In the console of the third, ask for the figures: `bytesPeer` grows.",
    "Or open the [visualization tool](/doc/tools/visualization), which shows each segment with who sent it, and the reason when nothing is exchanged.",
  ),
  code("check"),
  samplesLink("Run the samples with your key"),
  note(
    "Nothing is ever thrown into your page. Whatever goes wrong is told to `onError`, and the player plays on from your CDN: see [Errors](/doc/reference/errors).",
  ),
];
