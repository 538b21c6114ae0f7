/** On which jobs are announced that wait for a time, such as another try: pg-boss announces those alone that may begin. */
const DUE_CHANNEL = "shoal_due_jobs";
/** Longer than timers of the process go: it looks again by then. */
const LONGEST_MS = 86_400_000;

/** For one transaction, and may be carried out again at every start. A word is the queue and how many seconds are left, rounded up. */
export const DUE_JOBS: readonly string[] = [
  `CREATE OR REPLACE FUNCTION queue.tell_due_job() RETURNS trigger LANGUAGE plpgsql AS $due$ BEGIN
    PERFORM pg_notify('${DUE_CHANNEL}', NEW.name || ' ' || greatest(0, ceil(extract(epoch FROM NEW.start_after - clock_timestamp()))));
    RETURN NULL;
  END $due$`,
  // Made once: making it waits for transactions that change jobs.
  `DO $$ BEGIN
    IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = 'queue.job'::regclass AND tgname = 'shoal_due_jobs') THEN
      CREATE TRIGGER shoal_due_jobs AFTER INSERT OR UPDATE OF state, start_after ON queue.job FOR EACH ROW
        WHEN (NEW.state < 'active' AND (NEW.state = 'retry' OR NEW.start_after > now())) EXECUTE FUNCTION queue.tell_due_job();
    END IF;
  END $$`,
];

const NEXT_DUE = `SELECT name, ceil(extract(epoch FROM min(start_after) - clock_timestamp()))::float8 AS sec FROM queue.job
  WHERE state < 'active' AND NOT blocked AND start_after > clock_timestamp() GROUP BY name`;

/** As pg-boss has it. */
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
  /** A job of this queue may begin now. */
  onDue(queue: string): void;
  onError(error: unknown): void;
  /** Timers, which a test makes itself. @returns takes it back. */
  after?(ms: number, run: () => void): () => void;
}

/**
 * Tells of waiting jobs when their time comes: those that wait at the start, and of each that comes the database says when. What is
 * lost with a connection is read again.
 */
export async function followDueJobs({ db, onDue, onError, after = realTimer }: DueJobsOptions) {
  const rings = new Map<string, { atMs: number; takeBack: () => void }>();
  let isStopped = false;

  function ringAfter(queue: string, sec: number): void {
    const ms = Math.min(LONGEST_MS, sec * 1_000);
    const atMs = Date.now() + ms;
    const present = rings.get(queue);
    if (isStopped || (present && present.atMs <= atMs)) return;
    present?.takeBack();
    const ring = () => {
      rings.delete(queue);
      onDue(queue);
      readNext();
    };
    rings.set(queue, { atMs, takeBack: after(ms, ring) });
  }

  /** One timer a queue stands for all that wait in it: after it the next one is asked for. */
  function readNext(): void {
    if (isStopped) return;
    db.executeSql(NEXT_DUE).then(({ rows }) => {
      for (const { name, sec } of rows) ringAfter(name, sec);
    }, onError);
  }

  const onWord = (word: string) => {
    const [queue = "", sec] = word.split(" ");
    ringAfter(queue, Number(sec));
  };
  const ear = await db.listen?.(DUE_CHANNEL, onWord, readNext);
  return {
    async stop(): Promise<void> {
      isStopped = true;
      for (const { takeBack } of rings.values()) takeBack();
      await ear?.close();
    },
  };
}
export type DueJobs = Awaited<ReturnType<typeof followDueJobs>>;

function realTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
