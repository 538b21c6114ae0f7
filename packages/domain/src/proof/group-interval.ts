import { type RatioCluster, type RatioMoments, ratioOf } from "./ratio-clusters.ts";

const RESAMPLES = 1_000;
/**
 * The probability excluded on each side. For a few dozen heavy-tailed stalls the bootstrap-t covers less than requested: at 98.5 % it
 * covers at least 95 % in the distributions of `coverage.long.test.ts` (at 95 %, 90.5–96 %).
 */
const TAIL_PROBABILITY = 0.0075;

interface IntervalBounds {
  low: number;
  high: number;
}

/**
 * Computes a confidence interval for one group's ratio by the bootstrap-t (Efron and Tibshirani, An Introduction to the
 * Bootstrap, §12.5): clusters are resampled with replacement, and each sample's distance is measured in its own standard
 * errors.
 */
export function groupInterval(clusters: readonly RatioCluster[], random: () => number): IntervalBounds {
  const drawn = resampleClusters(clusters, random);
  const { ratio, variance } = ratioOf(drawn.whole);
  const standardError = Math.sqrt(variance);
  if (standardError === 0) return { low: ratio, high: ratio };
  const distances = drawn.resamples
    .map((moments) => {
      const draw = ratioOf(moments);
      return draw.variance > 0 ? (draw.ratio - ratio) / Math.sqrt(draw.variance) : 0;
    })
    .toSorted((a, b) => a - b);
  const at = (share: number) => distances[Math.round(share * (distances.length - 1))] ?? 0;
  return {
    low: Math.max(0, ratio - at(1 - TAIL_PROBABILITY) * standardError),
    high: ratio - at(TAIL_PROBABILITY) * standardError,
  };
}

/** Stores the values in columns for speed: a user waits while millions of values are added up. */
function resampleClusters(clusters: readonly RatioCluster[], random: () => number) {
  const measured = Float64Array.from(clusters, (cluster) => cluster.measured);
  const exposure = Float64Array.from(clusters, (cluster) => cluster.exposure);
  const count = clusters.length;
  const sums = (choose: (index: number) => number): RatioMoments => {
    const moments = { count, measured: 0, exposure: 0, measuredSquared: 0, exposureSquared: 0, product: 0 };
    for (let index = 0; index < count; index++) {
      const chosen = choose(index);
      const y = measured[chosen] ?? 0;
      const x = exposure[chosen] ?? 0;
      moments.measured += y;
      moments.exposure += x;
      moments.measuredSquared += y * y;
      moments.exposureSquared += x * x;
      moments.product += x * y;
    }
    return moments;
  };
  const resamples = Array.from({ length: RESAMPLES }, () => sums(() => Math.floor(random() * count)));
  return { whole: sums((index) => index), resamples };
}
