/**
 * Returns a quantile, or NaN if there are no values.
 * @param share the share of values below the quantile, from 0 to 1; 0.5 gives the median.
 */
export function computeQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const computeMedian = (values: readonly number[]): number => computeQuantile(values, 0.5);
