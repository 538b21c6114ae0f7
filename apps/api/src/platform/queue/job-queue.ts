import { JOB_PRIORITY, JOBS, type JobName, type JobPayload, JobResult, RESULT_QUEUE } from "@shoal/contract";
import { CompiledQuery, type Kysely, sql } from "kysely";
import { PgBoss, type JobResult as SettledJob } from "pg-boss";
import type { Database, Tx } from "../database.ts";
import type { Schema } from "../schema.ts";

const QUEUE_SCHEMA = "queue";
const WORKER_ROLE = "shoal_worker";
/** A killed worker's job comes back after this long without a heartbeat. */
const HEARTBEAT_SEC = 10;
const JOB_EXPIRY_SEC = 6 * 3600;
const RETRIES = 5;

export interface Purge {
  /** Names in the media store, each a prefix that ends in `/`. */
  prefixes: string[];
}
const PURGE_QUEUE = "purge-media";
/** Jobs that failed at every try, with their payloads. */
const DEAD_QUEUE = "failed-jobs";

/** A job that nobody could do. */
export interface DeadJob {
  videoUuid: string;
  generation: number;
}

/** Work that the api leaves to itself, by the queue's name. */
export interface OwnTasks {
  "send-mail": { mailUuid: string };
  /** Somebody forgot the password of this username or address; whether there is such a user is not known yet. */
  "forgotten-password": { login: string };
  /** A client was deleted: nothing is counted for it any more. */
  "forget-statistics": { clientUuid: string };
}
export type OwnTaskName = keyof OwnTasks;
export type OwnTaskHandlers = { [N in OwnTaskName]: (task: OwnTasks[N]) => Promise<void> };
/** A mail server that is slow to answer holds up one mail, not all. */
const OWN_TASKS_AT_ONCE = 2;
const OWN_TASKS_BATCH = 10;
const OWN_TASKS: readonly OwnTaskName[] = ["send-mail", "forgotten-password", "forget-statistics"];
/** Some two days of tries: a mail server that is away for a night costs no mail. */
const OWN_TASK_RETRY = { retryLimit: 120, retryDelay: 2, retryBackoff: true, retryDelayMax: 1_800 };

export interface JobQueue {
  /**
   * Adds a job; the same key is queued once. Inside a transaction it appears with its commit.
   * @param place its turn among jobs of its name: 0 comes first.
   */
  send<N extends JobName>(
    tx: Tx,
    name: N,
    payload: JobPayload<N>,
    key: string,
    place?: number,
  ): Promise<void>;
  sendPurge(tx: Tx, purge: Purge): Promise<void>;
  /**
   * Leaves a task to whichever replica is free; it survives a crash.
   * @param afterSec how long it waits at least.
   */
  sendTask<N extends OwnTaskName>(tx: Tx, name: N, task: OwnTasks[N], afterSec?: number): Promise<void>;
  /** Forgets the jobs of videos that no worker has begun. */
  dropQueued(tx: Tx, ...videoUuids: string[]): Promise<void>;
  /** Consumes what workers report, one at a time; a handler that throws sees the result again. */
  consume(handlers: JobHandlers): Promise<void>;
  stop(): Promise<void>;
}

export interface JobHandlers {
  onResult(result: JobResult): Promise<void>;
  onPurge(purge: Purge): Promise<void>;
  onDeadJob(job: DeadJob): Promise<void>;
  onTask: OwnTaskHandlers;
}

/** Starts the queue, makes what is missing in its schema, and lets the workers' role see that schema alone. */
export async function startJobQueue(options: {
  db: Database;
  databaseUrl: string;
  workerPassword: string;
  onError: (error: Error) => void;
}): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    schema: QUEUE_SCHEMA,
    max: 4,
    application_name: "shoal-api-queue",
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    flowIntervalSeconds: 1,
  });
  boss.on("error", options.onError);
  await boss.start();
  await makeQueues(boss);
  await grantToWorkers(options.db, options.workerPassword);
  return queueOn(boss, options.onError);
}

async function makeQueues(boss: PgBoss): Promise<void> {
  const common = { notify: true, retryLimit: RETRIES, retryDelay: 1, retryBackoff: true, retryDelayMax: 60 };
  for (const name of [RESULT_QUEUE, PURGE_QUEUE, DEAD_QUEUE])
    await ensureQueue(boss, name, { ...common, retryLimit: 1_000, expireInSeconds: 300 }, "standard");
  const own = { notify: true, ...OWN_TASK_RETRY, heartbeatSeconds: HEARTBEAT_SEC, expireInSeconds: 900 };
  for (const name of OWN_TASKS) await ensureQueue(boss, name, own, "standard");
  const work = { deadLetter: DEAD_QUEUE, heartbeatSeconds: HEARTBEAT_SEC, expireInSeconds: JOB_EXPIRY_SEC };
  for (const name of Object.keys(JOBS)) await ensureQueue(boss, name, { ...common, ...work }, "exclusive");
}

