import type { FetchedBytes, JobName, JobPayload, JobResult } from "@shoal/contract/jobs";
import type { Sandbox } from "@shoal/media";
import type { MediaStore } from "@shoal/store";
import type { FetchSettings } from "../fetch/fetch-settings.ts";

/** The services and settings that every job can use. */
export interface JobDeps {
  store: MediaStore;
  sandbox: Sandbox;
  /** The first line of `ffmpeg -version`, on which the names of its outputs depend. */
  ffmpegVersion: string;
  /** An empty folder for this run, which is removed afterwards with its contents. */
  workFolder: string;
  /** Aborted when the result is no longer needed or the worker stops. */
  signal: AbortSignal;
  /** The settings for files fetched from URLs. */
  fetching: FetchSettings;
  /** Reports progress from 0 to 1, at any rate. `bytes` counts the bytes of a file that is being fetched. */
  onProgress: (fraction: number, bytes?: FetchedBytes) => void;
}

/**
 * A job as a plain function, so that the queue, the tests and the benchmark run the same code. The same payload always gives
 * the same result.
 */
export type JobHandler<N extends JobName> = (payload: JobPayload<N>, deps: JobDeps) => Promise<JobResult>;

/** Returns the common fields of all results. */
export const resultBase = ({ videoUuid, generation }: { videoUuid: string; generation: number }) => ({
  videoUuid,
  generation,
});
