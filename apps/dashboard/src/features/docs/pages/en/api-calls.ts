import { list, type Page, reference, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Every call of the API, generated from the table that the server validates calls with. Names are the methods of `@shoal/client`.",
  ),
  list(
    "Send your API key as `Authorization: Bearer`. A key in an address is refused: logs and browser histories keep addresses.",
    "Bodies and responses are JSON. Dates are ISO 8601 in UTC, durations seconds, sizes bytes.",
    "Lists take `page` and `pagesize`, and return `_embedded` and `_size`, the number of all matches.",
  ),
  reference(),
];
