import { expect, test } from "vitest";
import { isRefusedData } from "./refused-data.ts";

test.each([
  ["a duplicate uuid", "23505", true],
  ["a reference to a missing row", "23503", true],
  ["an invalid character", "22021", true],
  ["a date out of range", "22008", true],
  ["a deadlock", "40P01", false],
  ["a lost connection", "08006", false],
  ["a Node error about an address in use", "EADDRINUSE", false],
])("isRefusedData of %s (%s) is %s", (_, code, isRefused) => {
  expect(isRefusedData(Object.assign(new Error("refused"), { code }))).toBe(isRefused);
});

test("an error that is not from the database is not refused data", () => {
  expect(isRefusedData(new Error("lost"))).toBe(false);
  expect(isRefusedData(undefined)).toBe(false);
});
