import { readConfig } from "./config.ts";
import { startWorker } from "./worker.ts";

const worker = await startWorker(readConfig(process.env));
let isStopping = false;
for (const signal of ["SIGTERM", "SIGINT"] as const)
  process.on(signal, async () => {
    if (isStopping) return;
    isStopping = true;
    await worker.stop();
    process.exit(0);
  });
