/** How long a removal is remembered, which is longer than any ticket is valid. */
const RETENTION_MS = 24 * 3_600_000;
/** The maximum number of remembered rooms and viewers. The oldest ones are forgotten first. */
const MAX_ENTRIES = 50_000;

/** Remembers when rooms were closed and viewers were removed, so that older tickets are no longer accepted. */
export class RemovalLog {
  /** When each room was closed or each viewer removed, in order of time. */
  readonly #sinceMs = new Map<string, number>();

  record(what: string, nowMs: number): void {
    this.#sinceMs.delete(what);
    this.#sinceMs.set(what, nowMs);
    for (const [oldest, atMs] of this.#sinceMs) {
      if (this.#sinceMs.size <= MAX_ENTRIES && nowMs - atMs < RETENTION_MS) return;
      this.#sinceMs.delete(oldest);
    }
  }

  /** Whether a ticket was issued before one of these rooms or viewers was removed. */
  isBefore(issuedAtMs: number | undefined, ...whats: string[]): boolean {
    return whats.some((what) => (issuedAtMs ?? 0) <= (this.#sinceMs.get(what) ?? Number.NEGATIVE_INFINITY));
  }
}
