import type { CdnEntryState } from "@shoal/contract";

/** Whether a client may have CDN entries, and its entries answer (§6): it pays, and its subscription is not over. */
export const hasActiveSubscription = (
  { isFreeTierOnly, subscriptionEndsAtMs }: { isFreeTierOnly: boolean; subscriptionEndsAtMs: number | null },
  nowMs: number,
): boolean => !isFreeTierOnly && (subscriptionEndsAtMs === null || subscriptionEndsAtMs > nowMs);

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
