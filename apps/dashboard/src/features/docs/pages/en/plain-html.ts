import { list, type Page, sample, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "This complete page uses hls.js, falls back to the browser’s native HLS, logs errors to the console and shows the share of data from peers. Replace the sample manifest URL with yours.",
  ),
  sample("plain"),
  list(
    "`autoplay` works only with `muted`: browsers require a click before they play sound.",
    "`playsinline` prevents iPhones from opening the video in full screen.",
  ),
];
