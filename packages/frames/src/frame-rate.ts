/** Frames per second as a reduced fraction of two positive integers: 30000/1001, 25/1. */
export interface FrameRate {
  readonly num: number;
  readonly den: number;
}

/** The maximum frame rate in containers, in frames per second. A higher value is the rate of a clock. */
const MAX_RATE = 1_000;
const MAX_TERM = 2 ** 31;

/**
 * Creates a reduced frame rate.
 * @throws RangeError if a term is not a positive integer below 2^31, or the rate is above 1,000 frames per second.
 */
export function frameRate(num: number, den = 1): FrameRate {
  for (const term of [num, den])
    if (!Number.isInteger(term) || term <= 0 || term >= MAX_TERM)
      throw new RangeError(`A frame rate is a fraction of positive integers, not ${num}/${den}`);
  if (num / den > MAX_RATE) throw new RangeError(`${num}/${den} frames per second are more than ${MAX_RATE}`);
  const shared = greatestDivisor(num, den);
  return { num: num / shared, den: den / shared };
}

const NTSC_DEN = 1_001;
const ntscRate = (nominal: number) => frameRate(nominal * 1_000, NTSC_DEN);

export const FPS_23_976 = ntscRate(24);
export const FPS_24 = frameRate(24);
export const FPS_25 = frameRate(25);
export const FPS_29_97 = ntscRate(30);
export const FPS_30 = frameRate(30);
export const FPS_50 = frameRate(50);
export const FPS_59_94 = ntscRate(60);
export const FPS_60 = frameRate(60);

const NTSC_RATES = [15, 24, 30, 48, 60, 96, 120, 240].map(ntscRate);
const WHOLE_RATES = [15, 24, 25, 30, 48, 50, 60, 96, 100, 120, 240].map((fps) => frameRate(fps));
/** The rates used by cameras and editing software. */
export const STANDARD_RATES: readonly FrameRate[] = [...WHOLE_RATES, ...NTSC_RATES].toSorted(
  (a, b) => a.num / a.den - b.num / b.den,
);

export const isSameRate = (a: FrameRate, b: FrameRate): boolean => a.num * b.den === b.num * a.den;

/** Returns frames per second as a floating-point number, for display and estimates only. */
export const fpsOf = ({ num, den }: FrameRate): number => num / den;

/** Returns the usual notation of a rate: "23.976", "25", "29.97", "12.5". */
export function rateName(rate: FrameRate): string {
  return String(Math.round(fpsOf(rate) * 1_000) / 1_000);
}

/**
 * Reads "30000/1001", "25" and "29.97" (which means 30000/1001).
 * @returns undefined if the text is not a rate, also for the "0/0" of ffprobe.
 */
export function parseFrameRate(text: string): FrameRate | undefined {
  const match = /^(\d{1,10})(?:\.(\d{1,6})|[/:](\d{1,10}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, whole = "", decimals = "", den = "1"] = match;
  const [num, divisor] = decimals
    ? [Number(whole + decimals), 10 ** decimals.length]
    : [Number(whole), Number(den)];
  try {
    return snapWrittenRate(frameRate(num, divisor));
  } catch {
    return undefined;
  }
}

/**
 * Replaces a rate rounded by its writer (2997/100, 23.98) with the NTSC rate it stands for. A rate that no NTSC rate rounds to is
 * unchanged: 24, 25.02 and 12.5.
 */
export function snapWrittenRate(rate: FrameRate): FrameRate {
  const digits = [2, 3, 4, 5, 6].find((count) => 10 ** count % rate.den === 0);
  if (digits === undefined || rate.den === 1) return rate;
  const written = fpsOf(rate).toFixed(digits);
  return NTSC_RATES.find((each) => fpsOf(each).toFixed(digits) === written) ?? rate;
}

/** The result of probing a track's frames. */
export interface MeasuredFrames {
  /** Frames from the first to the last one, at least 2. */
  frames: number;
  /** The time from the start of the first frame to the start of the last one. */
  spanSec: number;
  /** The time unit of the container: 0.001 for Matroska. */
  tickSec: number;
}

/**
 * Returns the standard rate that explains a measurement, if exactly one does. A short clip in milliseconds fits both 24 and
 * 23.976, so no rate is guessed.
 */
export function snapMeasuredRate({ frames, spanSec, tickSec }: MeasuredFrames): FrameRate | undefined {
  const steps = frames - 1;
  if (steps < 1 || !(spanSec > 0)) return undefined;
  // The start and the end are each rounded to a tick, so the span is off by at most one tick.
  const fitting = STANDARD_RATES.filter(({ num, den }) => Math.abs((steps * den) / num - spanSec) <= tickSec);
  return fitting.length === 1 ? fitting[0] : undefined;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
