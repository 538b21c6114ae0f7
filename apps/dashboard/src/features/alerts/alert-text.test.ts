import type { AlertView } from "@shoal/contract";
import { expect, test } from "vitest";
import { analyticsLink, durationText, valueText } from "./alert-text.ts";

const isoAtMinute = (minute: number) => new Date(Date.UTC(2026, 10, 26, 12, minute)).toISOString();
const NOW_MS = Date.parse(isoAtMinute(50));
const alert = {
  subject: { type: "video", video: "a b/c", title: "Film", hasPage: false },

  openedAt: isoAtMinute(10),
  closedAt: isoAtMinute(20),
} as AlertView;

test("values are written in the unit of their kind", () => {
  expect(valueText("stream_down", 130, "en")).toBe("2\u00a0min 10\u00a0s");
  expect(valueText("rebuffering", 50, "en")).toBe("50\u00a0s/h");
  expect(valueText("errors", 12.5, "fr")).toBe("12,5\u00a0%");
});

test("the duration of an alert ends when it was closed, or now while it is open", () => {
  expect(durationText(alert, NOW_MS, "en")).toBe("10\u00a0min");
  expect(durationText({ ...alert, closedAt: null }, NOW_MS, "en")).toBe("40\u00a0min");
});

test("the analytics link covers the alert and 15 minutes on each side, but not the future", () => {
  const closed = new URL(analyticsLink(alert, NOW_MS), "http://page");
  expect(closed.pathname).toBe("/analytics/a%20b%2Fc");
  expect([closed.searchParams.get("from"), closed.searchParams.get("to")]).toEqual([
    isoAtMinute(-5),
    isoAtMinute(35),
  ]);
  const open = { ...alert, closedAt: null, subject: { ...alert.subject, video: null } };
  expect(analyticsLink(open, NOW_MS)).toBe(
    `/analytics?${new URLSearchParams({ range: "own", from: isoAtMinute(-5), to: isoAtMinute(50) })}`,
  );
});
