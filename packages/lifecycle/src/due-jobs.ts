/** The channel that announces jobs with a later start, such as retries. pg-boss announces only jobs that can start immediately. */
const DUE_CHANNEL = "shoal_due_jobs";
/** The longest timer, in ms. A job with a later start is checked again when the timer fires. */
const MAX_TIMER_MS = 86_400_000;

/**
 * These statements run in one transaction at every start of a process. The payload is the queue's name and the seconds until the
 * job's start, rounded up.
 */
export const DUE_JOBS: readonly string[] = [
  `CREATE OR REPLACE FUNCTION queue.tell_due_job() RETURNS trigger LANGUAGE plpgsql AS $due$ BEGIN
    PERFORM pg_notify('${DUE_CHANNEL}', NEW.name || ' ' || greatest(0, ceil(extract(epoch FROM NEW.start_after - clock_timestamp()))));
    RETURN NULL;
  END $due$`,
  // The trigger is created only once, because its creation waits for transactions that change jobs.
  `DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = 'queue.job'::regclass AND tgname = 'shoal_due_jobs') THEN
      CREATE TRIGGER shoal_due_jobs AFTER INSERT OR UPDATE OF state, start_after ON queue.job FOR EACH ROW
        WHEN (NEW.state < 'active' AND (NEW.state = 'retry' OR NEW.start_after > now())) EXECUTE FUNCTION queue.tell_due_job();
    END IF;
  END $$`,
];

const NEXT_DUE_QUERY = `SELECT name, ceil(extract(epoch FROM min(start_after) - clock_timestamp()))::float8 AS sec FROM queue.job
  WHERE state < 'active' AND NOT blocked AND start_after > clock_timestamp() GROUP BY name`;

/** The part of pg-boss's database connection that this module uses. */
interface QueueDatabase {
  executeSql(text: string): Promise<{ rows: { name: string; sec: number }[] }>;
  listen?(
    channel: string,
    onWord: (word: string) => void,
    onConnected: () => void,
  ): Promise<{ close(): Promise<void> }>;
}

interface DueJobsOptions {
  db: QueueDatabase;
  /** Called when a job of this queue can start. */
  onDue(queue: string): void;
  onError(error: unknown): void;
  /** Sets a timer. Tests supply their own. @returns a function that cancels the timer. */
  after?(ms: number, run: () => void): () => void;
}

/**
 * Reports jobs when they can start: those that already wait, and new ones as the database announces them. After a reconnection, the
 * waiting jobs are read again.
 */
export async function followDueJobs({ db, onDue, onError, after = realTimer }: DueJobsOptions) {
  const timers = new Map<string, { atMs: number; cancel: () => void }>();
  let isStopped = false;

  function reportAfter(queue: string, sec: number): void {
    const ms = Math.min(MAX_TIMER_MS, sec * 1_000);
    const atMs = Date.now() + ms;
    const present = timers.get(queue);
    if (isStopped || (present && present.atMs <= atMs)) return;
    present?.cancel();
    const report = () => {
      timers.delete(queue);
      onDue(queue);
      readNext();
    };
    timers.set(queue, { atMs, cancel: after(ms, report) });
  }

  /** Reads the next job of each queue and sets a timer for it. When the timer fires, the following job is read. */
  function readNext(): void {
    if (isStopped) return;
    db.executeSql(NEXT_DUE_QUERY).then(({ rows }) => {
      for (const { name, sec } of rows) reportAfter(name, sec);
    }, onError);
  }

  const onWord = (word: string) => {
    const [queue = "", sec] = word.split(" ");
    reportAfter(queue, Number(sec));
  };
  const subscription = await db.listen?.(DUE_CHANNEL, onWord, readNext);
  return {
    async stop(): Promise<void> {
      isStopped = true;
      for (const { cancel } of timers.values()) cancel();
      await subscription?.close();
    },
  };
}
export type DueJobs = Awaited<ReturnType<typeof followDueJobs>>;

function realTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
