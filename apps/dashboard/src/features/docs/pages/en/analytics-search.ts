import { example, heading, list, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Query your viewing figures in the query language of Elasticsearch, with an API key of the type “Reads analytics”. Elasticsearch clients and Grafana work too.",
  ),
  heading("program", "Hours and viewers by day"),
  example("search.mjs"),
  heading("know", "What to know"),
  list(
    "A hit is one minute of one session. Sum `nbVues` for views, and count distinct values of `new_client_uuid` for viewers.",
    "`getMapping` lists all fields with their types.",
    "`searchKey` searches one video: its metrics key is the field `authorizationKey` of the video.",
    "Players report every ten seconds; figures follow about a minute later.",
    "Unsupported parts of a query are refused by name. No response ignores part of a query.",
  ),
  heading("elasticsearch", "With a client of Elasticsearch"),
  text(
    "Its node is the address of the installation with `/api/search`. The user is the ID of the key, and the password its secret.",
  ),
];
