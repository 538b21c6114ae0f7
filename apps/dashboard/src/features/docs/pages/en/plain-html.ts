import { list, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "A whole page with hls.js that falls back to the browser's own HLS, tells errors to the console and shows the share of peers. Put the address of your manifest in the place of the sample one.",
  ),
  sample("plain"),
  list(
    "`autoplay` works with `muted` alone: browsers ask for a click before they play sound.",
    "`playsinline` keeps iPhones from opening the video over the whole screen.",
  ),
];
