import type { ArrivedSegment } from "./engine.types.ts";
import type { Load } from "./loads.ts";

/** The maximum number of remembered arrivals: two minutes of a live in parts of 1 s, video and audio. */
const ARRIVALS_MAX = 256;

/** The recent arrivals and their transports, for inspection. */
export class Arrivals {
  readonly segments: ArrivedSegment[] = [];
  /** The total bytes of all segments since the start. */
  bytes = 0;

  record({ segment, startSec, about, assembly }: Load, endedAtMs: number): void {
    const { sources, startedAtMs, received } = assembly;
    this.bytes += received;
    this.segments.push({ segment, startSec, about, sources, startedAtMs, endedAtMs });
    if (this.segments.length > ARRIVALS_MAX) this.segments.shift();
  }
}
