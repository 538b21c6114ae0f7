const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 30_000, 60_000, 120_000] as const;

/**
 * The retry delay for a source that is away: 15 s in the first minute and a half, up to two minutes in the end.
 * @param tries failed tries since something was received.
 * @returns the delay before the next try, ms.
 */
export const pauseAfter = (tries: number): number =>
  PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? PAUSES_MS[0];
