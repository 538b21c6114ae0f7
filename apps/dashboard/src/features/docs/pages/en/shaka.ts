import { code, heading, list, note, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "For Shaka Player 5, tested with 5.2. DASH and HLS. Shaka 4 still plays, but receives nothing from peers.",
  ),
  heading("without-drm", "Without DRM"),
  sample("shaka"),
  list(
    "Attach the plugin after `player.attach` and before `player.load`.",
    "Only this player is affected: others on the page are not changed.",
    "Request filters see only your own URLs; response filters see data from peers like data from your CDN.",
    "Preloaded segments (`preload`), and segments played while they arrive (low latency), are loaded by Shaka itself and not shared.",
  ),
  heading("with-drm", "With DRM"),
  text(
    "Encrypted segments are shared between peers; Shaka handles licences. The page below plays ClearKey, so that every browser can run it:",
  ),
  sample("shaka-drm"),
  text("With Widevine:"),
  code("shakaWidevine"),
  note(
    "Our tests play this page with ClearKey. Widevine and PlayReady work the same way, but are not covered by our tests.",
  ),
];
