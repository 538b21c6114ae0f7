import { expect, test } from "vitest";
import { type Period, periodOf, reachesNow, refreshMsOf, widenPeriod, widerRangeThan } from "./period.ts";

const nowMs = Date.parse("2026-11-26T10:00:30Z");
const clock = { nowMs, timeZone: "Europe/Paris" };
const customPeriod: Period = {
  fromMs: Date.parse("2026-11-01T00:00:00Z"),
  toMs: Date.parse("2026-11-02T00:00:00Z"),
};
const isoBounds = ({ fromMs, toMs }: Period) => [fromMs, toMs].map((ms) => new Date(ms).toISOString());

test.each([
  ["hour", "2026-11-26T09:00:00.000Z", "2026-11-26T10:00:30.000Z"],
  ["day", "2026-11-25T10:00:00.000Z", "2026-11-26T10:00:30.000Z"],
  ["yesterday", "2026-11-24T23:00:00.000Z", "2026-11-25T23:00:00.000Z"],
  ["week", "2026-11-19T23:00:00.000Z", "2026-11-26T10:00:30.000Z"],
  ["month", "2026-10-27T23:00:00.000Z", "2026-11-26T10:00:30.000Z"],
  ["quarter", "2026-08-28T22:00:00.000Z", "2026-11-26T10:00:30.000Z"],
  ["own", "2026-11-01T00:00:00.000Z", "2026-11-02T00:00:00.000Z"],
] as const)("the range %s extends from %s to %s, with days in the client's time zone", (range, from, to) => {
  expect(isoBounds(periodOf(range, customPeriod, clock))).toEqual([from, to]);
});

test("a period reaches now if it has started and ends at the present or later", () => {
  expect(reachesNow(periodOf("hour", customPeriod, clock), nowMs)).toBe(true);
  expect(reachesNow(periodOf("yesterday", customPeriod, clock), nowMs)).toBe(false);
  expect(reachesNow({ fromMs: nowMs + 1, toMs: nowMs + 2 }, nowMs)).toBe(false);
});

test("each range has a wider one, except the widest", () => {
  expect(widerRangeThan("hour")).toBe("day");
  expect(widerRangeThan("quarter")).toBeUndefined();
});

test("zooming out triples the period and never extends it beyond the present", () => {
  const hour = 3_600_000;
  const past = { fromMs: nowMs - 10 * hour, toMs: nowMs - 8 * hour };
  expect(widenPeriod(past, nowMs)).toEqual({ fromMs: nowMs - 12 * hour, toMs: nowMs - 6 * hour });
  const recent = { fromMs: nowMs - 2 * hour, toMs: nowMs - hour };
  expect(widenPeriod(recent, nowMs)).toEqual({ fromMs: nowMs - 3 * hour, toMs: nowMs });
  expect(widenPeriod({ fromMs: nowMs - hour, toMs: nowMs }, nowMs)).toEqual({
    fromMs: nowMs - 3 * hour,
    toMs: nowMs,
  });
});

test("the last hour is refreshed every ten seconds, other ranges hourly", () => {
  expect(refreshMsOf("hour")).toBe(10_000);
  expect(refreshMsOf("month")).toBe(3_600_000);
});
