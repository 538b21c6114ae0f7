import { expect, test } from "vitest";
import { hasTooManySteps, listSteps, stepFor } from "./steps.ts";

const timeAt = (text: string) => Date.parse(text);
const listDays = (from: string, to: string, timeZone: string) =>
  listSteps({ fromMs: timeAt(from), toMs: timeAt(to) }, "day", timeZone).map((ms) =>
    new Date(ms).toISOString(),
  );

test("days have 23 and 25 hours when the clocks change", () => {
  expect(listDays("2026-03-27T23:00Z", "2026-03-30T22:00Z", "Europe/Paris")).toEqual([
    "2026-03-27T23:00:00.000Z",
    "2026-03-28T23:00:00.000Z",
    "2026-03-29T22:00:00.000Z",
  ]);
  expect(listDays("2026-10-24T22:00Z", "2026-10-26T23:00Z", "Europe/Paris")).toEqual([
    "2026-10-24T22:00:00.000Z",
    "2026-10-25T23:00:00.000Z",
  ]);
});

test("a day without a midnight starts at the clock change", () => {
  // In Lebanon, clocks go from 00:00 to 01:00.
  expect(listDays("2026-03-27T22:00Z", "2026-03-30T21:00Z", "Asia/Beirut")).toEqual([
    "2026-03-27T22:00:00.000Z",
    "2026-03-28T22:00:00.000Z",
    "2026-03-29T21:00:00.000Z",
  ]);
});

test("leap days count, and time zones with fractional hours have midnights of their own", () => {
  expect(listDays("2028-02-28T00:00Z", "2028-03-02T00:00Z", "UTC")).toHaveLength(3);
  expect(listDays("2026-01-01T12:00Z", "2026-01-02T12:00Z", "Asia/Kathmandu")).toEqual([
    "2026-01-01T12:00:00.000Z",
    "2026-01-01T18:15:00.000Z",
  ]);
});

test("hours start in the local time zone, and the step follows from the length of the period", () => {
  const [, second] = listSteps(
    { fromMs: timeAt("2026-01-01T00:00Z"), toMs: timeAt("2026-01-01T03:00Z") },
    "hour",
    "Asia/Kolkata",
  );
  expect(new Date(second ?? 0).toISOString()).toBe("2026-01-01T00:30:00.000Z");
  expect([3_600_000, 86_400_000, 30 * 86_400_000].map(stepFor)).toEqual(["minute", "hour", "day"]);
  expect(hasTooManySteps(90 * 86_400_000, "minute")).toBe(true);
});
