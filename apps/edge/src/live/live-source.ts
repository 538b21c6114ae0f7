import type { LiveStream } from "@shoal/media";

/** The source of running lives: in this process, or at their ingest. */
export interface LiveSource {
  /**
   * Undefined for what is no live, or none of this generation.
   * @returns a promise while its ingest is asked; it rejects when that does not answer.
   */
  find(uuid: string, generation: number): LiveStream | Promise<LiveStream> | undefined;
}
