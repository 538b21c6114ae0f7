import { runProcess } from "@shoal/lifecycle";
import { readConfig } from "./config.ts";
import { startWorker } from "./worker.ts";

await runProcess(async () => {
  const worker = await startWorker(readConfig(process.env));
  return { close: () => worker.stop() };
});
