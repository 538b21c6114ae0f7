import { expect, test } from "vitest";
import { filterOf } from "./log-filter.ts";

test("the last day of a range is part of it", () => {
  const { from, to } = filterOf({ search: "", filters: { type: "", from: "2026-11-20", to: "2026-11-20" } });
  expect(Date.parse(String(to)) - Date.parse(String(from))).toBe(24 * 3_600_000);
});

test("what is not set, or no day, is not asked for", () => {
  expect(filterOf({ search: "", filters: { type: "", from: "", to: "yesterday" } })).toEqual({});
  expect(filterOf({ search: "sea", filters: { type: "login", from: "", to: "" } })).toEqual({
    search: "sea",
    type: "login",
  });
});
