import { Worker } from "node:worker_threads";

export interface BusyLoops {
  count: number;
  stop(): void;
}

/** Starts threads that use as much CPU as they can until they are stopped, like other programs on a shared machine. */
export function startBusyLoops(count: number): BusyLoops {
  const workers = Array.from({ length: count }, () => new Worker("for (;;);", { eval: true }));
  return {
    count,
    stop() {
      for (const worker of workers) void worker.terminate();
    },
  };
}
