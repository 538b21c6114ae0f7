import { runProcess } from "@shoal/lifecycle";
import { readConfig } from "./config.ts";
import { startIngest } from "./ingest.ts";

await runProcess(() => startIngest(readConfig(process.env)));
