import { code, heading, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "`onMetrics` is called every second with totals since the player was attached; `metrics()` of what `attachHls` and its like return gives the same at any moment.",
  ),
  code("metrics"),
  table(
    ["Field", "Meaning"],
    [
      ["`bytesServer`", "Bytes of segments from your CDN."],
      ["`bytesPeer`", "Bytes of segments from peers."],
      ["`bytesUp`", "Bytes sent to peers."],
      ["`peers`", "Peers that are connected now."],
      ["`audience`", "Viewers of the video, this one included."],
      ["`stalls`", "How often playback waited after the first picture, without seeks and pauses."],
      ["`startupMs`", "From the request to play to the first picture, in milliseconds; `null` before it."],
      ["`secServer`, `secPeer`", "Seconds played, by where the segment under the playhead came from."],
    ],
  ),
  heading("dashboard", "What the dashboard counts"),
  text(
    "The plugin sends the same figures to the edge every 10 seconds by itself; they are in your analytics 15 seconds later. `onMetrics` is for your own page and tools: nothing depends on it. What it throws stays in your page.",
  ),
  text(
    "Bots, such as search engine crawlers and automated browsers, are counted separately when they identify themselves: no view, viewer, minute or byte includes them. Analytics shows how many bot sessions were excluded from a period. A page that a browser renders ahead of a visit begins its session when the visitor opens it.",
  ),
];
