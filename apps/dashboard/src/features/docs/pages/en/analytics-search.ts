import { example, heading, list, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Query your viewing statistics in the query language of Elasticsearch, with an API key of type “Reads analytics”. Elasticsearch clients and Grafana work too.",
  ),
  heading("program", "Hours and viewers by day"),
  example("search.mjs"),
  heading("know", "What to know"),
  list(
    "A hit is one minute of one session. Sum `nbVues` for views, and count distinct values of `new_client_uuid` for viewers.",
    "`getMapping` lists all fields with their types.",
    "`searchKey` searches one video: its metrics key is the field `authorizationKey` of the video.",
    "Players report every ten seconds; data is available about a minute later.",
    "A query with an unsupported part is rejected, and the error names that part. No part is silently ignored.",
  ),
  heading("elasticsearch", "With an Elasticsearch client"),
  text(
    "Set the node to the URL of the installation followed by `/api/search`, the username to the ID of the key, and the password to its secret.",
  ),
];
