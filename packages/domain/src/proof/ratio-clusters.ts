/** One cluster's part in a ratio of sums, the form of every proof-mode metric. */
export interface RatioCluster {
  /** The measured sum: rebuffered ms, bytes from peers, start-up ms or kbit. */
  measured: number;
  /** The sum to which the measured sum refers: played ms, bytes or views. */
  exposure: number;
}

/** The sums from which a ratio and its variance are computed without the clusters. */
export interface RatioMoments {
  count: number;
  measured: number;
  exposure: number;
  measuredSquared: number;
  exposureSquared: number;
  product: number;
}

export function momentsOf(clusters: readonly RatioCluster[]): RatioMoments {
  const moments: RatioMoments = {
    count: clusters.length,
    measured: 0,
    exposure: 0,
    measuredSquared: 0,
    exposureSquared: 0,
    product: 0,
  };
  for (const { measured, exposure } of clusters) {
    moments.measured += measured;
    moments.exposure += exposure;
    moments.measuredSquared += measured * measured;
    moments.exposureSquared += exposure * exposure;
    moments.product += measured * exposure;
  }
  return moments;
}

/**
 * Returns the ratio and the variance of its estimate, by linearization (Cochran, Sampling Techniques, 3rd ed., §6.4, for
 * clusters drawn with replacement).
 */
export function ratioOf(moments: RatioMoments): { ratio: number; variance: number } {
  const { count, measured, exposure, measuredSquared, exposureSquared, product } = moments;
  const ratio = measured / exposure;
  const squaredResiduals = measuredSquared - 2 * ratio * product + ratio * ratio * exposureSquared;
  const variance = ((count / (count - 1)) * Math.max(0, squaredResiduals)) / (exposure * exposure);
  return { ratio, variance };
}

/** Returns the number of clusters with measurements: a few clusters, however large, do not allow a conclusion. */
export const informativeCount = (clusters: readonly RatioCluster[]): number =>
  clusters.filter(({ measured }) => measured > 0).length;
