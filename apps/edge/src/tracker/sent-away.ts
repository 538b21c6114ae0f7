/** Longer than any ticket lives. */
const REMEMBERED_MS = 24 * 3_600_000;
/** Rooms that were closed and viewers who were sent away within a day; the oldest are forgotten first. */
const MAX_REMEMBERED = 50_000;

/** Remembers when viewers were sent away: their older tickets are no longer accepted. */
export class SentAway {
  /** The closed connections, in order of time. */
  readonly #sinceMs = new Map<string, number>();

  record(what: string, nowMs: number): void {
    this.#sinceMs.delete(what);
    this.#sinceMs.set(what, nowMs);
    for (const [oldest, atMs] of this.#sinceMs) {
      if (this.#sinceMs.size <= MAX_REMEMBERED && nowMs - atMs < REMEMBERED_MS) return;
      this.#sinceMs.delete(oldest);
    }
  }

  /** Whether something that was issued then is from before one of these was sent away. */
  isBefore(issuedAtMs: number | undefined, ...whats: string[]): boolean {
    return whats.some((what) => (issuedAtMs ?? 0) <= (this.#sinceMs.get(what) ?? Number.NEGATIVE_INFINITY));
  }
}
