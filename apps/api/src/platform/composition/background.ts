import { setTimeout as delay } from "node:timers/promises";
import type { JobResult } from "@shoal/contract/jobs";
import { jobOfResult, RESULT_OWNERS, type ResultOwner, traitsOf } from "@shoal/domain";
import { sql } from "kysely";
import { moveOldRows, prepareAnalytics } from "../analytics-tables.ts";
import { type Database, runInSession } from "../database.ts";
import { ANALYTICS, DB, JOB_QUEUE, ON_ERROR, PURGE_MEDIA, WORK_NOTIFICATIONS } from "../needs.ts";
import type { DeadAssetJob, DeadJob, TaskHandler } from "../queue/job-queue.ts";
import { createWokenLoop } from "../woken-loop.ts";
import type { WorkNotifications, WorkTopic } from "../work-notifications.ts";
import type { Background, JobReports, ModuleDeclaration, Schedule } from "./define-module.ts";
import type { ResolveNeed } from "./need.ts";

const PREPARE_LOCK = 7_206;
const ANALYTICS_RETRY_DELAY_MS = 5_000;
/** Startup waits no longer than this for ClickHouse. */
const ANALYTICS_START_TIMEOUT_MS = 2_000;

/**
 * Starts the modules' work outside of calls: tasks, job results and schedules.
 * @returns a function that stops it after running work has ended.
 * @throws Error naming a task that two modules handle, and the errors of `joinJobReports`.
 */
export async function startBackground(
  modules: readonly ModuleDeclaration[],
  resolve: ResolveNeed,
): Promise<() => Promise<void>> {
  const reports = joinJobReports(modules, resolve);
  const tasks = handlersOf(modules, resolve);
  const running = new RunningWork(resolve(ON_ERROR), () => resolve(WORK_NOTIFICATIONS));
  const background = modules.flatMap((module) => module.background?.make(resolve) ?? []);
  const schedules = modules.flatMap((module) => module.schedules?.make(resolve) ?? []);
  for (const work of background) if (!work.needsAnalytics) await running.start(work);
  await resolve(JOB_QUEUE).consume({
    onResult: reports.onResult,
    onDeadJob: reports.onDead,
    onPurge: ({ prefixes }) => resolve(PURGE_MEDIA)(prefixes),
    tasks,
  });
  const analytics = resolve(ANALYTICS);
  const prepared = Promise.withResolvers<void>();
  const stopTrying = retryUntilDone(async () => {
    await runUnderLock(resolve(DB), () => prepareAnalytics(analytics)).finally(prepared.resolve);
    await moveOldRows(analytics);
    for (const work of background) if (work.needsAnalytics) await running.start(work);
    for (const schedule of schedules) if (schedule.needsAnalytics) running.repeat(schedule);
  }, resolve(ON_ERROR));
  // Work that needs figures, started here or by the caller, finds their tables, unless ClickHouse is down.
  await Promise.race([prepared.promise, delay(ANALYTICS_START_TIMEOUT_MS, undefined, { ref: false })]);
  for (const schedule of schedules) if (!schedule.needsAnalytics) running.repeat(schedule);
  return async () => {
    stopTrying();
    await running.stop();
  };
}

/**
 * Runs work under a lock: when several APIs start together, one creates the tables of ClickHouse, and the others find them
 * complete.
 */
const runUnderLock = (db: Database, work: () => Promise<void>): Promise<void> =>
  runInSession(db, async (connection) => {
    await sql`SELECT pg_advisory_lock(${sql.lit(PREPARE_LOCK)})`.execute(connection);
    try {
      await work();
    } finally {
      await sql`SELECT pg_advisory_unlock(${sql.lit(PREPARE_LOCK)})`.execute(connection);
    }
  });

