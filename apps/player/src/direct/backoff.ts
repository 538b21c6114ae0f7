const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

/**
 * Returns the delay after this many consecutive failures, counted from 1. The delays increase, and are random so that viewers do
 * not all return at the same moment.
 */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  const longestMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1));
  return longestMs * (0.5 + random() / 2);
}
