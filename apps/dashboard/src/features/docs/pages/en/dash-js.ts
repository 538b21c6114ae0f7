import { code, heading, list, note, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text("For dash.js 5."),
  heading("without-drm", "Without DRM"),
  sample("dash"),
  list(
    "Attach once the player has its video and before it loads segments: right after `initialize` (or `attachView`).",
    "The page's request interceptors and CMCD work as ever.",
    "A low-latency live that is loaded in chunks is left to dash.js, which plays it while it comes.",
    "What came from peers never lowers dash.js's estimate of the throughput.",
    "A page that puts an `XHRLoader` of its own into dash.js (`player.extend`) before us exchanges nothing.",
  ),
  heading("with-drm", "With DRM"),
  text(
    "The encrypted segments are exchanged; `setProtectionData` and licences are dash.js's own affair. The page below plays ClearKey, so that every browser can run it:",
  ),
  sample("dash-drm"),
  text("With Widevine:"),
  code("dashWidevine"),
  note(
    "Our tests play the page with ClearKey. Widevine and PlayReady take the same way, but are not part of them.",
  ),
];