/** Returns the handlers of all tasks. @throws Error naming a task that two modules handle. */
export function handlersOf(modules: readonly ModuleDeclaration[], resolve: ResolveNeed): TaskHandler[] {
  const handlers = new Map<string, TaskHandler>();
  for (const module of modules)
    for (const { task, part } of module.tasks ?? []) {
      const { name } = task;
      if (handlers.has(name)) throw new Error(`Two modules carry out the task "${name}"`);
      const handle = part.make(resolve);
      handlers.set(name, { name, handle: (data) => handle(data as never) });
    }
  return [...handlers.values()];
}

/** Keeps the work that was started, so that it can be stopped at shutdown. */
class RunningWork {
  readonly #onError: (error: unknown) => void;
  readonly #notifications: () => Pick<WorkNotifications, "on">;
  readonly #stopping = new AbortController();
  readonly #repeating: Promise<void>[] = [];
  readonly #started: Background[] = [];

  constructor(onError: (error: unknown) => void, notifications: () => Pick<WorkNotifications, "on">) {
    this.#onError = onError;
    this.#notifications = notifications;
  }

  async start(work: Background): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    this.#started.push(work);
    await work.start();
  }

  /** Runs work immediately and then repeatedly, with a pause in between. */
  repeat(schedule: Schedule): void {
    if (schedule.topic) this.#repeatWoken(schedule, schedule.topic);
    else this.#repeatPaused(schedule);
  }

  #repeatWoken({ run, pauseMs, idlePauseMs = pauseMs }: Schedule, topic: WorkTopic): void {
    const check = async () => (await run()) !== false;
    const loop = createWokenLoop({ check, pauseMs, fallbackMs: idlePauseMs, onError: this.#onError });
    const unsubscribe = this.#notifications().on(topic, loop.wake);
    loop.start();
    this.#started.push({
      start: () => undefined,
      async stop() {
        unsubscribe();
        await loop.stop();
      },
    });
  }

  #repeatPaused({ run, pauseMs }: Schedule): void {
    const { signal } = this.#stopping;
    const repeatedly = async () => {
      while (!signal.aborted) {
        await run().catch(this.#onError);
        await delay(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
    };
    this.#repeating.push(repeatedly());
  }

  /** Stops all work in the reverse order of starting. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#repeating);
    for (const work of this.#started.toReversed()) await work.stop();
  }
}

/** Retries until it succeeds; ClickHouse may start later than the api. @returns a function that cancels. */
function retryUntilDone(work: () => Promise<void>, onError: (error: unknown) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const attempt = () => {
    work().catch((error: unknown) => {
      onError(error);
      if (!isStopped) timer = setTimeout(attempt, ANALYTICS_RETRY_DELAY_MS);
    });
  };
  attempt();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/**
 * Combines the modules' handlers of job results.
 * @throws Error naming a kind of result that has no handler, or two.
 */
export function joinJobReports(modules: readonly ModuleDeclaration[], resolve: ResolveNeed): JobReports {
  const owners = new Map<ResultOwner, JobReports>();
  for (const { name, jobResults } of modules) {
    if (!jobResults) continue;
    if (owners.has(jobResults.of))
      throw new Error(`The module "${name}" takes results of "${jobResults.of}", which another module takes`);
    owners.set(jobResults.of, jobResults.part.make(resolve));
  }
  for (const owner of RESULT_OWNERS)
    if (!owners.has(owner)) throw new Error(`No module takes the results of "${owner}"`);
  return {
    onResult: async (result) => owners.get(ownerOf(result))?.onResult(result),
    onDead: async (job) => owners.get(ownerOfDeadJob(job))?.onDead(job),
  };
}

/** Returns the owner of a result. Names that another version of the platform uses are passed to the owners of the object. */
const ownerOf = (result: JobResult): ResultOwner =>
  traitsOf(jobOfResult(result))?.resultsGoTo ?? ("asset" in result ? "pictures" : "encoding");

function ownerOfDeadJob(job: DeadJob | DeadAssetJob): ResultOwner {
  if ("asset" in job) return traitsOf(job.job)?.resultsGoTo ?? "pictures";
  if (job.thumbnailId !== undefined) return "thumbnails";
  return traitsOf(job.job)?.resultsGoTo ?? "encoding";
}
