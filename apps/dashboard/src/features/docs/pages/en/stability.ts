import { heading, list, type Page, table, text } from "../../blocks.ts";

export const page: Page = [
  heading("stable", "What is stable"),
  list(
    "Paths, methods, and the names and types of fields of the calls under [Calls](/doc/api/api-calls).",
    "Error codes and statuses, types of webhook events, and the fields of their data.",
    "What `@shoal/client` and `@shoal/upload` export. A breaking change raises their major version.",
  ),
  heading("may-change", "What may change at any time"),
  list(
    "New calls, new optional fields of requests, new fields of responses, new event types and new error codes. Ignore what you do not know.",
    "Texts of messages, the order of fields, and media URLs: read them from responses, and do not build them yourself.",
  ),
  heading("ends", "Deprecations"),
  text(
    "Deprecated calls and fields are announced in this changelog and in the OpenAPI document, and keep working for at least twelve months.",
  ),
  heading("changelog", "Changelog"),
  table(
    ["Version", "Changes"],
    [
      [
        "0.1.0",
        "First versions of `@shoal/client`, `@shoal/upload` and the command line `@shoal/cli`; webhooks; this reference.",
      ],
    ],
  ),
];
