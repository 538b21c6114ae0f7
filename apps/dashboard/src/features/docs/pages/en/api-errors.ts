import { errorCodes, heading, list, type Page, table, text } from "../../blocks.ts";

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
  heading("limits", "Limits"),
  table(
    ["Limit", "Value"],
    [
      [
        "Calls of an API key",
        "6,000 a minute; the installation may set another limit. `RateLimit` in each answer says what is left.",
      ],
      ["Calls of a user, in all sessions together", "30,000 a minute, or what the installation sets."],
      ["API keys of a client", "1,000"],
      ["Upload tokens that wait to be used", "10,000"],
      ["A chunk of an upload", "5,000,000 bytes; only the last one is shorter."],
      ["An answer under an `Idempotency-Key`", "Repeated for 24 hours."],
    ],
  ),
  heading("codes", "All codes"),
  errorCodes(),
];
