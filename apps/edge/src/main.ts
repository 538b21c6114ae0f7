import { runProcess } from "@shoal/lifecycle";
import { readConfig } from "./config.ts";
import { startEdge } from "./edge.ts";

await runProcess(async () => startEdge(readConfig()));
