import type { FrameRange } from "@shoal/frames";
import { COLOUR_CELLS, colourDistance, lumaDistance, PATTERN_UNIT, type Signatures } from "./signatures.ts";

/** The lags, in frames, over which a slow shot hardly changes. */
const FRAME_LAGS = [2, 5, 12] as const;
const SLOW_SHOT_DISTANCE = 0.03;
/**
 * The bounds of a section's length, in frames. Longer sections are split, as are sections whose shift drifts, for example because of
 * another frame rate.
 */
const MIN_SECTION_FRAMES = 5;
const MAX_SECTION_FRAMES = 1_000;
/** The number of shifts tried on either side of each shift that was found. */
const SEARCH_RADIUS = 24;
/** The difference that encoding and rounding cause between two equal frames. */
const ENCODING_DIFFERENCE = 0.0003;
/** Costs of a cut and of a repeated or dropped frame, as the logarithm of how many times better the frames must fit in total. */
const CUT_COST = 6;
const STEP_COST = 3;
/** The most that a single frame contributes to the cost of a shift, so that one bad frame cannot cause a cut. */
const MAX_WEIGHT = 1.5;
/**
 * The share of the difference between the two possible old frames by which one must fit better, so that encoding noise does not decide.
 */
const MIN_EXPLAINED_SHARE = 0.4;
/**
 * The same share over a whole section, lower because noise averages out. In a dark gradient, its coarse levels hide the differences
 * between single frames.
 */
const MIN_EXPLAINED_SHARE_OF_SECTION = 0.15;
/**
 * The largest change of shift, in frames, that may be a repeated or dropped frame of another rate. Such changes are judged by single
 * frames, not by the section.
 */
const MAX_STEP_SHIFT = 3;

/**
 * Corrects the alignment in slow shots, where a wrong shift fits nearly as well as the right one, so that the fixed cost of a
 * cut hides real cuts. Comparing how many times better a shift fits works in slow and lively shots alike. Chroma counts like
 * luma: a dark frame has few levels of luma, but all of its color.
 */
export function refineSlowSections(old: Signatures, recent: Signatures, oldOfNew: Int32Array): void {
  for (const stretch of findSlowSections(old, oldOfNew)) refineSection(old, recent, oldOfNew, stretch);
}

function findSlowSections(old: Signatures, oldOfNew: Int32Array): FrameRange[] {
  const isSlow = (frame: number) => {
    const at = oldOfNew[frame] as number;
    if (at < 0) return false;
    return FRAME_LAGS.every((lag) => {
      const later = at + lag < old.frames ? at + lag : at - lag;
      return later >= 0 && lumaDistance(old.pattern, at, old.pattern, later) < SLOW_SHOT_DISTANCE;
    });
  };
  const isNear = (shift: number, frame: number) =>
    Math.abs((oldOfNew[frame] as number) - frame - shift) <= SEARCH_RADIUS;
  const stretches: FrameRange[] = [];
  for (let frame = 0; frame < oldOfNew.length; ) {
    const shift = (oldOfNew[frame] as number) - frame;
    const limit = Math.min(oldOfNew.length, frame + MAX_SECTION_FRAMES);
    let end = frame;
    while (end < limit && isSlow(end) && isNear(shift, end)) end += 1;
    if (end - frame >= MIN_SECTION_FRAMES) stretches.push({ firstFrame: frame, endFrame: end });
    frame = Math.max(end, frame + 1);
  }
  return stretches;
}

