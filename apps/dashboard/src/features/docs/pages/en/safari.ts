import { code, heading, list, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "When the browser plays HLS natively (`video.src` with a manifest URL), scripts cannot see the segments: the plugin has nothing to attach to, and no data is shared. The video plays from your CDN as usual.",
  ),
  heading("what-one-can-do", "What you can do"),
  list(
    "Safari on macOS and iPadOS has Media Source Extensions: hls.js and Shaka work there, and so does Video.js with `overrideNative`. Prefer them to native HLS.",
    "iPhones with iOS 17.1 or later have Managed Media Source, which hls.js uses if available. `Hls.isSupported()` returns whether it is. We have not tested sharing on these phones.",
    "Older iPhones only play HLS natively.",
    "FairPlay often requires native HLS: these viewers do not take part.",
  ),
  heading("choose", "Choose in your page"),
  text("Check hls.js first, and leave the rest to the browser:"),
  code("safari"),
  text("Native HLS is not included in your statistics either: without the plugin, no session is opened."),
];
