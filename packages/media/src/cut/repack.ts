import { type Fragment, readFragment } from "../mp4/read-fragment.ts";
import { writeFragment } from "../mp4/write-cmaf.ts";

/** A quarter of the shortest frame, of 120 a second: rounding of times to ticks is less. */
const TOLERANCE_SEC = 0.002;

/** Where the key frames of a segment are shown, in seconds of its own clock. */
export function listKeyTimes(segment: Uint8Array, timescale: number): number[] {
  return keysOf(readFragment(segment), timescale).map(({ sec }) => sec);
}

/**
 * Some groups of pictures of a segment as a segment of their own, bytes and times unchanged.
 * @param range from a key frame up to a key frame or the end, in seconds of the segment's own clock.
 * @param sequence position of the new segment.
 * @throws Error when no key frame stands at `fromSec`.
 */
export function repackGroups(
  segment: Uint8Array,
  range: { timescale: number; fromSec: number; toSec: number },
  sequence: number,
): Buffer {
  const fragment = readFragment(segment);
  const keys = keysOf(fragment, range.timescale);
  const first = keys.find(({ sec }) => Math.abs(sec - range.fromSec) <= TOLERANCE_SEC);
  if (!first) throw new Error(`No key frame at ${range.fromSec} s`);
  const end = keys.find(({ sec }) => sec >= range.toSec - TOLERANCE_SEC);
  const before = fragment.samples.slice(0, first.at);
  const baseTicks = before.reduce((ticks, { durationTicks }) => ticks + durationTicks, fragment.baseTicks);
  return writeFragment(sequence, baseTicks, fragment.samples.slice(first.at, end?.at));
}

function keysOf({ baseTicks, samples }: Fragment, timescale: number): { at: number; sec: number }[] {
  let ticks = baseTicks;
  return samples.flatMap(({ durationTicks, ctsTicks, isSync }, at) => {
    const sec = (ticks + ctsTicks) / timescale;
    ticks += durationTicks;
    return isSync ? [{ at, sec }] : [];
  });
}
