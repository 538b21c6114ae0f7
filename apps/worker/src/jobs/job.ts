import type { FetchedBytes, JobName, JobPayload, JobResult } from "@shoal/contract/jobs";
import type { Sandbox } from "@shoal/media";
import type { MediaStore } from "@shoal/store";
import type { FetchSettings } from "../fetch/fetch-settings.ts";

/** The services and settings that every job can use. */
export interface JobDeps {
  store: MediaStore;
  sandbox: Sandbox;
  /** The first line of `ffmpeg -version`. The names of output objects depend on it. */
  ffmpegVersion: string;
  /** An empty folder for this run. It is removed with its contents after the run. */
  workFolder: string;
  /** Aborted when the result is no longer needed or the worker stops. */
  signal: AbortSignal;
  /** The settings for files fetched from URLs. */
  fetching: FetchSettings;
  /** Reports progress from 0 to 1. A job may call this at any rate. `bytes` is the number of bytes fetched so far. */
  onProgress: (fraction: number, bytes?: FetchedBytes) => void;
}

/**
 * A job as a plain function, so that the queue, the tests and the benchmark run the same code. The same payload always gives the
 * same result.
 */
export type JobHandler<N extends JobName> = (payload: JobPayload<N>, deps: JobDeps) => Promise<JobResult>;

/** Returns the fields that all results have in common. */
export const resultBase = ({ videoUuid, generation }: { videoUuid: string; generation: number }) => ({
  videoUuid,
  generation,
});
