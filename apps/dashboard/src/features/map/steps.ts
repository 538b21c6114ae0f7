/** The number of shades in a legend. More shades would be hard to distinguish. */
const SHADE_COUNT = 5;

/**
 * Returns the lower bounds of all shades except the first, in ascending order. The bounds are round numbers that give each shade about the
 * same number of countries.
 * @param values the figures of the countries; only positive values count.
 * @example thresholdsOf([1, 3, 8, 40, 900]) // [3, 8, 40, 900]
 */
export function thresholdsOf(values: readonly number[]): number[] {
  const sorted = values.filter((value) => value > 0).toSorted((a, b) => a - b);
  const [least = 0] = sorted;
  const cuts = Array.from({ length: SHADE_COUNT - 1 }, (_, step) => {
    const place = Math.floor((sorted.length * (step + 1)) / SHADE_COUNT);
    return roundToTwoDigits(sorted[place] ?? 0);
  });
  // A threshold at the minimum would leave the first shade empty.
  return [...new Set(cuts)].filter((cut) => cut > least);
}

/**
 * Rounds down to two digits, so that the original value belongs to the shade that starts at the result.
 * @example roundToTwoDigits(1_287) // 1200
 */
function roundToTwoDigits(value: number): number {
  if (value <= 0) return 0;
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  // The result is limited to the value, because rounding errors could make it slightly larger.
  return Math.min(value, Number((Math.floor(value / unit + 1e-9) * unit).toPrecision(2)));
}

/** Returns the index of a value's shade, from 0; undefined for no views. @example shadeOf(40, [3, 8, 40]) // 3 */
export function shadeOf(value: number | null, thresholds: readonly number[]): number | undefined {
  if (value === null || value <= 0) return undefined;
  return thresholds.filter((threshold) => value >= threshold).length;
}
