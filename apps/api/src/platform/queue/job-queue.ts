import {
  type AssetRef,
  JOBS,
  type JobName,
  JobResult,
  type QueuedPayload,
  RESULT_QUEUE,
} from "@shoal/contract/jobs";
import { JOB_TRAITS } from "@shoal/domain";
import { DUE_JOBS, type DueJobs, FAIR_QUEUE, followDueJobs } from "@shoal/lifecycle";
import { currentTrace, inJobSpan, splitTrace } from "@shoal/tracing";
import { CompiledQuery, type Kysely, sql } from "kysely";
import { PgBoss, type JobResult as SettledJob } from "pg-boss";
import type { Database, Tx } from "../database.ts";
import type { Schema } from "../schema.ts";
import { type ConsumedResults, consumeResults } from "./result-consumer.ts";

const QUEUE_SCHEMA = "queue";
/** A killed worker's job is retried after this long without a heartbeat. */
const HEARTBEAT_INTERVAL_SEC = 10;
const JOB_LIFETIME_SEC = 6 * 3600;
const JOB_RETRIES = 5;
const STOP_TIMEOUT_MS = 10_000;
/**
 * The interval of checks for jobs whose worker died, while any job is running; otherwise only every `IDLE_LOOKS`-th check is
 * made.
 */
const SUPERVISION_INTERVAL_SEC = 5;
const IDLE_LOOKS = 12;
/** The interval of checks for queues whose jobs are announced, since notifications are lost when their connection breaks. */
const POLL_INTERVAL_SEC = 30;

export interface PurgePayload {
  /** Key prefixes in the media store, each ending in `/`. */
  prefixes: string[];
}
const PURGE_QUEUE = "purge-media";
/** Purges are repeated for about ten days: a disk may be missing that long before someone mounts it again. */
const PURGE_RETRY_DELAY_SEC = 900;
/** Jobs that failed at every attempt, with their payloads. */
const DEAD_QUEUE = "failed-jobs";

/** A job about a video that failed at every attempt. */
export interface DeadJob {
  videoUuid: string;
  generation: number;
  /** The id of the requested thumbnail, for a thumbnail job. */
  thumbnailId?: string;
  /** The name of a job whose failure does not fail the video. */
  job?: string;
}
/** A job about another object of a client that failed at every attempt. */
export interface DeadAssetJob {
  asset: AssetRef;
  /** The job's name, except for pictures of the picture bank. */
  job?: string;
}

/** Work that the api queues for itself, done by any free replica. Declared by the module that sends it. */
export interface OwnTask<in out T> {
  /** The name of the task's queue. */
  readonly name: string;
  /** Whether only one task at a time exists for each key. */
  readonly isSingle: boolean;
  /** Carries the payload's type at compile time; never set. */
  readonly type?: (data: T) => T;
}
export interface SingleTask<in out T> extends OwnTask<T> {
  readonly isSingle: true;
}

/** @example export const SEND_MAIL = defineTask<{ mailUuid: string }>("send-mail"); */
export const defineTask = <T extends object>(name: string): OwnTask<T> => ({ name, isSingle: false });
export const defineSingleTask = <T extends object>(name: string): SingleTask<T> => ({ name, isSingle: true });

/** Performs a task. */
export interface TaskHandler {
  name: string;
  handle(data: unknown): Promise<void>;
}
/** More than one task runs at a time, so that a slow mail server delays one mail and not all. */
const OWN_TASKS_CONCURRENCY = 2;
const OWN_TASKS_BATCH = 10;
/** The retries of a task that exists once per key. After three failures within seconds, the code that needs the task requests it again. */
const SINGLE_TASK_RETRY = { retryLimit: 2, retryDelay: 2 };
/** The retries of all other tasks, for about two days: a mail server that is down for a night loses no mail. */
const OWN_TASK_RETRY = { retryLimit: 120, retryDelay: 2, retryBackoff: true, retryDelayMax: 1_800 };

const DROPPED_JOBS = Object.entries(JOB_TRAITS)
  .filter(([, { isDropped }]) => isDropped)
  .map(([name]) => name);

/** The priority that is added to jobs which precede all others of their client. */
const URGENT_PRIORITY = 10_000;

/** The number of jobs added by one statement. */
const INSERT_BATCH = 100;

/** A job to be queued. */
export interface NewJob<N extends JobName> {
  payload: QueuedPayload<N>;
  /** The client whose turn the job takes. */
  clientUuid: string;
  /** Identifies the job: a key is queued only once. */
  key: string;
  /** The job's order among those of the same client and name: jobs with 0, the default, come first. */
  place?: number;
  /** Whether the job precedes all jobs of its client that are not urgent. */
  isUrgent?: boolean;
}

