import { expect, onTestFinished, test, vi } from "vitest";
import {
  formatDay,
  formatMoment,
  isImmediate,
  parseDay,
  parseMoment,
  parseWritten,
  readLocalText,
  scheduledDateOf,
  toLocalText,
} from "./local-moment.ts";

test("a written moment is read back unchanged", () => {
  const date = new Date(2026, 11, 4, 18, 5);
  expect(formatMoment(date)).toBe("04/12/2026 18:05");
  expect(parseMoment(formatMoment(date))).toEqual(date);
  expect(parseMoment(" 4/12/2026  18h05 ")).toEqual(date);
});

test.each([
  "",
  "tomorrow",
  "2031-03-09T18:05",
  "09/03/2031",
  "31/02/2026 10:00",
  "04/12/26 10:00",
  "04/12/0026 10:00",
  "04/12/12031 10:00",
  "04/12/2026 24:10",
  "04/12/2026 10:75",
  "04/13/2026 10:00",
])("rejects %j as a moment", (text) => {
  expect(parseMoment(text)).toBeUndefined();
  expect(readLocalText(text)).toBeUndefined();
});

test("the text of a field and its moment convert in the reader's time zone", () => {
  const iso = readLocalText("09/03/2031 18:05") ?? "";
  expect(toLocalText(iso)).toBe("09/03/2031 18:05");
  expect(scheduledDateOf(iso)).toBe("09/03/2031 18:05");
});

test("a written day is read back, with the day before the month", () => {
  expect([formatDay("2026-12-04"), formatDay("")]).toEqual(["04/12/2026", ""]);
  expect([" 4/12/2026 ", "12/31/2026", "31/02/2026", "2026-12-04", "04/12/26", ""].map(parseDay)).toEqual([
    "2026-12-04",

    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("no date is an empty field", () => {
  expect(toLocalText(null)).toBe("");
});

const NOW_MS = Date.parse("2031-03-09T12:00:00Z");
test.each([
  ["2031-03-09T11:00:00Z", true],
  ["2031-03-09T12:00:59Z", true],
  ["2031-03-09T12:02:00Z", false],
])("%s counts as now at noon: %s", (iso, expected) => {
  expect(isImmediate(iso, NOW_MS)).toBe(expected);
});

/** Runs a test in a time zone. */
function testInZone(zone: string): void {
  vi.stubEnv("TZ", zone);
  onTestFinished(() => void vi.unstubAllEnvs());
}

test("a time that clocks leave out is no moment, but keeps its day and time for the calendar", () => {
  testInZone("Europe/Paris");
  expect(parseMoment("29/03/2026 01:59")?.toISOString()).toBe("2026-03-29T00:59:00.000Z");
  expect(parseMoment("29/03/2026 02:30")).toBeUndefined();
  expect(parseWritten("29/03/2026 02:30")).toEqual({ day: "2026-03-29", time: "02:30", date: undefined });
  expect(parseMoment("29/03/2026 03:00")?.toISOString()).toBe("2026-03-29T01:00:00.000Z");
});

test("a day whose midnight clocks leave out is a day", () => {
  testInZone("Africa/Cairo");
  expect(parseMoment("24/04/2026 00:00")).toBeUndefined();
  expect(parseDay("24/04/2026")).toBe("2026-04-24");
});
