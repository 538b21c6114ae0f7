import { code, heading, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "`onMetrics` is called every second with totals since the player was attached. `metrics()`, on the object that `attachHls` and the other attach functions return, returns the same values at any time.",
  ),
  code("metrics"),
  table(
    ["Field", "Meaning"],
    [
      ["`bytesServer`", "Bytes of segments from your CDN."],
      ["`bytesPeer`", "Bytes of segments from peers."],
      ["`bytesUp`", "Bytes sent to peers."],
      ["`peers`", "Peers connected now."],
      ["`audience`", "Viewers of the video, including this one."],
      ["`stalls`", "Number of stalls after the first frame, excluding seeks and pauses."],
      ["`startupMs`", "From the play request to the first frame, in milliseconds; `null` until then."],
      ["`secServer`, `secPeer`", "Seconds played, by source of the segment being played."],
    ],
  ),
  heading("dashboard", "What the dashboard counts"),
  text(
    "The plugin also sends these metrics to the edge server every 10 seconds; they appear in your analytics 15 seconds later. `onMetrics` is for your own page and tools, and nothing depends on it. Exceptions thrown by your function stay in your page.",
  ),
  text(
    "Bots, such as search engine crawlers and automated browsers, are counted separately when they identify themselves: they are not part of any view, viewer, minute or byte count. Analytics shows how many bot sessions were excluded from a period. If a browser prerenders a page, its session starts when the visitor opens it.",
  ),
];
