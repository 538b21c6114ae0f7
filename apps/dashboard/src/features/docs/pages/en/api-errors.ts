import { errorCodes, heading, list, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "A call that fails answers with a status from 400 on and a JSON body: `code`, `message`, and `fields` with the `path` and `reason` of each wrong field. Programs decide by `code`; messages may change.",
  ),
  heading("again", "When to try again"),
  list(
    "After `429`, and after `503` with `Retry-After`: wait that many seconds. Nothing was done.",
    "After a lost answer: at once if the call only reads. If it creates something, with the same `Idempotency-Key` as before.",
    "After any other refusal: not before something has changed.",
  ),
  heading("codes", "All codes"),
  errorCodes(),
];
