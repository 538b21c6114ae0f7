import type { ArrivedSegment } from "./engine.types.ts";
import type { SegmentLoad } from "./loads.ts";

/** The maximum number of remembered arrivals: two minutes of a live in parts of 1 s, video and audio. */
const MAX_ARRIVALS = 256;

/** The recent arrivals and their transports, for inspection. */
export class Arrivals {
  readonly segments: ArrivedSegment[] = [];
  /** The total bytes of all segments since the start. */
  bytes = 0;

  record({ segment, startSec, about, assembly }: SegmentLoad, endedAtMs: number): void {
    const { sources, startedAtMs, received } = assembly;
    this.bytes += received;
    this.segments.push({ segment, startSec, about, sources, startedAtMs, endedAtMs });
    if (this.segments.length > MAX_ARRIVALS) this.segments.shift();
  }
}
