import { JOBS_CHANNEL, type JobResult, RESULT_QUEUE } from "@shoal/contract/jobs";
import { CLAIM_FAIRLY, type FairJob, followDueJobs } from "@shoal/lifecycle";
import { currentTrace, splitTrace } from "@shoal/tracing";
import { PgBoss } from "pg-boss";
import type { RegisteredJob, SlotKind } from "../jobs/handlers.ts";
import type { ClaimedJob } from "./claimed-job.ts";

const QUEUE_SCHEMA = "queue";
/** The interval of heartbeats. The queue takes a job back after 10 s without one. */
const HEARTBEAT_INTERVAL_MS = 3_000;
/** The channel on which pg-boss announces new jobs. */
const BOSS_CHANNEL = `SELECT 'pgboss_' || left(encode(sha224('${QUEUE_SCHEMA}'::bytea), 'hex'), 24) AS channel`;

/** The message that the queue records for an attempt whose heartbeat is missing. */
const LOST_ATTEMPT_MESSAGE = "job heartbeat timeout";

/**
 * The number of attempts of a job after its worker died. Few enough for a file that kills each worker, and enough for hosts that
 * restart one after another while they have the same job.
 */
const MAX_SUSPECT_TRIES = 3;

/** The worker's access to the queue. */
export interface WorkerQueue {
  /** Calls `onWake` whenever there may be a new job. Reconnects when the connection is lost. */
  listen(onWake: () => void): Promise<void>;
  /** Claims the first waiting job for these slots, in the order of the queues, for the client whose turn it is. */
  claim(kind: SlotKind, registered: readonly RegisteredJob[]): Promise<ClaimedJob | undefined>;
  /** Starts an attempt of a job whose worker died, which may have been its fault: few such attempts are allowed. */
  beginSuspectTry(job: ClaimedJob): Promise<void>;
  /**
   * Sends the result durably, and closes the job after that. Repeating this is safe, since the api applies each result only once.
   */
  complete(job: ClaimedJob, result: JobResult): Promise<void>;
  /** Gives the job back for another attempt after the queue's back-off. */
  giveBack(job: ClaimedJob, why: string): Promise<void>;
  /** Gives the job back without counting the attempt, because the job was not the cause. */
  postpone(job: ClaimedJob, why: string): Promise<void>;
  /** Sends a heartbeat every 3 s until it is disposed. `onLost` is called when another worker has the job. */
  keepAlive(job: ClaimedJob, onLost: () => void): Disposable;
  isReachable(): Promise<boolean>;
  stop(): Promise<void>;
}

/** Connects to the queue's database with a role that can only access the queue. */
export async function connectQueue(options: {
  databaseUrl: string;
  onError: (error: unknown) => void;
}): Promise<WorkerQueue> {
  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    schema: QUEUE_SCHEMA,
    application_name: "shoal-worker",
    max: 4,
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  });
  boss.on("error", options.onError);
  await boss.start();
  const subscriptions: ChannelSubscription[] = [];
  const queue = queueOn(boss, options.onError);
  return {
    ...queue,
    async listen(onWake) {
      subscriptions.push(...(await listenOn(boss, onWake)));
      // Jobs of other queues also wake the worker, which costs only one query.
      const due = await followDueJobs({ db: boss.getDb(), onDue: onWake, onError: options.onError });
      subscriptions.push({ close: () => due.stop() });
    },
    async stop() {
      // The listeners are closed first, because an error of a server that is shutting down would end the process.
      if (await queue.isReachable()) await Promise.all(subscriptions.map((each) => each.close()));
      await boss.stop({ graceful: false });
    },
  };
}

type ChannelSubscription = { close(): Promise<void> };

/** Listens on our own channel and on pg-boss's channel, since a new job is announced on only one of them. */
async function listenOn(boss: PgBoss, onWake: () => void): Promise<ChannelSubscription[]> {
  const db = boss.getDb();
  const { rows } = await db.executeSql(BOSS_CHANNEL);
  const channels = [JOBS_CHANNEL, String(rows[0]?.channel)];
  const subscriptions = await Promise.all(
    channels.map(async (channel) => db.listen?.(channel, onWake, onWake)),
  );
  return subscriptions.filter((each) => each !== undefined);
}

