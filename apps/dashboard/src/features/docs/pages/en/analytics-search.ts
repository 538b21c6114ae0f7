import { example, heading, list, type Page, text } from "../../blocks.ts";

export const page: Page = [
  text(
    "Questions about viewers are asked in the query language of Elasticsearch, by an API key of the type “Reads analytics”. Clients of Elasticsearch and Grafana work, too.",
  ),
  heading("program", "Hours and viewers by day"),
  example("search.mjs"),
  heading("know", "What to know"),
  list(
    "A hit is one minute of one session. Sum `nbVues` for views, and count distinct values of `new_client_uuid` for viewers.",
    "`getMapping` lists all fields with their types.",
    "`searchKey` asks about one video: its metrics key is the field `authorizationKey` of the video.",
    "Players report every ten seconds; figures follow about a minute later.",
    "What is not supported is refused by name. No answer leaves out a part of the question.",
  ),
  heading("elasticsearch", "With a client of Elasticsearch"),
  text(
    "Its node is the address of the installation with `/api/search`. The user is the ID of the key, and the password its secret.",
  ),
];
