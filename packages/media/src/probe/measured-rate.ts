import type { Fraction } from "@shoal/contract/stored-data";
import { nearestRate, STANDARD_RATES, toFps } from "./frame-rate.ts";

/** The minimum share of the measured time that must run at a rate: two close frames may be due to chance. */
const MIN_TIME_SHARE = 0.02;
const MIN_FRAMES = 10;
/** The tolerance for timestamps in whole milliseconds, which are off by one at most. */
const ROUNDING_TOLERANCE_SEC = 0.0011;
/** The minimum share of evenly spaced frames at that rate, up to rounding: the frames of a jittering camera are less evenly spaced. */
const MIN_EVEN_SHARE = 0.8;

/**
 * Returns the highest rate at which a substantial part of a source runs, by its frame times; undefined if they do not show one.
 * Headers have the mean of 30 and 60, or the rate of the first frames.
 * @param windows frame times in seconds, in any order, per examined window.
 * @example measuredRate([[0, 0.033, 0.067, …, 8, 8.017, 8.033, …]]) // { num: 60, den: 1 }
 */
export function measuredRate(windows: readonly (readonly number[])[]): Fraction | undefined {
  const gaps = windows.flatMap(gapsOf).toSorted((a, b) => a - b);
  const totalSec = gaps.reduce((sum, gap) => sum + gap, 0);
  for (let from = 0; from + MIN_FRAMES <= gaps.length; ) {
    const like = gaps.slice(from).filter((gap) => gap <= (gaps[from] ?? 0) * 1.25 + ROUNDING_TOLERANCE_SEC);
    const sumSec = like.reduce((sum, gap) => sum + gap, 0);
    if (like.length >= MIN_FRAMES && sumSec >= totalSec * MIN_TIME_SHARE)
      return evenRate(like, sumSec / like.length);
    from += Math.max(1, like.length);
  }
  return undefined;
}

/** Intervals between consecutive frames; simultaneous frames count once. */
function gapsOf(secs: readonly number[]): number[] {
  const ordered = secs.toSorted((a, b) => a - b);
  return ordered.slice(1).flatMap((sec, n) => {
    const gap = sec - (ordered[n] ?? 0);
    return gap > ROUNDING_TOLERANCE_SEC / 2 ? [gap] : [];
  });
}

function evenRate(gaps: readonly number[], meanSec: number): Fraction | undefined {
  const even = gaps.filter((gap) => Math.abs(gap - meanSec) <= ROUNDING_TOLERANCE_SEC).length;
  if (even < gaps.length * MIN_EVEN_SHARE) return undefined;
  const rate = nearestRate(1 / meanSec);
  return STANDARD_RATES.some((each) => toFps(each) === toFps(rate)) ? rate : undefined;
}
