import type { FrameRange } from "@shoal/frames";
import { distance, type Signatures } from "./signatures.ts";

/** A picture is slow while those so many frames later differ by less. */
const LAGS = [2, 5, 12] as const;
const SLOW = 0.03;
/** Shorter stretches say too little; longer ones are looked at in parts, as are those that drift away, such as at another rate. */
const MIN_STRETCH = 5;
const MAX_STRETCH = 1_000;
/** Places that are tried on either side of those that were found. */
const REACH = 24;
/** What encoders and rounding leave between two pictures that are the same. */
const FLOOR = 0.0003;
/** Prices of a cut, and of a frame that is repeated or left out, in powers of e by which pictures must fit better in all. */
const CUT = 6;
const STEP = 3;
/** What a single frame says at most. */
const MAX_WORTH = 1.5;
/** Of what two places of the old version differ by, so much must show as a worse fit of the former one: otherwise an encoder's noise decides. */
const EXPLAINED = 0.4;

/**
 * A cut costs the way as much in a slow picture as in a lively one, so that it goes on where a later frame fits nearly as well. Here places
 * are compared by how many times better they fit, which says the same of both.
 */
export function settle(old: Signatures, recent: Signatures, oldOfNew: Int32Array): void {
  for (const stretch of slowStretches(old, oldOfNew)) settleStretch(old, recent, oldOfNew, stretch);
}

function slowStretches(old: Signatures, oldOfNew: Int32Array): FrameRange[] {
  const isSlow = (frame: number) => {
    const at = oldOfNew[frame] as number;
    if (at < 0) return false;
    return LAGS.every((lag) => {
      const later = at + lag < old.frames ? at + lag : at - lag;
      return later >= 0 && distance(old.pattern, at, old.pattern, later) < SLOW;
    });
  };
  const isNear = (shift: number, frame: number) =>
    Math.abs((oldOfNew[frame] as number) - frame - shift) <= REACH;
  const stretches: FrameRange[] = [];
  for (let frame = 0; frame < oldOfNew.length; ) {
    const shift = (oldOfNew[frame] as number) - frame;
    const limit = Math.min(oldOfNew.length, frame + MAX_STRETCH);
    let end = frame;
    while (end < limit && isSlow(end) && isNear(shift, end)) end += 1;
    if (end - frame >= MIN_STRETCH) stretches.push({ firstFrame: frame, endFrame: end });
    frame = Math.max(end, frame + 1);
  }
  return stretches;
}

function settleStretch(
  old: Signatures,
  recent: Signatures,
  oldOfNew: Int32Array,
  { firstFrame, endFrame }: FrameRange,
): void {
  const found = Array.from(oldOfNew.subarray(firstFrame, endFrame), (at, n) => at - firstFrame - n);
  const lowest = Math.min(...found) - REACH;
  const shifts = Math.max(...found) + REACH - lowest + 1;
  const frames = endFrame - firstFrame;
  const fits = new Float64Array(frames * shifts).fill(Number.POSITIVE_INFINITY);
  for (let n = 0; n < frames; n++)
    for (let shift = 0; shift < shifts; shift++) {
      const at = firstFrame + n + lowest + shift;
      if (at >= 0 && at < old.frames)
        fits[n * shifts + shift] = distance(old.pattern, at, recent.pattern, firstFrame + n);
    }
  const way = cheapestWay(fits, frames, shifts);
  for (let n = 0; n < frames; ) {
    const [from, to] = [(found[n] as number) - lowest, way[n] as number];
    let end = n + 1;
    while (end < frames && way[end] === to && (found[end] as number) - lowest === from) end += 1;
    if (from !== to && isExplained(n, end, from, to))
      for (let each = n; each < end; each++) oldOfNew[firstFrame + each] = firstFrame + each + lowest + to;
    n = end;
  }

  /** In all and by most of the frames that fit one of both places: what was cropped fits neither. */
  function isExplained(first: number, end: number, from: number, to: number): boolean {
    let [worse, fitting, explained] = [0, 0, 0];
    for (let n = first; n < end; n++) {
      const at = firstFrame + n + lowest;
      const [former, latter] = [fits[n * shifts + from] as number, fits[n * shifts + to] as number];
      if (Math.min(former, latter) > SLOW) continue;
      fitting += 1;
      worse += former - latter;
      if (former - latter >= EXPLAINED * distance(old.pattern, at + from, old.pattern, at + to))
        explained += 1;
    }
    return worse > 0 && explained > fitting / 2;
  }
}

/** The shift of each frame, of those that were tried (Viterbi). */
function cheapestWay(fits: Float64Array, frames: number, shifts: number): Int32Array {
  let costs = new Float64Array(shifts);
  let next = new Float64Array(shifts);
  const before = new Int32Array(frames * shifts);
  for (let n = 0; n < frames; n++) {
    let [cheapest, best] = [0, Number.POSITIVE_INFINITY];
    for (let shift = 0; shift < shifts; shift++) {
      if ((costs[shift] as number) < (costs[cheapest] as number)) cheapest = shift;
      best = Math.min(best, fits[n * shifts + shift] as number);
    }
    for (let shift = 0; shift < shifts; shift++) {
      let [from, cost] = [shift, costs[shift] as number];
      const cut = n === 0 ? Number.POSITIVE_INFINITY : (costs[cheapest] as number) + CUT;
      if (cut < cost) [from, cost] = [cheapest, cut];
      for (const beside of [shift - 1, shift + 1]) {
        const stepped =
          n === 0 ? Number.POSITIVE_INFINITY : (costs[beside] ?? Number.POSITIVE_INFINITY) + STEP;
        if (stepped < cost) [from, cost] = [beside, stepped];
      }
      const fit = fits[n * shifts + shift] as number;
      const worth = Math.min(MAX_WORTH, Math.log((fit + FLOOR) / (best + FLOOR)));
      next[shift] = cost + (fit === Number.POSITIVE_INFINITY ? 4 * MAX_WORTH : worth);
      before[n * shifts + shift] = from;
    }
    [costs, next] = [next, costs];
  }
  const way = new Int32Array(frames);
  let at = 0;
  for (let shift = 1; shift < shifts; shift++)
    if ((costs[shift] as number) < (costs[at] as number)) at = shift;
  for (let n = frames - 1; n >= 0; n--) {
    way[n] = at;
    at = before[n * shifts + at] as number;
  }
  return way;
}
