import type { Transport } from "@shoal/p2p";

export interface PlayedSegment {
  startSec: number;
  endSec: number;
  transport: Transport;
  kbps: number;
  height: number;
}

/** Enough for two hours of 4 s segments. */
const SEGMENTS_MAX = 2_000;

/** What was put in the buffer last for each moment. */
export class SegmentTimeline {
  #segments: PlayedSegment[] = [];

  put(segment: PlayedSegment): void {
    const isReplaced = ({ startSec, endSec }: PlayedSegment) =>
      startSec >= segment.startSec - 0.01 && endSec <= segment.endSec + 0.01;
    this.#segments = this.#segments.filter((other) => !isReplaced(other));
    this.#segments.push(segment);
    if (this.#segments.length > SEGMENTS_MAX) this.#segments.shift();
  }

  at(positionSec: number): PlayedSegment | undefined {
    return this.#segments.findLast(
      ({ startSec, endSec }) => startSec <= positionSec + 0.05 && positionSec < endSec,
    );
  }
}

/**
 * The smallest height that covers the player's pixels, or the largest there is.
 * @param heights of the renditions, any order.
 */
export function bestHeight(heights: readonly number[], playerHeightPx: number): number {
  const sorted = [...heights].sort((a, b) => a - b);
  return sorted.find((height) => height >= playerHeightPx) ?? sorted.at(-1) ?? 0;
}
