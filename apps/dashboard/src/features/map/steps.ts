/** Shades of a legend; more are hard to tell apart. */
const STEPS = 5;

/**
 * From where on each shade but the first is used, ascending: so that about as many countries have each, at round numbers.
 * @param values those above nothing alone count.
 * @example thresholdsOf([1, 3, 8, 40, 900]) // [3, 8, 40, 900]
 */
export function thresholdsOf(values: readonly number[]): number[] {
  const sorted = values.filter((value) => value > 0).toSorted((a, b) => a - b);
  const [least = 0] = sorted;
  const cuts = Array.from({ length: STEPS - 1 }, (_, step) => {
    const place = Math.floor((sorted.length * (step + 1)) / STEPS);
    return roundly(sorted[place] ?? 0);
  });
  // Starting at the very minimum would leave the first shade empty.
  return [...new Set(cuts)].filter((cut) => cut > least);
}

/** Down to two digits, so that what it came from belongs to the step that begins there. @example roundly(1_287) // 1200 */
function roundly(value: number): number {
  if (value <= 0) return 0;
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  // A decimal that is no sum of halves differs in its last digit.
  return Math.min(value, Number((Math.floor(value / unit + 1e-9) * unit).toPrecision(2)));
}

/** Which shade a value has, from 0; undefined for nothing. @example stepOf(40, [3, 8, 40]) // 3 */
export function stepOf(value: number | null, thresholds: readonly number[]): number | undefined {
  if (value === null || value <= 0) return undefined;
  return thresholds.filter((threshold) => value >= threshold).length;
}
