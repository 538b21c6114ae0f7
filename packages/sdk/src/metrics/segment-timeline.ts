import type { Transport } from "@shoal/p2p";
import type { Rendition } from "./meter.ts";

export interface PlayedSegment {
  startSec: number;
  endSec: number;
  transport: Transport;
  kbps: number;
  height: number;
}

/** The maximum number of segments: two hours of 4 s segments. */
const MAX_SEGMENTS = 2_000;

/** The segment that was buffered last, for each moment of the video. */
export class SegmentTimeline {
  #segments: PlayedSegment[] = [];

  put(segment: PlayedSegment): void {
    const isReplaced = ({ startSec, endSec }: PlayedSegment) =>
      startSec >= segment.startSec - 0.01 && endSec <= segment.endSec + 0.01;
    this.#segments = this.#segments.filter((other) => !isReplaced(other));
    this.#segments.push(segment);
    if (this.#segments.length > MAX_SEGMENTS) this.#segments.shift();
  }

  at(positionSec: number): PlayedSegment | undefined {
    return this.#segments.findLast(
      ({ startSec, endSec }) => startSec <= positionSec + 0.05 && positionSec < endSec,
    );
  }

  /**
   * Returns the rendition under the playhead.
   * @param heights the heights of the available renditions, in pixels.
   */
  renditionAt(positionSec: number, heights: readonly number[], video: HTMLVideoElement): Rendition {
    const played = this.at(positionSec);
    if (!played) return { transport: "server", kbps: 0, isBest: false };
    const best = bestHeight(heights, video.clientHeight * window.devicePixelRatio);
    const { transport, kbps, height } = played;
    return { transport, kbps, height, isBest: height >= best };
  }
}

/**
 * Returns the smallest height that covers the player's pixels, or the largest available.
 * @param heights the heights of the renditions in pixels, in any order.
 */
export function bestHeight(heights: readonly number[], playerHeightPx: number): number {
  const sorted = [...heights].sort((a, b) => a - b);
  return sorted.find((height) => height >= playerHeightPx) ?? sorted.at(-1) ?? 0;
}
