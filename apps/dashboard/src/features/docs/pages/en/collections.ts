import { code, heading, list, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "A collection is a named group of videos with its own rules: a season, a channel, a customer. Your page names it, and it appears in the dashboard after the first report from a player. A collection named by a page sets peer delivery rules only. To apply viewing restrictions, choose the collection in the dashboard or through the API.",
  ),
  code("collection"),
  heading("rules", "Which rules apply"),
  text("For each rule, the first of these levels that sets it applies:"),
  list(
    "the video’s own rules;",
    "those of its collection, as long as a report has named it in the last 5 minutes;",
    "those of the config whose key the page uses;",
    "those of the client.",
  ),
  heading("names", "Names"),
  list(
    "At most 200 characters. The same name means the same collection, on every page.",
    "A video is in one collection: the one named last.",
    "A video that leaves a collection, or whose collection is deleted, keeps the collection’s rules as custom rules, except where it sets its own. If a page named the collection, only its peer delivery rules are kept.",
    "Lists of addresses, countries and websites at the nearest level replace those above it; what the client blocks stays blocked.",
  ),
];