export interface JobQueue {
  /** Adds jobs. Inside a transaction they become visible with its commit. */
  send<N extends JobName>(tx: Tx, name: N, ...jobs: NewJob<N>[]): Promise<void>;
  sendPurge(tx: Tx, purge: PurgePayload): Promise<void>;
  /** Queues a task for any free replica; it survives a crash. @param afterSec the minimum delay. */
  sendTask<T extends object>(tx: Tx, task: OwnTask<T>, data: T, afterSec?: number): Promise<void>;
  /**
   * Sends a task that exists once per key.
   * @returns false if the task is already queued.
   */
  sendSingleTask<T extends object>(tx: Tx, task: SingleTask<T>, data: T, key: string): Promise<boolean>;
  /** Removes the jobs of videos that no worker has started, except thumbnails, whose requester needs a result. */
  dropQueued(tx: Tx, ...videoUuids: string[]): Promise<void>;
  /** Drops the waiting jobs of one generation of each video. */
  dropGenerations(tx: Tx, ...videos: { uuid: string; generation: number }[]): Promise<void>;
  /** Moves the jobs of a video that no worker has started before all others of its client, or back into their order. */
  setUrgency(tx: Tx, videoUuid: string, isUrgent: boolean): Promise<void>;
  /**
   * Consumes workers' results: of each video in order, of several videos in parallel, with a turn for each client. If a
   * handler throws, it gets the result again.
   */
  consume(handlers: JobHandlers): Promise<void>;
  stop(): Promise<void>;
}

export interface JobHandlers {
  onResult(result: JobResult): Promise<void>;
  onPurge(purge: PurgePayload): Promise<void>;
  onDeadJob(job: DeadJob | DeadAssetJob): Promise<void>;
  tasks: readonly TaskHandler[];
}

/** Starts the queue, creates missing parts of its schema, and grants the workers' role access to that schema only. */
export async function startJobQueue(options: {
  db: Database;
  databaseUrl: string;
  workers: WorkerRole;
  /** The tasks that can be sent: each has a queue. */
  tasks: readonly Pick<OwnTask<never>, "name" | "isSingle">[];
  onError: (error: Error) => void;
}): Promise<JobQueue> {
  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    schema: QUEUE_SCHEMA,
    max: 4,
    application_name: "shoal-api-queue",
    useListenNotify: true,
    schedule: false,
    // `superviseWork` triggers it when there is a reason.
    supervise: false,
    // All replicas share these checks: pg-boss skips a check within this time of the previous one. The time is slightly shorter
    // than the pause between checks, so that a check that starts a little early is not skipped.
    monitorIntervalSeconds: SUPERVISION_INTERVAL_SEC - 1,
    // Jobs do not depend on each other, so dependencies are checked only once an hour.
    flowIntervalSeconds: 3_600,
  });
  boss.on("error", options.onError);
  await boss.start();
  await makeQueues(boss, options.tasks);
  await prepareTables(options.db, options.workers);
  return buildQueue(boss, options.onError);
}

async function makeQueues(
  boss: PgBoss,
  tasks: readonly Pick<OwnTask<never>, "name" | "isSingle">[],
): Promise<void> {
  const common = {
    notify: true,
    retryLimit: JOB_RETRIES,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
  };
  // Results that a killed api was handling are retried after a missed heartbeat, so that a video does not wait for their
  // expiry.
  const reports = {
    ...common,
    retryLimit: 1_000,
    heartbeatSeconds: HEARTBEAT_INTERVAL_SEC,
    expireInSeconds: 300,
  };
  for (const name of [RESULT_QUEUE, DEAD_QUEUE]) await ensureQueue(boss, name, reports, "standard");
  await ensureQueue(boss, PURGE_QUEUE, { ...reports, retryDelayMax: PURGE_RETRY_DELAY_SEC }, "standard");
  const own = {
    notify: true,
    ...OWN_TASK_RETRY,
    heartbeatSeconds: HEARTBEAT_INTERVAL_SEC,
    expireInSeconds: 900,
  };
  for (const { name, isSingle } of tasks)
    if (isSingle) await ensureQueue(boss, name, { ...own, ...SINGLE_TASK_RETRY }, "exclusive");
    else await ensureQueue(boss, name, own, "standard");
  const work = {
    deadLetter: DEAD_QUEUE,
    heartbeatSeconds: HEARTBEAT_INTERVAL_SEC,
    expireInSeconds: JOB_LIFETIME_SEC,
  };
  for (const name of Object.keys(JOBS)) await ensureQueue(boss, name, { ...common, ...work }, "exclusive");
}

