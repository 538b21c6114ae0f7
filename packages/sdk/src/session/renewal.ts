/** A token that lives for moments must not be renewed at every tick, nor one that lives for years never. */
const RENEW_MIN_MS = 10_000;
const RENEW_MAX_MS = 6 * 3_600_000;
/** Renewed with a quarter of its life left, so that several attempts fit before it ends. */
const RENEW_AT = 0.75;

/** The time before a token is renewed, in ms. Both times are the edge's, so that the viewer's clock may be wrong. */
export function renewalDelayMs(expiresAtMs: number, nowMs: number): number {
  return Math.min(RENEW_MAX_MS, Math.max(RENEW_MIN_MS, (expiresAtMs - nowMs) * RENEW_AT));
}
