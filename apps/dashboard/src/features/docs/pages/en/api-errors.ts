import { errorCodes, heading, list, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "A failed call returns a status of 400 or more and a JSON body: `code`, `message`, and `fields` with the `path` and `reason` of each wrong field. Use `code` in your code; messages may change.",
  ),
  heading("again", "When to retry"),
  list(
    "After `429`, or `503` with `Retry-After`: wait for the number of seconds given. No change was made.",
    "After a lost response: immediately if the call only reads data; with the same `Idempotency-Key` if it creates something.",
    "After any other error: only after you have fixed the cause.",
  ),
  heading("limits", "Limits"),
  table(
    ["Limit", "Value"],
    [
      [
        "Calls of an API key",
        "6,000 per minute, or the limit set by the installation. `RateLimit` in each response gives the number of remaining calls.",
      ],
      [
        "Calls of a user, in all sessions together",
        "30,000 per minute, or the limit set by the installation.",
      ],
      ["API keys of a client", "1,000"],
      ["Unused upload tokens", "10,000"],
      ["Upload chunk size", "5,000,000 bytes; only the last one is shorter."],
      ["A response to a call with an `Idempotency-Key`", "Repeated for 24 hours."],
    ],
  ),
  heading("codes", "All codes"),
  errorCodes(),
];
