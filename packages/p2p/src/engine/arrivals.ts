import type { ArrivedSegment } from "./engine.types.ts";
import type { Load } from "./loads.ts";

/** Two minutes of a live in parts of 1 s, video and audio. */
const ARRIVALS_MAX = 256;

/** Recent arrivals and their transports, for inspection. */
export class Arrivals {
  readonly segments: ArrivedSegment[] = [];
  /** Total bytes of all segments since the start. */
  bytes = 0;

  record({ segment, startSec, about, assembly }: Load, endedAtMs: number): void {
    const { sources, startedAtMs, received } = assembly;
    this.bytes += received;
    this.segments.push({ segment, startSec, about, sources, startedAtMs, endedAtMs });
    if (this.segments.length > ARRIVALS_MAX) this.segments.shift();
  }
}