/**
 * Creates the tables for clients' turns and grants workers their permissions, in one transaction. Its first statement
 * serialises replicas that start together: a grant and a replacement of the same function at the same time fail ("tuple
 * concurrently updated").
 */
export async function prepareTables(db: Database, workers: WorkerRole): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Indexing the jobs that an earlier version queued takes long, but only once.
    await sql`SET LOCAL statement_timeout = 0`.execute(tx);
    for (const statement of [...FAIR_QUEUE, ...DUE_JOBS]) await sql.raw(statement).execute(tx);
    await grantToWorkers(tx, workers);
  });
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

/** The role with which workers sign in. */
export interface WorkerRole {
  role: string;
  /** The role is created with this password; if it is undefined, the operator has created the role. */
  password?: string | undefined;
}

/**
 * Replicas that start together create the role one after the other (`prepareTables`), and installations that share a server use
 * different names.
 * @throws Error with instructions for the operator.
 */
async function grantToWorkers(tx: Tx, { role: name, password }: WorkerRole): Promise<void> {
  const [role, schema] = [sql.id(name), sql.id(QUEUE_SCHEMA)];
  const { rows } = await sql<{ may_make: boolean; is_there: boolean }>`
    SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = ${name}) AS is_there,
      (SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user) AS may_make`.execute(tx);
  const [{ may_make: mayMake, is_there: isThere } = { may_make: false, is_there: false }] = rows;
  if (password !== undefined && mayMake) {
    if (!isThere)
      await sql`DO $$ BEGIN CREATE ROLE ${role} LOGIN;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`.execute(tx);
    // Tests with several databases share a server and a role: two changes at the same time would fail, while with this lock the
    // second change waits.
    await sql`COMMENT ON ROLE ${role} IS 'Workers: the tables of the queue and nothing else'`.execute(tx);
    await sql`ALTER ROLE ${role} WITH LOGIN PASSWORD ${sql.lit(password)}`.execute(tx);
  } else if (password !== undefined)
    throw new Error(
      `The database's owner may make no role for workers (CREATEROLE): make ${name}, set WORKER_DATABASE_URL or WORKER_DATABASE_ROLE, and no WORKER_DATABASE_PASSWORD`,
    );
  else if (!isThere)
    throw new Error(`The database has no role ${name}: make it, or set WORKER_DATABASE_PASSWORD`);
  await sql`GRANT USAGE ON SCHEMA ${schema} TO ${role}`.execute(tx);
  await sql`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`.execute(tx);
  await sql`GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${role}`.execute(tx);
  await sql`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${role}`.execute(tx);
}

function buildQueue(boss: PgBoss, onError: (error: Error) => void): JobQueue {
  let results: ConsumedResults | undefined;
  let due: DueJobs | undefined;
  const stopSupervising = superviseWork(boss, onError);
  return {
    async send(tx, name, ...jobs) {
      const parent = currentTrace();
      const rows = jobs.map(({ payload, clientUuid, key, place = 0, isUrgent = false }) => ({
        data: { ...payload, ...parent },
        singletonKey: key,
        group: { id: clientUuid },
        priority: Math.max(1, JOB_TRAITS[name].priority - place) + (isUrgent ? URGENT_PRIORITY : 0),
      }));
      for (let from = 0; from < rows.length; from += INSERT_BATCH)
        await boss.insert(name, rows.slice(from, from + INSERT_BATCH), { db: executorOf(tx) });
    },
    async sendPurge(tx, purge) {
      await boss.send(PURGE_QUEUE, purge, { db: executorOf(tx) });
    },
    async sendTask(tx, { name }, data, afterSec = 0) {
      await boss.send(name, { ...data, ...currentTrace() }, { db: executorOf(tx), startAfter: afterSec });
    },
    async sendSingleTask(tx, { name }, data, key) {
      const sent = { ...data, ...currentTrace() };
      return (await boss.send(name, sent, { db: executorOf(tx), singletonKey: key })) !== null;
    },
    async setUrgency(tx, videoUuid, isUrgent) {
      const added = isUrgent ? URGENT_PRIORITY : 0;
      await sql`UPDATE ${sql.table(`${QUEUE_SCHEMA}.job`)} SET priority = priority % ${URGENT_PRIORITY} + ${added}
        WHERE state < 'active' AND name = ANY(${Object.keys(JOBS)}) AND data->>'videoUuid' = ${videoUuid}`.execute(
        tx,
      );
    },
    async dropQueued(tx, ...videoUuids) {
      await sql`DELETE FROM ${sql.table(`${QUEUE_SCHEMA}.job`)}
        WHERE state < 'active' AND name = ANY(${DROPPED_JOBS}) AND data->>'videoUuid' = ANY(${videoUuids})`.execute(
        tx,
      );
    },
    async dropGenerations(tx, ...videos) {
      const keys = videos.map(({ uuid, generation }) => `${uuid}/${generation}`);
      await sql`DELETE FROM ${sql.table(`${QUEUE_SCHEMA}.job`)}
        WHERE state < 'active' AND name = ANY(${DROPPED_JOBS})
        AND (data->>'videoUuid') || '/' || (data->>'generation') = ANY(${keys})`.execute(tx);
    },
    async consume({ onResult, onPurge, onDeadJob, tasks }) {
      const apply = (data: object) => {
        const { payload, parent } = splitTrace(data);
        return inJobSpan(RESULT_QUEUE, parent, () => onResult(JobResult.parse(payload)));
      };
      const consumed = await consumeResults(boss, { queue: RESULT_QUEUE, apply, onError });
      results = consumed;
      const workers = new Map<string, string>();
      const reports: TaskHandler[] = [
        { name: PURGE_QUEUE, handle: (data) => onPurge(data as PurgePayload) },
        { name: DEAD_QUEUE, handle: (data) => onDeadJob(data as DeadJob | DeadAssetJob) },
      ];
      for (const report of reports) workers.set(report.name, await consumeTasks(boss, report, 1, onError));
      for (const task of tasks)
        workers.set(task.name, await consumeTasks(boss, task, OWN_TASKS_CONCURRENCY, onError));
      due = await followDueJobs({
        db: boss.getDb(),
        onDue(queue) {
          const worker = workers.get(queue);
          if (worker) boss.notifyWorker(worker);
          if (queue === RESULT_QUEUE) consumed.wake();
        },
        onError: (error) => onError(error as Error),
      });
    },
    async stop() {
      await stopSupervising();
      await due?.stop();
      await results?.stop();
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
    },
  };
}

