import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import {
  JOBS,
  type JobName,
  type JobPayload,
  JobProgress,
  JobResult,
  type QueuedPayload,
  RESULT_QUEUE,
} from "@shoal/contract/jobs";
import { JOB_TRAITS } from "@shoal/domain";
import { FAIR_QUEUE } from "@shoal/lifecycle";
import { eventually } from "@shoal/testkit";
import { acquireDatabase } from "@shoal/testkit/engines";
import { PgBoss } from "pg-boss";
import { readConfig, type WorkerConfig } from "../config.ts";

/** The queue of jobs that no attempt could complete. The api notifies the owner of each. */
export const DEAD_QUEUE = "failed-jobs";
/** The time limit of a job, in ms. It allows for encoding real media on a busy machine. */
const JOB_TIMEOUT_MS = 120_000;

/** A real database with the api's queues, and a fake api that receives progress reports. */
export interface QueueHarness {
  folder: string;
  boss: PgBoss;
  config: WorkerConfig;
  env: NodeJS.ProcessEnv;
  /** The number of progress reports, and the fetched bytes in the last one. `isWanted` is the response to each report. */
  progress: { isWanted: boolean; count: number; fetchedBytes: number };
  send<N extends JobName>(name: N, payload: JobPayload<N>): Promise<string>;
  /** Queues a job for a client, with its plan in the store. */
  sendNamed(name: "encode-piece", payload: QueuedPayload<"encode-piece">, clientUuid: string): Promise<void>;
  /** Waits for the next result of a worker. */
  nextResult(): Promise<JobResult>;
  /**
   * Waits for the next result.
   * @returns the result with its client.
   */
  nextReport(): Promise<{ clientUuid: string | null; result: JobResult }>;
  dispose(): Promise<void>;
}

export async function createQueueHarness(): Promise<QueueHarness> {
  const folder = await mkdtemp(join(tmpdir(), "shoal-worker-"));
  // PostgreSQL refuses to run as root. Its own user must be able to reach its folder.
  await chmod(folder, 0o755);
  const postgres = await acquireDatabase(folder);
  const boss = new PgBoss({
    connectionString: postgres.url,
    schema: "queue",
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    schedule: false,
  });
  await boss.start();
  await boss.createQueue(DEAD_QUEUE);
  const tries = { retryLimit: 5, retryDelay: 0, deadLetter: DEAD_QUEUE };
  for (const name of Object.keys(JOBS))
    await boss.createQueue(name, { notify: true, heartbeatSeconds: 10, ...tries });
  await boss.createQueue(RESULT_QUEUE);
  for (const statement of FAIR_QUEUE) await boss.getDb().executeSql(statement);
  const progress = { isWanted: true, count: 0, fetchedBytes: 0 };
  const api = await startApi(progress);
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url,
    MEDIA_STORE: join(folder, "store"),
    API_INTERNAL_URL: api.url,
    INTERNAL_SECRET: "a secret of the installation",
    WORK_DIR: join(folder, "work"),
    WORKER_SLOTS: "1",
    FETCH_ALLOW_PRIVATE: "true",
    FETCH_PORTS: "any",
    DISK_LOW_BYTES: "0",
    LOG_LEVEL: "fatal",
  };
  return {
    folder,
    boss,
    env,
    config: readConfig(env),
    progress,
    async send(name, payload) {
      const id = await boss.send(name, payload, { priority: JOB_TRAITS[name].priority });
      if (!id) throw new Error("The job was not queued");
      return id;
    },
    async sendNamed(name, payload, clientUuid) {
      await boss.send(name, payload, { priority: JOB_TRAITS[name].priority, group: { id: clientUuid } });
    },
    nextResult: async () => (await nextReport(boss)).result,
    nextReport: () => nextReport(boss),
    async dispose() {
      await boss.stop({ graceful: false });
      await api.close();
      await postgres.release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function startApi(progress: QueueHarness["progress"]) {
  const server = createServer(async (req, res) => {
    const { bytes } = JobProgress.parse(await json(req));
    progress.count += 1;
    progress.fetchedBytes = bytes?.available ?? 0;
    res.setHeader("content-type", "application/json").end(JSON.stringify({ isWanted: progress.isWanted }));
  });
  return new Promise<{ url: string; close(): Promise<void> }>((resolve) => {
    server.listen(0, "127.0.0.1", () =>
      resolve({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        close: () => new Promise((closed) => server.close(() => closed())),
      }),
    );
  });
}

async function nextReport(boss: PgBoss): Promise<{ clientUuid: string | null; result: JobResult }> {
  const fetchOne = async () => (await boss.fetch<object>(RESULT_QUEUE))[0] ?? false;
  const job = await eventually(fetchOne, { what: "a result", limitMs: JOB_TIMEOUT_MS });
  await boss.complete(RESULT_QUEUE, job.id);
  return { clientUuid: job.groupId ?? null, result: JobResult.parse(job.data) };
}
