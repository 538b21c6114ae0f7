import type { LiveStream } from "@shoal/media";

/** The source of running lives: in this process, or at their ingest. */
export interface LiveSource {
  /**
   * Undefined if it is not a live, or not of this generation.
   * @returns a promise while its ingest is queried; it rejects if the ingest does not answer.
   */
  find(uuid: string, generation: number): LiveStream | Promise<LiveStream> | undefined;
}
