import { code, heading, list, note, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text("For dash.js 5."),
  heading("without-drm", "Without DRM"),
  sample("dash"),
  list(
    "Attach the plugin once the player has its video element and before it loads segments: right after `initialize` (or `attachView`).",
    "The page’s request interceptors and CMCD work as usual.",
    "dash.js itself loads low-latency lives that arrive in chunks, and plays them as they arrive.",
    "Data from peers never lowers the throughput estimate of dash.js.",
    "If a page sets its own `XHRLoader` in dash.js (`player.extend`) before the plugin, no data is shared.",
  ),
  heading("with-drm", "With DRM"),
  text(
    "Encrypted segments are shared between peers; dash.js handles `setProtectionData` and licences. The page below plays ClearKey, so that every browser can run it:",
  ),
  sample("dash-drm"),
  text("With Widevine:"),
  code("dashWidevine"),
  note(
    "Our tests play this page with ClearKey. Widevine and PlayReady work the same way, but are not covered by our tests.",
  ),
];
