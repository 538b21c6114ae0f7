import { expect, test } from "vitest";
import { cdnEntryStateOf, cdnHindranceOf, hasActiveSubscription } from "./entry-state.ts";

test.each([
  [{ isFreeTierOnly: false, isSuspended: false, subscriptionEndsAtMs: null }, true],
  [{ isFreeTierOnly: false, isSuspended: false, subscriptionEndsAtMs: 101 }, true],
  [{ isFreeTierOnly: false, isSuspended: false, subscriptionEndsAtMs: 100 }, false],
  [{ isFreeTierOnly: true, isSuspended: false, subscriptionEndsAtMs: null }, false],
  [{ isFreeTierOnly: true, isSuspended: false, subscriptionEndsAtMs: 101 }, false],
  [{ isFreeTierOnly: false, isSuspended: true, subscriptionEndsAtMs: null }, false],
])("hasActiveSubscription of %o is %s", (client, isActive) => {
  expect(hasActiveSubscription(client, 100)).toBe(isActive);
});

test("draining takes precedence over all other states, and a hindrance over a pause", () => {
  const entry = { isDraining: false, hindrance: undefined, isPaused: false };
  expect(cdnEntryStateOf(entry)).toBe("active");
  expect(cdnEntryStateOf({ ...entry, isPaused: true })).toBe("paused");
  expect(cdnEntryStateOf({ ...entry, isPaused: true, hindrance: "unsubscribed" })).toBe("unsubscribed");
  expect(cdnEntryStateOf({ ...entry, hindrance: "budgetReached", isDraining: true })).toBe("draining");
});

test("a reached budget stops a paying client's entries, only in its month (UTC)", () => {
  const paying = { isFreeTierOnly: false, isSuspended: false, subscriptionEndsAtMs: null };
  const stopped = { ...paying, budgetStopsMonth: "2031-11" };
  expect(cdnHindranceOf({ ...paying, budgetStopsMonth: null }, Date.UTC(2031, 10, 20))).toBeUndefined();
  expect(cdnHindranceOf(stopped, Date.UTC(2031, 10, 1))).toBe("budgetReached");
  expect(cdnHindranceOf(stopped, Date.UTC(2031, 11, 1) - 1)).toBe("budgetReached");
  expect(cdnHindranceOf(stopped, Date.UTC(2031, 11, 1))).toBeUndefined();
  expect(cdnHindranceOf({ ...stopped, isSuspended: true }, Date.UTC(2031, 10, 20))).toBe("unsubscribed");
});
