import { heading, list, note, type Page, steps, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "A site is a place whose viewers share one internet line: an office, a school, a hotel. When its viewers share with each other, each segment of a video crosses that line only once or twice, however many viewers watch.",
  ),
  heading("set-up", "Set up a site"),
  steps(
    "Open the config in [Configs](/config) and add a site.",
    "Enter the public IP addresses from which the site connects to the internet, or the subnets of its network if the edge server is inside it.",
    "Choose who its viewers share with, and save: the choice applies to current viewers within 10 seconds.",
  ),
  text(
    "A site applies to pages with the key of its config, and to your videos on this platform that have this config. A viewer belongs to the first site that includes their address.",
  ),
  heading("exchange", "Who viewers share with"),
  table(
    ["Choice", "Meaning"],
    [
      [
        "With each other first",
        "Viewers at the site are matched with each other first. If a viewer has no free connection, a viewer from elsewhere gives way. Missing data can come from elsewhere, over the line.",
      ],
      [
        "Only with each other",
        "Viewers of the site form their own group: they exchange nothing with viewers elsewhere. One viewer (two with the plugin) fetches each segment, and the others get it from them. Viewers without a peer at the site use the CDN.",
      ],
    ],
  ),
  heading("figures", "Data saved"),
  text(
    "Each site of a config has its own statistics: viewers, viewing time, and the data carried and saved by its line over a day, a week or 30 days. They are exact if the site shares only within itself. If it also shares with viewers elsewhere, the data shared within the site is not measured separately: the page shows “at least” and “at most”.",
  ),
  heading("know", "Good to know"),
  list(
    "Viewers must be able to reach each other on the site’s network. Where devices are isolated (guest networks, client isolation), no data is shared and everything comes from the CDN.",
    "With a relay (TURN) outside the site, shared data leaves the site and comes back. Give the site its own relay, or none.",
    "With the plugin, two viewers fetch each segment before the others get it from them, because each segment is verified against the data that two viewers received. With videos on this platform, one viewer is enough.",
    "A site keeps its identity and its statistics when you rename it. A copy of a config has its own sites.",
  ),
  note(
    "A live without delay comes directly from the camera page: each of its first viewers at a site uses the line.",
  ),
];
