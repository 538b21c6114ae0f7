import type { CdnEntryState } from "@shoal/contract";

/** Whether a client may have CDN entries, and its entries answer (§6): it pays, its subscription is not over, and no invoice was left unpaid for too long. */
export const hasActiveSubscription = (
  {
    isFreeTierOnly,
    isSuspended,
    subscriptionEndsAtMs,
  }: { isFreeTierOnly: boolean; isSuspended: boolean; subscriptionEndsAtMs: number | null },
  nowMs: number,
): boolean =>
  !isFreeTierOnly && !isSuspended && (subscriptionEndsAtMs === null || subscriptionEndsAtMs > nowMs);

/** What an entry is now. */
export function cdnEntryStateOf(entry: {
  isDraining: boolean;
  isSubscribed: boolean;
  isPaused: boolean;
}): CdnEntryState {
  if (entry.isDraining) return "draining";
  if (!entry.isSubscribed) return "unsubscribed";
  return entry.isPaused ? "paused" : "active";
}
