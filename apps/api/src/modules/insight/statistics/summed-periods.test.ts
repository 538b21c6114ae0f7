import { expect, test } from "vitest";
import type { Scope } from "./scope.ts";
import { type Period, subtract, summedPeriods } from "./summed-periods.ts";

const HOUR = 3_600;
const DAY = 86_400;

const scopeOf = ({ fromSec, toSec }: Period) => ({ fromMs: fromSec * 1_000, toMs: toSec * 1_000 }) as Scope;
/** Only days 1, 2 and 4 are summed up. */
const summedDays = new Map([
  [4 * DAY, 40],
  [DAY, 10],
  [2 * DAY, 20],
]);
const KNOWN = { summedDays, closedUntilSec: 6 * DAY, bordersSec: [] };

test.each([
  [
    "as one part for consecutive days",
    0,
    6 * DAY,
    [
      [DAY, 3 * DAY],
      [4 * DAY, 5 * DAY],
    ],
    [10, 20, 40],
  ],
  ["only for days that are entirely within it", DAY + HOUR, 5 * DAY - HOUR, [[2 * DAY, 3 * DAY]], [20]],
  ["and none if no day is summed up", 3 * DAY, 4 * DAY, [], []],
])("summed days cover parts of a period, %s", (_, fromSec, toSec, expected, versions) => {
  const { periods, versions: found } = summedPeriods({ ...KNOWN, scope: scopeOf({ fromSec, toSec }) }, "day");
  expect([periods.map((each) => [each.fromSec, each.toSec]), found]).toEqual([expected, versions]);
});

test("with hourly sums, full hours of partly covered days are included", () => {
  const scope = scopeOf({ fromSec: DAY + HOUR / 2, toSec: 2 * DAY + 5.5 * HOUR });
  expect(summedPeriods({ ...KNOWN, scope }, "hour")).toEqual({
    periods: [{ fromSec: DAY + HOUR, toSec: 2 * DAY + 5 * HOUR }],
    versions: [10, 20],
  });
});

test("days that contain the start of a step, and days that are no longer closed, are omitted", () => {
  const scope = scopeOf({ fromSec: 0, toSec: 6 * DAY });
  const bordersSec = [0, DAY + HOUR];
  const closedUntilSec = 4 * DAY;
  expect(summedPeriods({ ...KNOWN, closedUntilSec, bordersSec, scope }, "day").versions).toEqual([20]);
  expect(summedPeriods({ ...KNOWN, closedUntilSec, bordersSec, scope }, "hour").versions).toEqual([10, 20]);
  expect(summedPeriods({ ...KNOWN, scope, isByMinute: true }, "hour").versions).toEqual([]);
});

test("subtracted periods leave the parts outside of them", () => {
  const [whole, early, late] = [
    { fromSec: 0, toSec: 9 },
    { fromSec: 2, toSec: 3 },
    { fromSec: 5, toSec: 20 },
  ];
  expect(subtract([whole], [early, late])).toEqual([
    { fromSec: 0, toSec: 2 },
    { fromSec: 3, toSec: 5 },
  ]);
  expect(subtract([whole], [])).toEqual([whole]);
  expect(subtract([{ fromSec: 4, toSec: 4 }], [])).toEqual([]);
  expect(subtract([early], [whole])).toEqual([]);
});
