const DAY_MS = 86_400_000;

/**
 * Returns the days whose figures were lost. The database records each day that was aggregated. Its records may end with the backup,
 * so all later days without figures are included.
 * @param days as `2026-11-26`, ascending.
 */
export function findLostDays(
  { known, present }: { known: readonly string[]; present: readonly string[] },
  { backedUpAt, now }: { backedUpAt: string | undefined; now: Date },
): string[] {
  const there = new Set(present);
  const lost = new Set(known.filter((day) => !there.has(day)));
  if (backedUpAt !== undefined)
    for (let ms = Date.parse(backedUpAt.slice(0, 10)); ms <= now.getTime(); ms += DAY_MS) {
      const day = new Date(ms).toISOString().slice(0, 10);
      if (!there.has(day)) lost.add(day);
    }
  return [...lost].toSorted();
}