function refineSection(
  old: Signatures,
  recent: Signatures,
  oldOfNew: Int32Array,
  { firstFrame, endFrame }: FrameRange,
): void {
  const found = Array.from(oldOfNew.subarray(firstFrame, endFrame), (at, n) => at - firstFrame - n);
  const lowest = Math.min(...found) - SEARCH_RADIUS;
  const shifts = Math.max(...found) + SEARCH_RADIUS - lowest + 1;
  const frames = endFrame - firstFrame;
  const fits = new Float64Array(frames * shifts).fill(Number.POSITIVE_INFINITY);
  const colors = fits.slice();
  // Chroma is ignored if there is hardly any color, since its noise would hide luma.
  const isColored = isColouredShot(recent, firstFrame, endFrame);
  for (let n = 0; n < frames; n++)
    for (let shift = 0; shift < shifts; shift++) {
      const at = firstFrame + n + lowest + shift;
      if (at < 0 || at >= old.frames) continue;
      fits[n * shifts + shift] = lumaDistance(old.pattern, at, recent.pattern, firstFrame + n);
      if (isColored) colors[n * shifts + shift] = colourDistance(old, at, recent, firstFrame + n);
    }
  const way = cheapestPath(isColored ? [fits, colors] : [fits], frames, shifts);
  for (let n = 0; n < frames; ) {
    const [from, to] = [(found[n] as number) - lowest, way[n] as number];
    let end = n + 1;
    while (end < frames && way[end] === to && (found[end] as number) - lowest === from) end += 1;
    if (from !== to && explains(n, end, from, to))
      for (let each = n; each < end; each++) oldOfNew[firstFrame + each] = firstFrame + each + lowest + to;
    n = end;
  }

  /** Whether the new shift fits better for most frames that fit at either shift, or for all of them together. */
  function explains(first: number, end: number, from: number, to: number): boolean {
    let [worse, apart, fitting, explained] = [0, 0, 0, 0];
    for (let n = first; n < end; n++) {
      const at = firstFrame + n + lowest;
      const [was, is] = [n * shifts + from, n * shifts + to];
      if (Math.min(fits[was] as number, fits[is] as number) > SLOW_SHOT_DISTANCE) continue;
      fitting += 1;
      let better = (fits[was] as number) - (fits[is] as number);
      let difference = lumaDistance(old.pattern, at + from, old.pattern, at + to);
      if (isColored) {
        better += (colors[was] as number) - (colors[is] as number);
        difference += colourDistance(old, at + from, old, at + to);
      }
      worse += better;
      apart += difference;
      if (better >= MIN_EXPLAINED_SHARE * difference) explained += 1;
    }
    const isCut = Math.abs(to - from) > MAX_STEP_SHIFT && fitting >= MIN_SECTION_FRAMES;
    const isTogether = isCut && worse >= MIN_EXPLAINED_SHARE_OF_SECTION * apart;
    return worse > 0 && (isTogether || explained > fitting / 2);
  }
}

/** The share of the full length of chroma patterns from which a shot counts as colored. Flat frames have shorter patterns. */
const MIN_COLOURED_SHARE = 0.25;

function isColouredShot({ color }: Signatures, firstFrame: number, endFrame: number): boolean {
  let squares = 0;
  for (let at = firstFrame * COLOUR_CELLS; at < endFrame * COLOUR_CELLS; at++)
    squares += (color[at] as number) ** 2;
  return squares / (2 * (endFrame - firstFrame) * PATTERN_UNIT ** 2) >= MIN_COLOURED_SHARE;
}

/**
 * Finds the cheapest sequence of shifts, one per frame (Viterbi).
 * @param planes the distances of each frame at each shift: in luma and, for colored shots, in chroma.
 */
function cheapestPath(planes: readonly Float64Array[], frames: number, shifts: number): Int32Array {
  let costs = new Float64Array(shifts);
  let next = new Float64Array(shifts);
  const before = new Int32Array(frames * shifts);
  for (let n = 0; n < frames; n++) {
    let cheapest = 0;
    for (let shift = 0; shift < shifts; shift++)
      if ((costs[shift] as number) < (costs[cheapest] as number)) cheapest = shift;
    const best = planes.map((fits) => Math.min(...fits.subarray(n * shifts, (n + 1) * shifts)));
    for (let shift = 0; shift < shifts; shift++) {
      let [from, cost] = [shift, costs[shift] as number];
      const cut = n === 0 ? Number.POSITIVE_INFINITY : (costs[cheapest] as number) + CUT_COST;
      if (cut < cost) [from, cost] = [cheapest, cut];
      for (const beside of [shift - 1, shift + 1]) {
        const stepped =
          n === 0 ? Number.POSITIVE_INFINITY : (costs[beside] ?? Number.POSITIVE_INFINITY) + STEP_COST;
        if (stepped < cost) [from, cost] = [beside, stepped];
      }
      let worth = 0;
      for (const [plane, fits] of planes.entries()) {
        const fit = fits[n * shifts + shift] as number;
        worth += Math.log((fit + ENCODING_DIFFERENCE) / ((best[plane] as number) + ENCODING_DIFFERENCE));
      }
      next[shift] =
        cost + (worth === Number.POSITIVE_INFINITY ? 4 * MAX_WEIGHT : Math.min(MAX_WEIGHT, worth));
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
