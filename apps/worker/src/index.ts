export { readConfig, type WorkerConfig } from "./config.ts";
export { type RunningWorker, startWorker } from "./worker.ts";
