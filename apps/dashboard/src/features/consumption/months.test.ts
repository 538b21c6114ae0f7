import { expect, it } from "vitest";
import { isMonth, listMonths } from "./months.ts";

it("months continue into the previous year, for two years at most", () => {
  const months = listMonths(Date.UTC(2026, 1, 28, 23, 59));
  expect(months.slice(0, 3)).toEqual(["2026-02", "2026-01", "2025-12"]);
  expect(months.at(-1)).toBe("2024-03");
});

it("isMonth accepts only valid months", () => {
  expect(["2026-11", "2026-13", "2026-1", "", "november"].map(isMonth)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
