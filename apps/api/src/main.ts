import { runProcess } from "@shoal/lifecycle";
import { startApi } from "./app.ts";
import { readConfig } from "./config.ts";

await runProcess(() => startApi(readConfig()));
