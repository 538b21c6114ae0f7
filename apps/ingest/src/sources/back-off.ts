const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000, 30_000, 60_000, 120_000] as const;

/**
 * Whoever is away a while is asked less and less often: every 15 s in the first minute and a half, every two minutes in the end.
 * @param tries in vain since something came last.
 * @returns how long to wait before the next one, ms.
 */
export const pauseAfter = (tries: number): number =>
  PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] ?? PAUSES_MS[0];
