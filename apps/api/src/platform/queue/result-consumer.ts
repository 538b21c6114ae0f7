import { CLAIM_FAIRLY, type FairJob, Slots } from "@shoal/lifecycle";
import type { PgBoss } from "pg-boss";

/** Results that one replica applies in parallel, each of a different video. */
const RESULTS_CONCURRENCY = 4;
/** The queue retries a result after 10 s without a heartbeat. */
const HEARTBEAT_INTERVAL_MS = 3_000;
/** Checks at least this often: notifications are lost while the connection is down. */
const CHECK_INTERVAL_MS = 30_000;
/** A stop waits at most this long; unfinished results are retried after their missed heartbeat. */
const STOP_TIMEOUT_MS = 8_000;
const CHANNEL_QUERY = "SELECT 'pgboss_' || left(encode(sha224('queue'::bytea), 'hex'), 24) AS channel";

export interface ResultConsumer {
  queue: string;
  /** If it throws, the result is retried after the queue's back-off. */
  apply(data: unknown): Promise<void>;
  onError(error: Error): void;
}

export interface ConsumedResults {
  /** Must be called when the retry of a result is due. */
  wake(): void;
  /** Resolves after the running results have been applied. */
  stop(): Promise<void>;
}

/**
 * Applies workers' results. Several are applied in parallel, but results about one video, identified by the key that they were sent
 * with, in order. Each client gets a turn, so that one client's backlog does not delay others.
 */
export async function consumeResults(boss: PgBoss, consumer: ResultConsumer): Promise<ConsumedResults> {
  const { queue, onError } = consumer;
  const db = boss.getDb();
  const slots = new Slots<FairJob>({
    size: RESULTS_CONCURRENCY,
    claim: async () => (await db.executeSql(CLAIM_FAIRLY, [[queue], queue, true])).rows[0],
    run: (job) => applyResult(boss, job, consumer).catch(onError),
    onError: (error) => onError(error as Error),
  });
  const wake = () => slots.wake();
  const { rows } = await db.executeSql(CHANNEL_QUERY);
  const subscription = await db.listen?.(String(rows[0]?.channel), (name) => name === queue && wake(), wake);
  const timer = setInterval(wake, CHECK_INTERVAL_MS);
  wake();
  const stop = async () => {
    clearInterval(timer);
    const patience = Promise.withResolvers<void>();
    const tooLong = setTimeout(patience.resolve, STOP_TIMEOUT_MS);
    await Promise.race([slots.stop(), patience.promise]);
    clearTimeout(tooLong);
    await subscription?.close().catch(onError);
  };
  return { wake, stop };
}

async function applyResult(
  boss: PgBoss,
  { id, retryCount, data }: FairJob,
  { queue, apply, onError }: ResultConsumer,
): Promise<void> {
  // The attempt is included too, so that a late result of an earlier attempt changes nothing.
  const attempt = [{ id, retryCount }];
  const timer = setInterval(() => void boss.touch(queue, attempt).catch(onError), HEARTBEAT_INTERVAL_MS);
  try {
    await apply(data);
    await boss.complete(queue, attempt);
  } catch (error) {
    onError(error as Error);
    await boss.fail(queue, attempt, { message: String(error) });
  } finally {
    clearInterval(timer);
  }
}
