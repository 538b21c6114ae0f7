import { code, heading, list, note, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text("For Shaka Player 5, proven with 5.2. DASH and HLS. Shaka 4 plays on, but takes nothing from peers."),
  heading("without-drm", "Without DRM"),
  sample("shaka"),
  list(
    "Attach after `player.attach` and before `player.load`.",
    "It is one player's alone: others on the page are left as they are.",
    "Request filters see your addresses and no others; response filters see what came from peers as what came from your CDN.",
    "What Shaka loads ahead of `load` (`preload`), and segments that it plays while they still come (low latency), it loads alone.",
  ),
  heading("with-drm", "With DRM"),
  text(
    "The encrypted segments are exchanged; licences are Shaka's own affair. The page below plays ClearKey, so that every browser can run it:",
  ),
  sample("shaka-drm"),
  text("With Widevine:"),
  code("shakaWidevine"),
  note(
    "Our tests play the page with ClearKey. Widevine and PlayReady take the same way, but are not part of them.",
  ),
];
