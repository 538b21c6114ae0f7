/** The difference between a rank and the rank in the previous period; `by` is the number of ranks. */
export type RankChange = { kind: "new" | "same" } | { kind: "up" | "down"; by: number };

/**
 * Returns the change of a rank; 1 is the top rank.
 * @param before null for a subject that was not ranked before.
 * @example rankChangeOf(2, 5) // { kind: "up", by: 3 }
 */
export function rankChangeOf(now: number, before: number | null): RankChange {
  if (before === null) return { kind: "new" };
  if (now === before) return { kind: "same" };
  return { kind: now < before ? "up" : "down", by: Math.abs(now - before) };
}
