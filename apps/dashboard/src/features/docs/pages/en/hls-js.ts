import { code, heading, list, note, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text("For hls.js 1.7. VOD and live."),
  heading("without-drm", "Without DRM"),
  sample("hls"),
  list(
    "Attach the plugin before `loadSource`, so that the first segments are counted and shared too. Attaching later also works.",
    "The page’s own `fLoader`, `xhrSetup` and headers are used for every request to the CDN.",
    "While a video is still being encoded, audio and qualities that become available later are added during playback. If hls.js has to reload for this, it resumes at the same position, and `MANIFEST_PARSED` can fire again.",
  ),
  heading("with-drm", "With DRM"),
  text(
    "Peers share the segments as they are on the CDN, encrypted; the player decrypts them with its own licence. Licences and keys are never shared. The page below plays ClearKey, so that every browser can run it:",
  ),
  sample("hls-drm"),
  text("With Widevine and PlayReady:"),
  code("hlsDrm"),
  note(
    "Our tests play this page with ClearKey. Widevine and PlayReady work the same way, but are not covered by our tests.",
  ),
];
