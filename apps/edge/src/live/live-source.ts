import type { LiveStream } from "@shoal/media";

/** Finds running lives, in this process or at their ingest. */
export interface LiveSource {
  /**
   * Finds a running live. Returns undefined if the video is not a live, or has another generation.
   * @returns a promise while the ingest is queried; the promise rejects if the ingest does not respond.
   */
  find(uuid: string, generation: number): LiveStream | Promise<LiveStream> | undefined;
}
