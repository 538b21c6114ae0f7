import { list, type Page, reference, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Every call of the API, made from the same table that the server checks calls by. Names are those of the methods of `@shoal/client`.",
  ),
  list(
    "Send your API key as `Authorization: Bearer`. A key in an address is refused: logs and browser histories keep addresses.",
    "Bodies and answers are JSON. Dates are ISO 8601 in UTC, durations seconds, sizes bytes.",
    "Lists take `page` and `pagesize`, and answer `_embedded` and `_size`, the number of all matches.",
  ),
  reference(),
];
