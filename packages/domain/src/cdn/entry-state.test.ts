import { expect, test } from "vitest";
import { cdnEntryStateOf, hasActiveSubscription } from "./entry-state.ts";

test.each([
  [{ isFreeTierOnly: false, isSuspended: false, subscriptionEndsAtMs: null }, true],
  [{ isFreeTierOnly: false, isSuspended: false, subscriptionEndsAtMs: 101 }, true],
  [{ isFreeTierOnly: false, isSuspended: false, subscriptionEndsAtMs: 100 }, false],
  [{ isFreeTierOnly: true, isSuspended: false, subscriptionEndsAtMs: null }, false],
  [{ isFreeTierOnly: true, isSuspended: false, subscriptionEndsAtMs: 101 }, false],
  [{ isFreeTierOnly: false, isSuspended: true, subscriptionEndsAtMs: null }, false],
])("%o is an active subscription: %s", (client, isActive) => {
  expect(hasActiveSubscription(client, 100)).toBe(isActive);
});

test("an entry that drains does so whatever else holds, and a pause is seen while the subscription runs", () => {
  const entry = { isDraining: false, isSubscribed: true, isPaused: false };
  expect(cdnEntryStateOf(entry)).toBe("active");
  expect(cdnEntryStateOf({ ...entry, isPaused: true })).toBe("paused");
  expect(cdnEntryStateOf({ ...entry, isPaused: true, isSubscribed: false })).toBe("unsubscribed");
  expect(cdnEntryStateOf({ ...entry, isSubscribed: false, isDraining: true })).toBe("draining");
});
