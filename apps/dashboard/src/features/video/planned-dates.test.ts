import { expect, test } from "vitest";
import { isAtOnce, plannedDateOf, readLocalText, toLocalText } from "./planned-dates.ts";

test("a field's text and its moment are the same, in the reader's time zone", () => {
  const iso = readLocalText("2031-03-09T18:05") ?? "";
  expect(toLocalText(iso)).toBe("2031-03-09T18:05");
  expect(plannedDateOf(iso)).toBe("09/03/2031 18:05");
});

test.each(["", "2031-03-09", "tomorrow", "12031-03-09T18:05"])("%j is no date", (text) => {
  expect(readLocalText(text)).toBeUndefined();
});

test("no date is an empty field", () => {
  expect(toLocalText(null)).toBe("");
});

const NOW_MS = Date.parse("2031-03-09T12:00:00Z");
test.each([
  ["2031-03-09T11:00:00Z", true],
  ["2031-03-09T12:00:59Z", true],
  ["2031-03-09T12:02:00Z", false],
])("%s at noon means at once: %s", (iso, expected) => {
  expect(isAtOnce(iso, NOW_MS)).toBe(expected);
});
