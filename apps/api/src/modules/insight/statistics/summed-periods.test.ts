import { expect, test } from "vitest";
import type { SessionScope } from "./scope.ts";
import { type PeriodSec, subtractPeriods, summedPeriods } from "./summed-periods.ts";

const HOUR_SEC = 3_600;
const DAY_SEC = 86_400;

const createScope = ({ fromSec, toSec }: PeriodSec) =>
  ({ fromMs: fromSec * 1_000, toMs: toSec * 1_000 }) as SessionScope;
/** Only days 1, 2 and 4 are aggregated. */
const summedDays = new Map([
  [4 * DAY_SEC, 40],
  [DAY_SEC, 10],
  [2 * DAY_SEC, 20],
]);
const SUMMED_STATE = { summedDays, closedUntilSec: 6 * DAY_SEC, bordersSec: [] };

test.each([
  [
    "as one part for consecutive days",
    0,
    6 * DAY_SEC,
    [
      [DAY_SEC, 3 * DAY_SEC],
      [4 * DAY_SEC, 5 * DAY_SEC],
    ],
    [10, 20, 40],
  ],
  [
    "only for days that are entirely within it",
    DAY_SEC + HOUR_SEC,
    5 * DAY_SEC - HOUR_SEC,
    [[2 * DAY_SEC, 3 * DAY_SEC]],
    [20],
  ],
  ["and none if no day is summed up", 3 * DAY_SEC, 4 * DAY_SEC, [], []],
])("summed days cover parts of a period, %s", (_, fromSec, toSec, expected, versions) => {
  const { periods, versions: found } = summedPeriods(
    { ...SUMMED_STATE, scope: createScope({ fromSec, toSec }) },
    "day",
  );
  expect([periods.map((each) => [each.fromSec, each.toSec]), found]).toEqual([expected, versions]);
});

test("with hourly sums, full hours of partly covered days are included", () => {
  const scope = createScope({ fromSec: DAY_SEC + HOUR_SEC / 2, toSec: 2 * DAY_SEC + 5.5 * HOUR_SEC });
  expect(summedPeriods({ ...SUMMED_STATE, scope }, "hour")).toEqual({
    periods: [{ fromSec: DAY_SEC + HOUR_SEC, toSec: 2 * DAY_SEC + 5 * HOUR_SEC }],
    versions: [10, 20],
  });
});

test("days that contain the start of a step, and days that are no longer closed, are omitted", () => {
  const scope = createScope({ fromSec: 0, toSec: 6 * DAY_SEC });
  const bordersSec = [0, DAY_SEC + HOUR_SEC];
  const closedUntilSec = 4 * DAY_SEC;
  expect(summedPeriods({ ...SUMMED_STATE, closedUntilSec, bordersSec, scope }, "day").versions).toEqual([20]);
  expect(summedPeriods({ ...SUMMED_STATE, closedUntilSec, bordersSec, scope }, "hour").versions).toEqual([
    10, 20,
  ]);
  expect(summedPeriods({ ...SUMMED_STATE, scope, isByMinute: true }, "hour").versions).toEqual([]);
});

test("subtracted periods leave the parts outside of them", () => {
  const [whole, early, late] = [
    { fromSec: 0, toSec: 9 },
    { fromSec: 2, toSec: 3 },
    { fromSec: 5, toSec: 20 },
  ];
  expect(subtractPeriods([whole], [early, late])).toEqual([
    { fromSec: 0, toSec: 2 },
    { fromSec: 3, toSec: 5 },
  ]);
  expect(subtractPeriods([whole], [])).toEqual([whole]);
  expect(subtractPeriods([{ fromSec: 4, toSec: 4 }], [])).toEqual([]);
  expect(subtractPeriods([early], [whole])).toEqual([]);
});
