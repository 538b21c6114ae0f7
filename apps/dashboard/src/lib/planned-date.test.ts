import { expect, test } from "vitest";
import { readMoment, writeMoment } from "./planned-date.ts";

test("a moment is read as it is written", () => {
  const date = new Date(2026, 11, 4, 18, 5);
  expect(writeMoment(date)).toBe("04/12/2026 18:05");
  expect(readMoment(writeMoment(date))).toEqual(date);
  expect(readMoment(" 4/12/2026  18h05 ")).toEqual(date);
});

test.each([
  "",
  "31/02/2026 10:00",
  "04/12/26 10:00",
  "04/12/2026 24:10",
  "04/12/2026 10:75",
  "04/13/2026 10:00",
])("'%s' is no moment", (text) => expect(readMoment(text)).toBeUndefined());
