import { code, heading, list, note, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text("For hls.js 1.7. VOD and live."),
  heading("without-drm", "Without DRM"),
  sample("hls"),
  list(
    "Attach before `loadSource`, so that the first segments are counted and offered too. Later works as well.",
    "The page's own `fLoader`, `xhrSetup` and headers are used whenever the CDN is asked.",
    "While a video is still being encoded, sound and renditions that come later are taken up as it plays. Where hls.js can only load anew for that, it does so at the same position: `MANIFEST_PARSED` may then come again.",
  ),
  heading("with-drm", "With DRM"),
  text(
    "Peers exchange the segments as they are on the CDN, encrypted; the player decrypts them with the licence that it got by itself. Licences and keys are never exchanged. The page below plays ClearKey, so that every browser can run it:",
  ),
  sample("hls-drm"),
  text("With Widevine and PlayReady:"),
  code("hlsDrm"),
  note(
    "Our tests play the page with ClearKey. Widevine and PlayReady take the same way, but are not part of them.",
  ),
];
