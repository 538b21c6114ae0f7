import { expect, test } from "vitest";
import { filterOf } from "./log-filter.ts";

test("the last day of a range is included", () => {
  const { from, to } = filterOf({ search: "", filters: { type: "", from: "2026-11-20", to: "2026-11-20" } });
  expect(Date.parse(String(to)) - Date.parse(String(from))).toBe(24 * 3_600_000);
});

test("unset filters and invalid days are omitted", () => {
  expect(filterOf({ search: "", filters: { type: "", from: "", to: "yesterday" } })).toEqual({});
  expect(filterOf({ search: "sea", filters: { type: "login", from: "", to: "" } })).toEqual({
    search: "sea",
    type: "login",
  });
});
