import type { EncodedSample } from "./encoded-track.ts";

/** The tolerance for comparing times, which is larger than the rounding of times to ticks. */
const TOLERANCE_SEC = 0.002;

export interface BorderOptions {
  /** The maximum part duration in the leading rendition. */
  stepSec: number;
  /** Returns the minimum duration of a segment, by its number. The segment ends with the next key frame. */
  segmentSecOf(number: number): number;
  /** The duration of the first segment. */
  firstNumber: number;
}

/** A part of the leading rendition. */
export interface PartPlan {
  toSec: number;
  segment: number;
  order: number;
  /** Whether the next frame starts another segment. A full part is published before this is known. */
  endsSegment: boolean;
}

/**
 * Finds the borders of parts and segments by the frames of the leading rendition. A part ends when no further frame fits into it. A
 * segment ends with the first key frame after its minimum duration.
 */
export function trackPartBorders(timescale: number, { stepSec, segmentSecOf, firstNumber }: BorderOptions) {
  let [segment, order] = [firstNumber, 0];
  let segmentFromSec: number | undefined;
  /** The part that is still incomplete. */
  let part: { fromSec: number; toSec: number } | undefined;

  const close = (endsSegment = false): PartPlan[] => {
    if (!part) return [];
    const { toSec } = part;
    part = undefined;
    order += 1;
    return [{ toSec, segment, order: order - 1, endsSegment }];
  };
  const isFull = (toSec: number) => part !== undefined && toSec - part.fromSec > stepSec + TOLERANCE_SEC;

  return {
    /** Adds a frame of the leading rendition. @returns the parts completed by it. */
    add({ dtsTicks, durationTicks, isSync }: EncodedSample): PartPlan[] {
      const [fromSec, durationSec] = [dtsTicks / timescale, durationTicks / timescale];
      const toSec = fromSec + durationSec;
      segmentFromSec ??= fromSec;
      const isNext =
        isSync &&
        fromSec > segmentFromSec &&
        fromSec - segmentFromSec >= segmentSecOf(segment) - TOLERANCE_SEC;
      const closed = isNext || isFull(toSec) ? close(isNext) : [];
      if (isNext) [segment, order, segmentFromSec] = [segment + 1, 0, fromSec];
      part = { fromSec: part?.fromSec ?? fromSec, toSec };
      // No further frame of this length would fit, so the part is complete.
      return isFull(toSec + durationSec) ? [...closed, ...close()] : closed;
    },
    end: () => close(),
  };
}
