import { list, type Page, reference, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "All API calls, generated from the table that the server uses to validate requests. Names are the methods of `@shoal/client`.",
  ),
  list(
    "Send your API key as `Authorization: Bearer`. Keys in URLs are rejected, because logs and browser histories keep URLs.",
    "Bodies and responses are JSON. Dates are ISO 8601 in UTC, durations are in seconds, and sizes in bytes.",
    "Lists take `page` and `pagesize`, and return `_embedded` and `_size`, the total number of matches.",
  ),
  reference(),
];
