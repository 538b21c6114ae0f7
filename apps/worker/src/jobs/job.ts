import type { FetchedBytes, JobName, JobPayload, JobResult } from "@shoal/contract/jobs";
import type { Sandbox } from "@shoal/media";
import type { MediaStore } from "@shoal/store";
import type { FetchSettings } from "../fetch/fetch-settings.ts";

/** The tools of every job. */
export interface JobDeps {
  store: MediaStore;
  sandbox: Sandbox;
  /** First line of `ffmpeg -version`: part of the name of what it makes. */
  ffmpegVersion: string;
  /** An empty folder of this run alone; whatever is left in it is removed afterwards. */
  workFolder: string;
  /** Aborted when the result is no longer wanted or the worker stops. */
  signal: AbortSignal;
  /** How files are fetched from URLs. */
  fetching: FetchSettings;
  /** From 0 to 1; may be called as often as one likes. `bytes` are those of a file that is fetched. */
  onProgress: (fraction: number, bytes?: FetchedBytes) => void;
}

/** A plain function: the queue, the tests and the bench run the same code. Twice the same payload gives the same result. */
export type JobHandler<N extends JobName> = (payload: JobPayload<N>, deps: JobDeps) => Promise<JobResult>;

/** The part that every result begins with. */
export const resultBase = ({ videoUuid, generation }: { videoUuid: string; generation: number }) => ({
  videoUuid,
  generation,
});
