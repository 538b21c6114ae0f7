import { code, heading, list, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "A collection is a named group of videos with rules of its own: a season, a channel, a customer. Your page names it, and it appears in the dashboard at the first report. A collection that a page names sets peer delivery rules only. Viewing restrictions follow a collection that you choose in the dashboard or through the API.",
  ),
  code("collection"),
  heading("rules", "Which rules hold"),
  text("For each rule by itself, the first of these that says something:"),
  list(
    "the video's own rules;",
    "those of its collection, while the last report that names it is younger than 5 minutes;",
    "those of the config whose key the page has;",
    "those of the client.",
  ),
  heading("names", "Names"),
  list(
    "Up to 200 characters. The same words are the same collection, whichever page says them.",
    "A video is in one collection: the one that was named last.",
    "Lists of addresses, countries and websites of the nearest level replace those above it; what the client bans stays banned.",
  ),
];