function queueOn(boss: PgBoss, onError: (error: unknown) => void): Omit<WorkerQueue, "listen" | "stop"> {
  return {
    async claim(kind, handlers) {
      const names = handlers.map(({ name }) => name);
      const { rows } = await boss.getDb().executeSql(CLAIM_FAIRLY, [names, kind, false]);
      const job: FairJob | undefined = rows[0];
      const registered = handlers.find(({ name }) => name === job?.name);
      if (!job || !registered) return undefined;
      const { id, data, retryCount, groupId: clientUuid } = job;
      const { payload, parent } = splitTrace(data as object);
      const claimed: ClaimedJob = { registered, id, payload, trace: parent, retryCount, clientUuid };
      return isLostAttempt(job.output) ? { ...claimed, triesAfterLoss: job.retryLimit } : claimed;
    },
    beginSuspectTry: (job) =>
      limitAttempts(boss, job, Math.min(job.triesAfterLoss ?? 0, job.retryCount + MAX_SUSPECT_TRIES - 1)),
    async complete(job, result) {
      await boss.send(
        RESULT_QUEUE,
        { ...result, ...currentTrace() },
        {
          // The group gives clients their turns, and the key keeps the results for one video or file in order.
          ...(job.clientUuid ? { group: { id: job.clientUuid } } : {}),
          singletonKey: "asset" in result ? result.asset.uuid : result.videoUuid,
        },
      );
      await boss.getDb().executeSql("SELECT pg_notify($1, $2)", [JOBS_CHANNEL, RESULT_QUEUE]);
      await boss.complete(job.registered.name, attemptOf(job));
    },
    async giveBack(job, why) {
      if (job.triesAfterLoss !== undefined) await limitAttempts(boss, job, job.triesAfterLoss);
      await boss.fail(job.registered.name, attemptOf(job), { message: why });
    },
    async postpone(job, why) {
      if (job.triesAfterLoss !== undefined) await limitAttempts(boss, job, job.triesAfterLoss + 1);
      else await addAttempt(boss, job);
      await boss.fail(job.registered.name, attemptOf(job), { message: why });
    },
    keepAlive(job, onLost) {
      const beat = () =>
        boss.touch(job.registered.name, attemptOf(job)).then((answer) => {
          if ("affected" in answer && answer.affected === 0) onLost();
        }, onError);
      const timer = setInterval(() => void beat(), HEARTBEAT_INTERVAL_MS);
      return { [Symbol.dispose]: () => clearInterval(timer) };
    },
    async isReachable() {
      return boss
        .getDb()
        .executeSql("SELECT 1")
        .then(
          () => true,
          () => false,
        );
    },
  };
}

const isLostAttempt = (output: unknown) =>
  (output as { value?: { message?: unknown } } | null)?.value?.message === LOST_ATTEMPT_MESSAGE;

/** Limits the attempts at a job. If the job fails this many times, the queue gives it up. */
async function limitAttempts(boss: PgBoss, { registered, id, retryCount }: ClaimedJob, tries: number) {
  const statement = `UPDATE ${QUEUE_SCHEMA}.job SET retry_limit = $4 WHERE name = $1 AND id = $2 AND retry_count = $3`;
  await boss.getDb().executeSql(statement, [registered.name, id, retryCount, tries]);
}

async function addAttempt(boss: PgBoss, { registered, id, retryCount }: ClaimedJob) {
  const statement = `UPDATE ${QUEUE_SCHEMA}.job SET retry_limit = retry_limit + 1 WHERE name = $1 AND id = $2 AND retry_count = $3`;
  await boss.getDb().executeSql(statement, [registered.name, id, retryCount]);
}

/** Identifies a job and its attempt, so that the late result of an earlier attempt changes nothing. */
const attemptOf = ({ id, retryCount }: ClaimedJob) => [{ id, retryCount }];
