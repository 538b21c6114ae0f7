import type { ActiveTime } from "@shoal/contract";
import * as fc from "@shoal/testkit/property";
import { expect, test } from "vitest";
import { dayRuns } from "./day-runs.ts";
import { CELL_COUNT, cellOf, cellsOf, fitsGrid, STEPS_PER_DAY, timesOf } from "./week-grid.ts";

const WORKDAYS: ActiveTime = { days: [1, 2, 3, 4, 5], from: "08:30", to: "18:00" };

test("an empty list selects the whole week, and the whole week becomes an empty list", () => {
  expect(cellsOf([]).size).toBe(CELL_COUNT);
  expect(timesOf(cellsOf([]))).toEqual([]);
});

test.each<[string, ActiveTime[]]>([
  ["days of the same times together", [WORKDAYS]],
  ["a night that ends on the next day", [{ days: [5], from: "22:00", to: "02:30" }]],
  ["a night from Sunday to Monday", [{ days: [7], from: "23:30", to: "00:30" }]],
  ["a whole day", [{ days: [6], from: "00:00", to: "24:00" }]],
])("times survive a round trip through the grid: %s", (_, times) =>
  expect(timesOf(cellsOf(times))).toEqual(times),
);

test("a night joins the next day only if the result is shorter than a day", () => {
  const times: ActiveTime[] = [
    { days: [1], from: "12:00", to: "24:00" },
    { days: [2], from: "00:00", to: "20:00" },
  ];
  expect(timesOf(cellsOf(times))).toEqual(times);
});

test("the grid does not fit times that start or end off the half hour", () => {
  expect(fitsGrid([WORKDAYS])).toBe(true);
  expect(fitsGrid([{ ...WORKDAYS, to: "18:15" }])).toBe(false);
});

test("painted half hours survive a round trip through times", () => {
  const cells = fc.uniqueArray(fc.integer({ min: 0, max: CELL_COUNT - 1 }), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(cells, (painted) => {
      expect([...cellsOf(timesOf(new Set(painted)))].toSorted((a, b) => a - b)).toEqual(
        painted.toSorted((a, b) => a - b),
      );
    }),
  );
  expect(cellOf(7, STEPS_PER_DAY - 1)).toBe(CELL_COUNT - 1);
});

test.each([
  [[1, 2, 3, 4, 5], [[1, 5]]],
  [
    [6, 7],
    [[6], [7]],
  ],
  [
    [1, 3, 4, 5, 7],
    [[1], [3, 5], [7]],
  ],
])("dayRuns groups the days %j as %j", (days, runs) => expect(dayRuns(days)).toEqual(runs));
