import type { CdnEntryState } from "@shoal/contract";
import { isMonthOf } from "../budget-month.ts";

/**
 * Returns whether a client can have active CDN entries (§6): whether it pays, its subscription has not ended, and no invoice has been
 * overdue for too long.
 */
export const hasActiveSubscription = (
  {
    isFreeTierOnly,
    isSuspended,
    subscriptionEndsAtMs,
  }: { isFreeTierOnly: boolean; isSuspended: boolean; subscriptionEndsAtMs: number | null },
  nowMs: number,
): boolean =>
  !isFreeTierOnly && !isSuspended && (subscriptionEndsAtMs === null || subscriptionEndsAtMs > nowMs);

/** The reasons for which none of a client's entries are served. */
export type CdnHindrance = Extract<CdnEntryState, "unsubscribed" | "budgetReached">;

/** @param budgetStopsMonth the month, such as 2026-11 in UTC, for which the client's own budget stops its entries. */
export function cdnHindranceOf(
  {
    budgetStopsMonth,
    ...subscription
  }: Parameters<typeof hasActiveSubscription>[0] & { budgetStopsMonth: string | null },
  nowMs: number,
): CdnHindrance | undefined {
  if (!hasActiveSubscription(subscription, nowMs)) return "unsubscribed";
  return isMonthOf(budgetStopsMonth, nowMs) ? "budgetReached" : undefined;
}

/** Returns the state of an entry: if several apply, the first one in the order of `CDN_ENTRY_STATES`. */
export function cdnEntryStateOf(entry: {
  isDraining: boolean;
  hindrance: CdnHindrance | undefined;
  isPaused: boolean;
}): CdnEntryState {
  if (entry.isDraining) return "draining";
  if (entry.hindrance) return entry.hindrance;
  return entry.isPaused ? "paused" : "active";
}
