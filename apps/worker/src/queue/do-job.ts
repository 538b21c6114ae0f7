import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { FfmpegError, findFault } from "@shoal/media";
import { isDiskFull, isStoreUnavailable } from "@shoal/store";
import { inJobSpan } from "@shoal/tracing";
import type { LimitFunction } from "p-limit";
import type { RegisteredJob } from "../jobs/handlers.ts";
import type { JobDeps } from "../jobs/job.ts";
import type { DiskWatch } from "../platform/disk-watch.ts";
import type { ProgressReporter } from "../platform/progress-reporter.ts";
import type { ClaimedJob } from "./claimed-job.ts";
import { failedResultOf } from "./failed-result.ts";
import type { WorkerQueue } from "./job-queue.ts";

/** The outcome of one attempt at a job. */
export type AttemptEnding =
  | "done"
  | "failed"
  | "given-back"
  | "waits-for-disk"
  | "waits-for-store"
  | "unwanted"
  | "lost";

/** The pause between attempts to reach the queue, which may be restarting after a full disk. */
const REPORT_RETRY_DELAY_MS = 1_000;

interface JobOutcome {
  ending: AttemptEnding;
  error?: unknown;
}

export interface DoJobOptions {
  queue: Pick<
    WorkerQueue,
    "complete" | "giveBack" | "postpone" | "keepAlive" | "beginSuspectTry" | "isReachable"
  >;
  /** Returns the disk watch that applies to a job. */
  diskOf(registered: RegisteredJob): Pick<DiskWatch, "signal" | "check">;
  /** Runs jobs whose worker died one at a time, so that the job that causes this can be identified. */
  suspects: LimitFunction;
  deps: Pick<JobDeps, "store" | "sandbox" | "ffmpegVersion" | "fetching">;
  /** The folder of this worker. Each run gets a subfolder, which is always removed. */
  folder: string;
  progress: ProgressReporter;
  /** Aborted when the worker stops, so that running jobs go back to the queue. */
  stopping: AbortSignal;
}

/**
 * Runs a claimed job and settles it with the queue by a result, an error for the owner, or another attempt. A job that hit a full
 * disk goes back as if it had not been attempted.
 * @throws the queue's errors; the queue then takes the job back, because its heartbeat is missing.
 */
export const doJob = (job: ClaimedJob, options: DoJobOptions): Promise<JobOutcome> =>
  inJobSpan(job.registered.name, job.trace, () => doAndSettle(job, options));

async function doAndSettle(job: ClaimedJob, options: DoJobOptions): Promise<JobOutcome> {
  const unwanted = new AbortController();
  const lost = new AbortController();
  const workFolder = join(options.folder, job.id);
  const { signal: diskFull } = options.diskOf(job.registered);
  const heartbeat = options.queue.keepAlive(job, () => lost.abort());
  try {
    await mkdir(workFolder, { recursive: true });
    const signal = AbortSignal.any([unwanted.signal, lost.signal, options.stopping, diskFull]);
    const onProgress = options.progress.of(job, () => unwanted.abort());
    const run = () => job.registered.run(job.payload, { ...options.deps, workFolder, signal, onProgress });
    const result = await (mayKillWorker(job) ? options.suspects(runAsSuspect) : run());
    await retryReport(() => options.queue.complete(job, result), options, lost.signal);
    return { ending: "done" };

    async function runAsSuspect() {
      signal.throwIfAborted();
      await options.queue.beginSuspectTry(job);
      return run();
    }
  } catch (error) {
    if (lost.signal.aborted) return { ending: "lost", error };
    const settle = () =>
      settleFailure(job, error, options, {
        isUnwanted: unwanted.signal.aborted,
        isDiskFull: diskFull.aborted || isDiskFullError(error),
      });
    return { ending: await retryReport(settle, options, lost.signal), error };
  } finally {
    await rm(workFolder, { recursive: true, force: true }).finally(() => heartbeat[Symbol.dispose]());
  }
}

/**
 * Whether a job may have caused its worker's death. Fetches are exempt: they do not parse the file, and they take so long that
 * other causes often coincide.
 */
const mayKillWorker = ({ triesAfterLoss, registered }: ClaimedJob) =>
  triesAfterLoss !== undefined && registered.slots !== "fetch";

/**
 * Retries storing a result that took minutes to compute, while the queue's database is full or restarting.
 * @throws other errors of the queue when it responds; its last error when the worker stops or another worker has the job.
 */
async function retryReport<T>(
  report: () => Promise<T>,
  { queue, stopping }: DoJobOptions,
  lost: AbortSignal,
): Promise<T> {
  for (;;) {
    try {
      return await report();
    } catch (error) {
      if (stopping.aborted || lost.aborted) throw error;
      if (!isDiskFull(error) && (await queue.isReachable())) throw error;
      const signal = AbortSignal.any([stopping, lost]);
      await delay(REPORT_RETRY_DELAY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function settleFailure(
  job: ClaimedJob,
  error: unknown,
  { queue, stopping, diskOf }: DoJobOptions,
  why: { isUnwanted: boolean; isDiskFull: boolean },
): Promise<AttemptEnding> {
  if (why.isUnwanted) {
    await queue.complete(
      job,
      failedResultOf(jobPayloadOf(job), { errorType: "encoding_failed", detail: "No longer wanted" }),
    );
    return "unwanted";
  }
  // A tool whose output was truncated may report any error, not only that of a full disk. If the disk is low, the job waits for
  // room instead of being claimed again immediately.
  const isLow = await diskOf(job.registered).check();
  if (why.isDiskFull || isLow) {
    await queue.postpone(job, "The disk is full");
    return "waits-for-disk";
  }
  // The worker stops for another reason, so the attempt does not count.
  if (stopping.aborted) {
    await queue.postpone(job, "The worker stopped");
    return "given-back";
  }
  // No video fails because the store is unavailable, however long the outage lasts.
  if (isStoreUnavailable(error)) {
    await queue.postpone(job, `The media store is away: ${String(error).slice(0, 1_000)}`);
    return "waits-for-store";
  }
  const isStopped = error instanceof FfmpegError && error.reason === "aborted";
  const fault = isStopped ? undefined : findFault(error);
  if (fault) {
    await queue.complete(job, failedResultOf(jobPayloadOf(job), fault));
    return "failed";
  }
  await queue.giveBack(job, error instanceof Error ? error.message.slice(0, 2_000) : String(error));
  return "given-back";
}

const isDiskFullError = (error: unknown) =>
  isDiskFull(error) || (error instanceof FfmpegError && error.reason === "disk_full");

const jobPayloadOf = ({ registered, payload }: ClaimedJob) => ({ name: registered.name, payload });
