const FIRST_MS = 500;
const MAX_MS = 30_000;

/** When something is tried again that failed so often in a row (from 1): ever later, and not by everyone at once. */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  const longestMs = Math.min(MAX_MS, FIRST_MS * 2 ** (failures - 1));
  return longestMs * (0.5 + random() / 2);
}
