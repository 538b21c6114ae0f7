import type { Fraction } from "@shoal/contract/stored-data";

/** The usual rates of cameras and movies. */
export const STANDARD_RATES: readonly Fraction[] = [
  ...[10, 12, 15, 20, 24, 25, 30, 48, 50, 60].map((num) => ({ num, den: 1 })),
  ...[24000, 30000, 60000].map((num) => ({ num, den: 1001 })),
];
/** The highest encoded rate. The additional frames of faster sources (slow motion, screens) make no visible difference. */
const MAX_FPS = 60;
/** The lowest encoded rate. A lower one would save little for slower sources (slides), because a segment starts with a key frame anyway. */
const MIN_FPS = 1;

/** The number of encoded frames that every file may have, even if its source has few. It corresponds to an hour at the highest rate. */
const FREE_FRAMES = 3_600 * MAX_FPS;
/** The maximum number of encoded frames per frame of the source, beyond `FREE_FRAMES`. */
const MAX_REPEATS = 60;

export const toFps = ({ num, den }: Fraction) => num / den;

/** Parses a fraction such as `30000/1001` of ffprobe; undefined for `0/0`. */
export function parseFraction(text: string | undefined): Fraction | undefined {
  const [num = 0, den = 1] = (text ?? "").split("/").map(Number);
  return num > 0 && den > 0 ? reduceFraction(num, den) : undefined;
}

/** Returns the standard rate within 1 % of a measured one, otherwise the nearest integer rate; from 1 to 60. */
export function nearestRate(fps: number): Fraction {
  const capped = Math.min(Math.max(fps, MIN_FPS), MAX_FPS);
  const nearest = STANDARD_RATES.toSorted(
    (a, b) => Math.abs(toFps(a) - capped) - Math.abs(toFps(b) - capped),
  )[0];
  if (nearest && Math.abs(toFps(nearest) - capped) / capped <= 0.01) return nearest;
  return { num: Math.round(capped), den: 1 };
}

/** Halves a rate until it is at most `maxFps`, so that every second frame is dropped evenly. */
export function cappedRate(rate: Fraction, maxFps: number): Fraction {
  for (let divisor = 1; divisor <= 8; divisor++)
    if (toFps(rate) / divisor <= maxFps * 1.001) return reduceFraction(rate.num, rate.den * divisor);
  return nearestRate(maxFps);
}

/**
 * Limits the rate by the number of frames: a few frames shown for hours, two of which are close together, would become millions
 * at the rate of those two.
 * @param frameCount the number of frames in the source; 0 if unknown.
 */
export function affordableRate(
  rate: Fraction,
  { durationSec, frameCount }: { durationSec: number; frameCount: number },
): Fraction {
  if (frameCount === 0 || durationSec <= 0) return rate;
  const mostFps = Math.max(FREE_FRAMES, frameCount * MAX_REPEATS) / durationSec;
  return toFps(rate) <= mostFps ? rate : cappedRate(rate, Math.max(MIN_FPS, Math.floor(mostFps)));
}

function reduceFraction(num: number, den: number): Fraction {
  const divisor = gcd(num, den);
  return { num: num / divisor, den: den / divisor };
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/**
 * Chooses the constant rate at which a source is encoded, and whether its frames are unevenly spaced. `base` is ffprobe's
 * lowest rate that fits all timestamps, `average` is frames over time.
 */
export function chooseRate(base: Fraction | undefined, average: Fraction | undefined) {
  const mean = average ?? base;
  if (!mean) return { fps: { num: 30, den: 1 }, isVariable: true };
  const isVariable = !base || Math.abs(toFps(base) / toFps(mean) - 1) > 0.01;
  // The base rate shows every frame of a mostly static screen recording. A 90 kHz clock is not a frame rate, however.
  if (isVariable && base && toFps(base) <= MAX_FPS && toFps(base) > toFps(mean))
    return { fps: snapRate(base), isVariable };
  // A rate below the mean fits only most of the frames, for example on phones that switch from 30 to 60 fps in bright light.
  const doubled = base && { num: base.num * 2, den: base.den };
  if (doubled && toFps(doubled) <= MAX_FPS * 1.01 && toFps(mean) > toFps(base) * 1.05)
    return { fps: snapRate(reduceFraction(doubled.num, doubled.den)), isVariable };
  if (isVariable) return { fps: nearestRate(toFps(mean)), isVariable };
  return { fps: toFps(base) > MAX_FPS ? cappedRate(base, MAX_FPS) : snapRate(base), isVariable };
}

/** Replaces a rate by the nearest standard one, because timestamps in milliseconds make 29.97 look like 2997/100. */
function snapRate(rate: Fraction): Fraction {
  if (toFps(rate) < MIN_FPS) return { num: MIN_FPS, den: 1 };
  return STANDARD_RATES.find((each) => Math.abs(toFps(each) / toFps(rate) - 1) < 2e-4) ?? rate;
}
