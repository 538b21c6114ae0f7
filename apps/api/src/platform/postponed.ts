/** How long work that failed is skipped, in milliseconds. */
export const POSTPONED_MS = 300_000;

/**
 * Remembers the keys of work that failed, so that the next runs reach the work behind it and retry it later. Each process has its own
 * list, because a failure may be limited to one process.
 */
export function createPostponed<Key>() {
  const untilMs = new Map<Key, number>();
  return {
    add(key: Key, nowMs: number): void {
      untilMs.set(key, nowMs + POSTPONED_MS);
    },

    /** Lists the keys to skip at this time. */
    list(nowMs: number): Key[] {
      for (const [key, endMs] of untilMs) if (endMs <= nowMs) untilMs.delete(key);
      return [...untilMs.keys()];
    },
  };
}
