/** The minimum delay before a renewal. Without it, a very short-lived token would be renewed on every tick. */
const RENEW_MIN_MS = 10_000;
const MAX_RENEWAL_DELAY_MS = 6 * 3_600_000;
/** The share of a token's lifetime after which it is renewed. Several attempts fit into the rest of its lifetime. */
const RENEW_AT_SHARE = 0.75;

/** Returns the delay before a token is renewed, in ms. Both times are the edge's, because the viewer's clock may be wrong. */
export function renewalDelayMs(expiresAtMs: number, nowMs: number): number {
  return Math.min(MAX_RENEWAL_DELAY_MS, Math.max(RENEW_MIN_MS, (expiresAtMs - nowMs) * RENEW_AT_SHARE));
}