/**
 * Makes the queue check for jobs whose worker died, and delete old jobs. That costs more than everything else on an idle
 * platform, so it is done rarely while no job is running.
 * @returns stops it.
 */
function superviseWork(boss: PgBoss, onError: (error: Error) => void): () => Promise<void> {
  let checks = 0;
  let running: Promise<unknown> = Promise.resolve();
  const inspect = async () => {
    const { rows } = await boss.getDb().executeSql(IS_WORKED_ON);
    checks += 1;
    if (rows[0]?.is_worked_on || checks % IDLE_LOOKS === 0) await boss.supervise();
  };
  let timer: NodeJS.Timeout | undefined;
  const again = () => {
    timer = setTimeout(() => {
      running = inspect()
        .catch(onError)
        .finally(() => timer && again());
    }, SUPERVISION_INTERVAL_SEC * 1_000);
  };
  again();
  return async () => {
    clearTimeout(timer);
    timer = undefined;
    await running;
  };
}

/** Includes jobs of workers whose results another replica would handle, since that one may die. */
const IS_WORKED_ON = `SELECT EXISTS (SELECT FROM ${QUEUE_SCHEMA}.job WHERE state = 'active') AS is_worked_on`;

/**
 * Fetches tasks in batches: a queue that is notified of new jobs is polled again immediately only after a full batch or when
 * a notification arrived in the meantime, so batches of one would leave a burst to the slow polling.
 * @returns the worker, so that it can be notified.
 */
async function consumeTasks(
  boss: PgBoss,
  { name, handle }: TaskHandler,
  atOnce: number,
  onError: (error: Error) => void,
): Promise<string> {
  const options = {
    pollingIntervalSeconds: 1,
    // Due retries are announced by `followDueJobs`.
    notifyPollingIntervalSeconds: POLL_INTERVAL_SEC,
    batchSize: OWN_TASKS_BATCH,
    burstWhenBatchFull: true,
    localConcurrency: atOnce,
    perJobResults: true as const,
  };
  return boss.work<object>(name, options, async (jobs) => {
    const results: SettledJob[] = [];
    for (const { id, data } of jobs) {
      const { payload, parent } = splitTrace(data);
      results.push(
        await inJobSpan(name, parent, () => handle(payload)).then(
          () => ({ id, status: "completed" as const }),
          (error: Error) => {
            // The error is reported here because the queue retries without logging.
            onError(error);
            return { id, status: "failed" as const, output: { message: String(error) } };
          },
        ),
      );
    }
    return results;
  });
}

/** Lets pg-boss write through the caller's transaction. */
function executorOf(tx: Tx) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const result = await (tx as Kysely<Schema>).executeQuery(CompiledQuery.raw(text, values));
      return { rows: result.rows as never[] };
    },
  };
}
