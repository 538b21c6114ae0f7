import type { EncodedSample } from "./encoded-track.ts";

/** Rounding of times to ticks is less. */
const TOLERANCE_SEC = 0.002;

export interface BorderOptions {
  /** No part of the leading rendition is longer. */
  stepSec: number;
  /** How long a segment is at least, by its number; it ends with the next key frame. */
  segmentSecOf(number: number): number;
  /** Of the first segment. */
  firstNumber: number;
}

/** A part of the leading rendition. */
export interface PartPlan {
  toSec: number;
  segment: number;
  order: number;
}

/** The part that grows. */
interface Growing extends PartPlan {
  fromSec: number;
  segmentFromSec: number;
}

/**
 * Where parts and segments end, by the frames of the leading rendition: a part when no further frame fits into it, a segment
 * with the first key frame after its least length.
 */
export function followLead(timescale: number, { stepSec, segmentSecOf, firstNumber }: BorderOptions) {
  let growing: Growing | undefined;
  let next = { segment: firstNumber, order: 0, segmentFromSec: 0 };

  const close = (): PartPlan[] => {
    if (!growing) return [];
    const { toSec, segment, order, segmentFromSec } = growing;
    next = { segment, order: order + 1, segmentFromSec };
    growing = undefined;
    return [{ toSec, segment, order }];
  };
  const isSegmentDue = (fromSec: number, { isSync }: EncodedSample): boolean =>
    isSync && fromSec - next.segmentFromSec >= segmentSecOf(next.segment) - TOLERANCE_SEC;

  return {
    /** @returns the parts that are complete with this frame. */
    add(sample: EncodedSample): PartPlan[] {
      const [fromSec, durationSec] = [sample.dtsTicks / timescale, sample.durationTicks / timescale];
      const toSec = fromSec + durationSec;
      const isFirst = !growing && next.order === 0;
      const order = growing ? growing.order + 1 : next.order;
      const isNext = order > 0 && isSegmentDue(fromSec, sample);
      const isFull = growing !== undefined && toSec - growing.fromSec > stepSec + TOLERANCE_SEC;
      const closed = isNext || isFull ? close() : [];
      if (isFirst) next = { ...next, segmentFromSec: fromSec };
      if (isNext) next = { segment: next.segment + 1, order: 0, segmentFromSec: fromSec };
      growing ??= { ...next, fromSec, toSec };
      growing.toSec = toSec;
      // Not another frame of this length: nobody has to wait for it.
      const isDone = toSec + durationSec - growing.fromSec > stepSec + TOLERANCE_SEC;
      return isDone ? [...closed, ...close()] : closed;
    },
    end: close,
  };
}
