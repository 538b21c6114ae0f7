import { type RatioCluster, type RatioMoments, ratioOf } from "./ratio-clusters.ts";

const PERMUTATIONS = 1_000;
/**
 * Left out at each side. Where both groups are alike, a permutation test claims a difference exactly as often as it is allowed
 * to, however heavy the tails are: 3 % here. Where they differ it covers somewhat less than it is asked for, and asked for
 * 97 % it covers at least 94 % in the distributions of `coverage.long.test.ts`.
 */
const TAIL = 0.015;
/** How far a bound is looked for, in doublings of two standard errors: beyond there is nothing to say. */
const DOUBLINGS_MAX = 8;
/** A bound is found to 1/16,384 of the range in which it lies. */
const BISECTIONS = 14;

/**
 * Sums of one group in one permutation; those named `own` are of the clusters that really played with peers, from which the
 * supposed difference is taken away.
 */
interface PermutedSums extends RatioMoments {
  ownExposure: number;
  ownExposureSquared: number;
  ownMeasured: number;
}

/**
 * An interval of the difference of two groups' ratios, by inversion of a studentized permutation test (Chung and Romano,
 * Exact and asymptotically robust permutation tests, Annals of Statistics 41, 2013): a difference belongs to it when the groups,
 * with the difference taken away from the first, could as well have been drawn the other way around.
 * @returns first less second; undefined where the test excludes nothing at one side.
 */
export function differenceInterval(
  first: readonly RatioCluster[],
  second: readonly RatioCluster[],
  random: () => number,
): { low: number; high: number } | undefined {
  const permuted = permute(first, second, random);
  const [actual] = permuted;
  if (!actual) return undefined;
  const { difference, standardError } = compared(actual, 0);
  if (standardError === 0) return { low: difference, high: difference };
  // The share of permutations in which the distance is at least as great, or as small, as the actual one.
  const shareBeyond = (supposed: number, side: 1 | -1) => {
    const distance = side * distanceOf(actual, supposed);
    const beyond = permuted.filter((each) => side * distanceOf(each, supposed) >= distance).length;
    return beyond / permuted.length;
  };
  const bound = (side: 1 | -1): number | undefined => {
    const isInside = (away: number) => shareBeyond(difference - side * away, side) >= TAIL;
    const outside = findOutside(isInside, 2 * standardError);
    return outside === undefined ? undefined : difference - side * bisect(isInside, outside);
  };
  const low = bound(1);
  const high = bound(-1);
  return low === undefined || high === undefined ? undefined : { low, high };
}

function findOutside(isInside: (away: number) => boolean, from: number): number | undefined {
  for (let doubling = 0; doubling < DOUBLINGS_MAX; doubling++) {
    const away = from * 2 ** doubling;
    if (!isInside(away)) return away;
  }
  return undefined;
}

/** The bound itself is outside: an interval is never told narrower than it is. */
function bisect(isInside: (away: number) => boolean, outside: number): number {
  let [inner, outer] = [0, outside];
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (inner + outer) / 2;
    if (isInside(middle)) inner = middle;
    else outer = middle;
  }
  return outer;
}

type Permuted = readonly [first: PermutedSums, second: PermutedSums];

function compared([first, second]: Permuted, supposed: number) {
  const [one, other] = [ratioOf(lessSupposed(first, supposed)), ratioOf(lessSupposed(second, supposed))];
  return {
    difference: one.ratio - other.ratio,
    standardError: Math.sqrt(one.variance + other.variance),
  };
}

function distanceOf(permuted: Permuted, supposed: number): number {
  const { difference, standardError } = compared(permuted, supposed);
  return standardError > 0 ? difference / standardError : 0;
}

/** Takes `supposed` × exposure from what was measured with peers; squares and products follow from the sums. */
function lessSupposed(sums: PermutedSums, supposed: number): RatioMoments {
  const { ownExposure, ownExposureSquared, ownMeasured } = sums;
  return {
    ...sums,
    measured: sums.measured - supposed * ownExposure,
    product: sums.product - supposed * ownExposureSquared,
    measuredSquared: sums.measuredSquared - 2 * supposed * ownMeasured + supposed ** 2 * ownExposureSquared,
  };
}

/** The actual grouping, and permutations of it. Only the smaller group is drawn; the other is what remains of the whole. */
function permute(
  first: readonly RatioCluster[],
  second: readonly RatioCluster[],
  random: () => number,
): Permuted[] {
  const columns = columnsOf(first, second);
  const isFirstSmaller = first.length <= second.length;
  const places = Int32Array.from({ length: first.length + second.length }, (_, place) => place);
  const whole = sumsOf(columns, places);
  const grouping = (chosen: Int32Array): Permuted => {
    const drawn = sumsOf(columns, chosen);
    const rest = less(whole, drawn);
    return isFirstSmaller ? [drawn, rest] : [rest, drawn];
  };
  const size = Math.min(first.length, second.length);
  const actual = grouping(isFirstSmaller ? places.slice(0, size) : places.slice(first.length));
  const permutations = Array.from({ length: PERMUTATIONS }, () => {
    drawInto(places, size, random);
    return grouping(places.subarray(0, size));
  });
  return [actual, ...permutations];
}

interface Columns {
  measured: Float64Array;
  exposure: Float64Array;
  /** 1 for a cluster that really played with peers, else 0. */
  own: Uint8Array;
}

/** Column by column: hundreds of thousands of values are added up while someone waits. */
function columnsOf(first: readonly RatioCluster[], second: readonly RatioCluster[]): Columns {
  const all = [...first, ...second];
  return {
    measured: Float64Array.from(all, ({ measured }) => measured),
    exposure: Float64Array.from(all, ({ exposure }) => exposure),
    own: Uint8Array.from(all, (_, place) => (place < first.length ? 1 : 0)),
  };
}

/** Puts a random choice, each once, to the front (Fisher and Yates). */
function drawInto(places: Int32Array, size: number, random: () => number): void {
  for (let place = 0; place < size; place++) {
    const other = place + Math.floor(random() * (places.length - place));
    const kept = places[place] ?? 0;
    places[place] = places[other] ?? 0;
    places[other] = kept;
  }
}

function sumsOf({ measured, exposure, own }: Columns, chosen: Int32Array): PermutedSums {
  const sums: PermutedSums = {
    count: chosen.length,
    measured: 0,
    exposure: 0,
    measuredSquared: 0,
    exposureSquared: 0,
    product: 0,
    ownExposure: 0,
    ownExposureSquared: 0,
    ownMeasured: 0,
  };
  for (const place of chosen) {
    const y = measured[place] ?? 0;
    const x = exposure[place] ?? 0;
    const ownX = x * (own[place] ?? 0);
    sums.measured += y;
    sums.exposure += x;
    sums.measuredSquared += y * y;
    sums.exposureSquared += x * x;
    sums.product += y * x;
    sums.ownExposure += ownX;
    sums.ownExposureSquared += ownX * ownX;
    sums.ownMeasured += y * ownX;
  }
  return sums;
}

const less = (whole: PermutedSums, part: PermutedSums): PermutedSums => ({
  count: whole.count - part.count,
  measured: whole.measured - part.measured,
  exposure: whole.exposure - part.exposure,
  measuredSquared: whole.measuredSquared - part.measuredSquared,
  exposureSquared: whole.exposureSquared - part.exposureSquared,
  product: whole.product - part.product,
  ownExposure: whole.ownExposure - part.ownExposure,
  ownExposureSquared: whole.ownExposureSquared - part.ownExposureSquared,
  ownMeasured: whole.ownMeasured - part.ownMeasured,
});
