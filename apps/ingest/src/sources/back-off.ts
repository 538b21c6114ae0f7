const RETRY_DELAYS_MS = [
  1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 30_000, 60_000, 120_000,
] as const;

/**
 * Returns the retry delay for an unavailable source, which is at most 15 s during the first 90 s and grows to two minutes after
 * that.
 * @param tries the number of failed attempts since media was last received.
 * @returns the delay before the next attempt, in ms.
 */
export const retryDelayMsAfter = (tries: number): number =>
  RETRY_DELAYS_MS[Math.min(tries, RETRY_DELAYS_MS.length - 1)] ?? RETRY_DELAYS_MS[0];
