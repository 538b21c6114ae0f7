import { code, heading, list, note, type Page, samplesLink, steps, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "The plugin adds peer-to-peer delivery to your existing player, on any CDN: viewers get segments from each other where they can, and from your CDN otherwise. Your player keeps its headers, cookies, signatures and DRM, and requests your CDN exactly as before.",
  ),
  heading("need", "What you need"),
  list(
    "The public key of a config. It can be visible in your page: it is not a secret. If the sites of the config list websites, the page must be on one of them.",
    "The URL of the edge server that serves the plugin. It is already filled in below, and so is your first key.",
    "Pages on HTTPS (or on localhost). On plain HTTP, browsers cannot verify data from peers, so no data is shared.",
  ),
  heading("lines", "Five lines of code"),
  text("With hls.js, and a video element in `video`:"),
  code("fiveLines"),
  text(
    "Other players: [Shaka Player](/doc/players/shaka), [dash.js](/doc/players/dash-js), [Video.js](/doc/players/video-js). Complete pages to copy: [plain HTML](/doc/start/plain-html), [React](/doc/start/react).",
  ),
  text("As a module instead of scripts:"),
  code("module"),
  heading("check", "Check that it works"),
  steps(
    "Open the page in three windows and start playback in each. A segment comes from peers once two viewers have received the same bytes from your CDN, so sharing starts with the third.",
    "In the console of the third window, check the metrics: `bytesPeer` increases.",
    "Or open the [visualization tool](/doc/tools/visualization): it shows who sent each segment, and why no data is shared.",
  ),
  code("check"),
  samplesLink("Run the samples with your key"),
  note(
    "The plugin never throws exceptions into your page. Problems are reported to `onError`, and the player continues from your CDN: see [Errors](/doc/reference/errors).",
  ),
];
