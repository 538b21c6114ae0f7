import type { LiveStream } from "@shoal/media";

/** Where the edge finds the lives that run: in this process, or at their ingest. */
export interface LiveSource {
  /** Undefined for what is no live, or none of this generation. */
  find(uuid: string, generation: number): LiveStream | undefined;
}