async function ensureQueue(
  boss: PgBoss,
  name: string,
  settings: object,
  policy: "standard" | "exclusive",
): Promise<void> {
  await boss.createQueue(name, { ...settings, policy });
  await boss.updateQueue(name, settings);
}

async function grantToWorkers(db: Database, password: string): Promise<void> {
  const role = sql.id(WORKER_ROLE);
  const { rows } = await sql`SELECT 1 FROM pg_roles WHERE rolname = ${WORKER_ROLE}`.execute(db);
  if (rows.length === 0) await sql`CREATE ROLE ${role} LOGIN`.execute(db);
  const schema = sql.id(QUEUE_SCHEMA);
  await sql`ALTER ROLE ${role} WITH LOGIN PASSWORD ${sql.lit(password)}`.execute(db);
  await sql`GRANT USAGE ON SCHEMA ${schema} TO ${role}`.execute(db);
  await sql`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`.execute(db);
  await sql`GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`.execute(db);
  await sql`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${role}`.execute(db);
}

function queueOn(boss: PgBoss, onError: (error: Error) => void): JobQueue {
  return {
    async send(tx, name, payload, key, place = 0) {
      const priority = Math.max(1, JOB_PRIORITY[name] - place);
      await boss.send(name, payload, { db: executorOf(tx), priority, singletonKey: key });
    },
    async sendPurge(tx, purge) {
      await boss.send(PURGE_QUEUE, purge, { db: executorOf(tx) });
    },
    async sendTask(tx, name, task, afterSec = 0) {
      await boss.send(name, task, { db: executorOf(tx), startAfter: afterSec });
    },
    async dropQueued(tx, ...videoUuids) {
      await sql`DELETE FROM ${sql.table(`${QUEUE_SCHEMA}.job`)}
        WHERE state < 'active' AND name = ANY(${Object.keys(JOBS)}) AND data->>'videoUuid' = ANY(${videoUuids})`.execute(
        tx,
      );
    },
    async consume({ onResult, onPurge, onDeadJob, onTask }) {
      // Of two jobs that are announced while a third is done, one is taken at once: the other must not wait 30 s.
      const options = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1, batchSize: 1 };
      await boss.work(RESULT_QUEUE, options, async ([job]) => {
        if (job) await onResult(JobResult.parse(job.data));
      });
      await boss.work(PURGE_QUEUE, options, async ([job]) => {
        if (job) await onPurge(job.data as Purge);
      });
      await boss.work(DEAD_QUEUE, options, async ([job]) => {
        if (job) await onDeadJob(job.data as DeadJob);
      });
      for (const name of OWN_TASKS) await consumeTasks(boss, { name, handlers: onTask, onError });
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

/**
 * Takes tasks in batches: a queue that is told of new jobs is asked again at once only after a full batch or when one
 * came meanwhile, so batches of one would leave a burst to the slow polling.
 */
async function consumeTasks<N extends OwnTaskName>(
  boss: PgBoss,
  { name, handlers, onError }: { name: N; handlers: OwnTaskHandlers; onError: (error: Error) => void },
): Promise<void> {
  const options = {
    pollingIntervalSeconds: 1,
    // Tries that are due again announce themselves to nobody.
    notifyPollingIntervalSeconds: 1,
    batchSize: OWN_TASKS_BATCH,
    burstWhenBatchFull: true,
    localConcurrency: OWN_TASKS_AT_ONCE,
    perJobResults: true as const,
  };
  await boss.work<OwnTasks[N]>(name, options, async (jobs) => {
    const results: SettledJob[] = [];
    for (const { id, data } of jobs)
      results.push(
        await handlers[name](data).then(
          () => ({ id, status: "completed" as const }),
          (error: Error) => {
            // The queue tries it again in silence.
            onError(error);
            return { id, status: "failed" as const, output: { message: String(error) } };
          },
        ),
      );
    return results;
  });
}

/** pg-boss writes through the caller's transaction. */
function executorOf(tx: Tx) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const result = await (tx as Kysely<Schema>).executeQuery(CompiledQuery.raw(text, values));
      return { rows: result.rows as never[] };
    },
  };
}
