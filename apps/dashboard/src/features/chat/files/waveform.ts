/**
 * Reduces a waveform to this many bars, each with the maximum of its values.
 * @example barsOf([1, 9, 4, 2], 2) // [9, 4]
 */
export function barsOf(values: readonly number[], count: number): number[] {
  return Array.from({ length: count }, (_, place) => {
    const from = Math.floor((place * values.length) / count);
    const to = Math.max(from + 1, Math.floor(((place + 1) * values.length) / count));
    return Math.max(0, ...values.slice(from, to));
  });
}

/** Returns the level of samples from -1 to 1 on a scale from 0 to 100 on which quiet voices remain visible. */
export function loudnessOf(samples: Float32Array): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return Math.min(100, Math.round(100 * Math.sqrt(peak)));
}
