import { expect, test } from "vitest";
import { formatZoned, parseZoned, startOfDay } from "./zone-time.ts";

const toIso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

test.each([
  ["2026-11-26T10:00:00Z", "Europe/Paris", 0, "2026-11-25T23:00:00.000Z"],
  ["2026-11-26T10:00:00Z", "Europe/Paris", 1, "2026-11-24T23:00:00.000Z"],
  ["2026-11-25T23:30:00Z", "Europe/Paris", 0, "2026-11-25T23:00:00.000Z"],
  ["2026-11-26T10:00:00Z", "America/New_York", 6, "2026-11-20T05:00:00.000Z"],
  ["2026-11-26T20:00:00Z", "Asia/Kolkata", 0, "2026-11-26T18:30:00.000Z"],
  // The day on which clocks go back has 25 hours.
  ["2026-10-26T12:00:00Z", "Europe/Paris", 1, "2026-10-24T22:00:00.000Z"],
])("at %s in %s, the day %i days earlier starts at %s", (at, zone, days, expected) => {
  expect(toIso(startOfDay(Date.parse(at), zone, days))).toBe(expected);
});

test.each([
  ["24/12/2026 18:30", "Europe/Paris", "2026-12-24T17:30:00.000Z"],
  ["24/07/2026 18:30", "Europe/Paris", "2026-07-24T16:30:00.000Z"],
  ["1/1/2026 0:00", "Asia/Kolkata", "2025-12-31T18:30:00.000Z"],
  // Clocks in Paris skip this time when daylight saving time starts.
  ["29/03/2026 02:30", "Europe/Paris", "2026-03-29T01:30:00.000Z"],
])("reads %s in %s as %s", (text, zone, expected) => {
  expect(toIso(parseZoned(text, zone))).toBe(expected);
});

test.each(["31/02/2026 10:00", "24/12/2026 24:10", "2026-12-24", ""])("rejects %j as a time", (text) => {
  expect(parseZoned(text, "UTC")).toBeUndefined();
});

test("a written time is read back unchanged in every time zone", () => {
  for (const zone of ["UTC", "Europe/Paris", "America/St_Johns", "Pacific/Chatham"]) {
    const atMs = Date.parse("2026-06-03T04:05:00Z");
    expect(parseZoned(formatZoned(atMs, zone), zone)).toBe(atMs);
  }
});
