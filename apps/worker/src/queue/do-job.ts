import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { FfmpegError, findFault } from "@shoal/media";
import type { LimitFunction } from "p-limit";
import type { JobDeps } from "../jobs/job.ts";
import type { ProgressReporter } from "../platform/progress-reporter.ts";
import { failedResult } from "./failed-result.ts";
import type { WorkerQueue } from "./job-queue.ts";
import type { TakenJob } from "./slots.ts";

/** How a try of a job ended. */
export type Ending = "done" | "failed" | "given-back" | "unwanted" | "lost";

export interface DoJobOptions {
  queue: Pick<WorkerQueue, "complete" | "giveBack" | "keepAlive" | "beginLastTry">;
  /** One place: jobs that died with their worker are tried again one after the other, so that one alone can be the reason. */
  suspects: LimitFunction;
  deps: Pick<JobDeps, "store" | "sandbox" | "ffmpegVersion" | "fetching">;
  /** Folder of this worker; each run gets one inside and it is removed whatever happens. */
  folder: string;
  progress: ProgressReporter;
  /** Aborted when the worker stops: running jobs go back to the queue. */
  stopping: AbortSignal;
}

/**
 * Does a job that was taken and settles it with the queue: a result, a fault that its owner is told, or back for another try.
 * @throws whatever the queue throws; the job then comes back by its missing heartbeat.
 */
export async function doJob(
  job: TakenJob,
  options: DoJobOptions,
): Promise<{ ending: Ending; error?: unknown }> {
  const unwanted = new AbortController();
  const lost = new AbortController();
  const workFolder = join(options.folder, job.id);
  const heartbeat = options.queue.keepAlive(job, () => lost.abort());
  try {
    await mkdir(workFolder, { recursive: true });
    const signal = AbortSignal.any([unwanted.signal, lost.signal, options.stopping]);
    const onProgress = options.progress.of(job, () => unwanted.abort());
    const run = () => job.registered.run(job.payload, { ...options.deps, workFolder, signal, onProgress });
    const result = await (isSuspect(job) ? options.suspects(runForTheLastTime) : run());
    await options.queue.complete(job, result);
    return { ending: "done" };

    async function runForTheLastTime() {
      signal.throwIfAborted();
      await options.queue.beginLastTry(job);
      return run();
    }
  } catch (error) {
    if (lost.signal.aborted) return { ending: "lost", error };
    return { ending: await settleFailure(job, error, options, unwanted.signal.aborted), error };
  } finally {
    await rm(workFolder, { recursive: true, force: true }).finally(() => heartbeat[Symbol.dispose]());
  }
}

/**
 * Whether a job may have been the reason of its worker's death. To fetch a file is to read nothing of it, and takes long
 * enough to be there when others are the reason.
 */
const isSuspect = ({ triesAfterLoss, registered }: TakenJob) =>
  triesAfterLoss !== undefined && registered.slots !== "fetch";

async function settleFailure(
  job: TakenJob,
  error: unknown,
  { queue, stopping }: DoJobOptions,
  isUnwanted: boolean,
): Promise<Ending> {
  if (isUnwanted) {
    await queue.complete(
      job,
      failedResult(jobOf(job), { errorType: "encoding_failed", detail: "No longer wanted" }),
    );
    return "unwanted";
  }
  const isStopped = stopping.aborted || (error instanceof FfmpegError && error.reason === "aborted");
  const fault = isStopped ? undefined : findFault(error);
  if (fault) {
    await queue.complete(job, failedResult(jobOf(job), fault));
    return "failed";
  }
  await queue.giveBack(job, error instanceof Error ? error.message.slice(0, 2_000) : String(error));
  return "given-back";
}

const jobOf = ({ registered, payload }: TakenJob) => ({ name: registered.name, payload });
