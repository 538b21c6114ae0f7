/**
 * Returns a quantile, or NaN if there are no values.
 * @param share the share of values below the quantile, from 0 to 1; 0.5 gives the median.
 */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const medianOf = (values: readonly number[]): number => quantileOf(values, 0.5);
