import { code, heading, list, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Where the browser itself plays HLS (`video.src` with the address of a manifest), no script sees the segments: the plugin has nothing to attach to, and nothing is exchanged. The video plays from your CDN as ever.",
  ),
  heading("what-one-can-do", "What one can do"),
  list(
    "Safari on macOS and iPadOS has Media Source Extensions: hls.js and Shaka play there, and Video.js with `overrideNative`. Prefer them to the browser's own HLS.",
    "iPhones from iOS 17.1 on have Managed Media Source, which hls.js uses where it finds it. `Hls.isSupported()` says so. We have not tested the exchange there.",
    "Older iPhones play HLS by themselves alone.",
    "FairPlay needs the browser's own HLS in many set-ups: such viewers take no part.",
  ),
  heading("choose", "Choose in your page"),
  text("Ask hls.js first, and leave the rest to the browser:"),
  code("safari"),
  text("Native HLS is not counted in your figures either: no session is opened without the plugin."),
];
