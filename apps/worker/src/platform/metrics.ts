import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { SlotKind } from "../jobs/handlers.ts";

export interface WorkerMetrics {
  registry: Registry;
  /** Counts attempts at jobs, by the job's name and how the attempt ended. */
  endings: Counter<"job" | "ending">;
  durations: Histogram<"job">;
}

/**
 * Creates the worker's metrics.
 * @param busy returns the number of slots in use; called whenever metrics are scraped.
 */
export function createMetrics(busy: () => Record<SlotKind, number>): WorkerMetrics {
  const registry = new Registry();
  const registers = [registry];
  new Gauge({
    name: "shoal_worker_busy_slots",
    help: "Slots in which jobs run",
    labelNames: ["slots"],
    registers,
    collect() {
      for (const [slots, count] of Object.entries(busy())) this.set({ slots }, count);
    },
  });
  return {
    registry,
    endings: new Counter({
      name: "shoal_worker_jobs_total",
      help: "Attempts of jobs, by result",
      labelNames: ["job", "ending"],
      registers,
    }),
    durations: new Histogram({
      name: "shoal_worker_job_seconds",
      help: "Wall time of an attempt",
      labelNames: ["job"],
      buckets: [0.1, 0.3, 1, 3, 10, 30, 100, 300, 1_000],
      registers,
    }),
  };
}
