import { sql } from "kysely";
import { Gauge, type Registry } from "prom-client";
import type { Database } from "../database.ts";

export interface WaitingJobs {
  queue: string;
  jobs: number;
  /** How long ago the oldest of the waiting jobs became due. */
  oldestSec: number;
}

/** Reads how many jobs no worker has started, by queue; jobs that are not due yet do not count. */
export async function readWaitingJobs(db: Database): Promise<WaitingJobs[]> {
  const { rows } = await sql<WaitingJobs>`
    SELECT name AS queue, count(*)::int AS jobs,
      extract(epoch FROM now() - min(greatest(created_on, start_after)))::float8 AS "oldestSec"
    FROM queue.job WHERE state < 'active' AND NOT blocked AND start_after <= now() GROUP BY name`.execute(db);
  return rows;
}

/**
 * Adds `shoal_jobs_waiting` and `shoal_jobs_waiting_seconds`, identical at all replicas; no values while the database is
 * unreachable.
 */
export function measureQueue(registry: Registry, read: () => Promise<WaitingJobs[]>): void {
  const registers = [registry];
  const labelNames = ["queue"] as const;
  const oldest = new Gauge({
    name: "shoal_jobs_waiting_seconds",
    help: "Waiting time of the oldest job that is ready to start, by queue",
    labelNames,
    registers,
  });
  new Gauge({
    name: "shoal_jobs_waiting",
    help: "Jobs that are ready to start and wait for a worker, by queue",
    labelNames,
    registers,
    async collect() {
      this.reset();
      oldest.reset();
      for (const { queue, jobs, oldestSec } of await read().catch(() => [])) {
        this.set({ queue }, jobs);
        oldest.set({ queue }, oldestSec);
      }
    },
  });
}

/** Adds `shoal_media_free_bytes`; no value while the store does not respond. */
export function measureStore(registry: Registry, readFreeBytes: () => Promise<number>): void {
  new Gauge({
    name: "shoal_media_free_bytes",
    help: "Free bytes of the media store; +Inf where it has no limit",
    registers: [registry],
    async collect() {
      this.reset();
      const freeBytes = await readFreeBytes().catch(() => undefined);
      if (freeBytes !== undefined) this.set(freeBytes);
    },
  });
}
