import { expect, test } from "vitest";
import { exactDateOf, formatDateTime, formatDay, formatLongDate, formatTime, monthText } from "./dates.ts";

const SAMPLE_MOMENT = "2026-11-28T23:05:09Z";

test("a date has the day before the month and 24 hours, in the given time zone", () => {
  expect(formatDateTime(SAMPLE_MOMENT, "UTC")).toBe("28/11/26 @23:05");
  expect(formatDateTime(SAMPLE_MOMENT, "Europe/Paris")).toBe("29/11/26 @00:05");
  expect(exactDateOf(SAMPLE_MOMENT, "UTC")).toBe("28/11/26 @23:05:09");
  expect(formatDay(SAMPLE_MOMENT, "Europe/Paris")).toBe("29/11/26");
  expect(formatTime(SAMPLE_MOMENT, "Europe/Paris")).toBe("00:05:09");
});

test("the default time zone is the reader's", () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  expect(formatDateTime(SAMPLE_MOMENT)).toBe(formatDateTime(SAMPLE_MOMENT, timeZone));
});

test("days and months are named in the language, with the day first", () => {
  expect(["en", "fr"].map((language) => formatLongDate(SAMPLE_MOMENT, language, "UTC"))).toEqual([
    "28 November 2026",
    "28 novembre 2026",
  ]);
  expect(["en", "fr"].map((language) => monthText("2026-03", language))).toEqual(["March 2026", "mars 2026"]);
});

test("an invalid date is a dash", () => {
  expect([
    formatDateTime(""),
    formatDay("soon"),
    formatLongDate("", "en"),
    monthText("garbage", "en"),
  ]).toEqual(["–", "–", "–", "garbage"]);
});
