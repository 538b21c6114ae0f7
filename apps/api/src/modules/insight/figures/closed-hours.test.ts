import { expect, test } from "vitest";
import { ClosedHours } from "./closed-hours.ts";

const HOUR_SEC = 3_600;
const DAY_SEC = 86_400;
/** The time of the test, in the middle of an hour of a day. */
const NOW_SEC = 20_000 * DAY_SEC + 13 * HOUR_SEC + 1_234;
const TODAY_SEC = 20_000 * DAY_SEC;
const CLOSED_UNTIL_SEC = TODAY_SEC + 11 * HOUR_SEC;

interface RollUpState {
  firstHourSec: number | undefined;
  cursorSec?: number;
  /** The days that have hours but no daily totals. */
  dueDaysSec?: number[];
}

/** Closes hours. @returns the aggregated hours, the time up to which they count as closed, and the daily totals. */
async function runClosing({ firstHourSec, cursorSec, dueDaysSec = [] }: RollUpState) {
  const hours: [fromSec: number, untilSec: number][] = [];
  const sums: string[] = [];
  const asDays = (days: readonly number[]) => days.map((sec) => (sec - TODAY_SEC) / DAY_SEC);
  const roll = async (fromSec: number, untilSec: number) => {
    hours.push([fromSec, untilSec]);
    sums.push("closed");
  };
  let savedSec = cursorSec;
  const closing = new ClosedHours({
    sums: { closeHours: async () => {}, findFirstHour: async () => firstHourSec },
    linkSums: { closeHours: async () => {} },
    sessionHours: { closeHours: roll, tidyDay: async () => {}, listLateHours: async () => [] },
    daySums: {
      invalidate: async (days) => void sums.push(`forgot ${new Set(asDays(days).map(Math.floor)).size}`),
      listDue: async ({ toSec }) => dueDaysSec.filter((sec) => sec + DAY_SEC <= toSec),
      sumDay: async (sec) => void sums.push(`summed ${asDays([sec])}`),
      reconcile: async (which) =>
        void sums.push(`reconciled ${which === "all" ? "all" : `${asDays(which)}`}`),
    },
    cursors: {
      findClosedUntilSec: async () => savedSec,
      saveClosedUntilSec: async (sec) => {
        savedSec = sec;
      },
    },
  });
  const untilSec = await closing.close(NOW_SEC * 1_000);
  const closed = { fromSec: hours[0]?.[0], untilSec, savedSec, days: hours.length };
  return { closed, sums, close: (nowSec: number) => closing.close(nowSec * 1_000) };
}

test("after an update, hours are closed again from the first complete day, not from the remains of an earlier one", async () => {
  expect((await runClosing({ firstHourSec: TODAY_SEC - 90 * DAY_SEC + 13 * HOUR_SEC })).closed).toEqual({
    fromSec: TODAY_SEC - 89 * DAY_SEC,
    untilSec: CLOSED_UNTIL_SEC,
    savedSec: CLOSED_UNTIL_SEC,
    days: 90,
  });
});

test.each([
  [
    "from the first hour with data if the platform is younger than the retention",
    { firstHourSec: TODAY_SEC - 2 * DAY_SEC },
  ],
  ["from the saved cursor after a pause", { firstHourSec: undefined, cursorSec: TODAY_SEC - 2 * DAY_SEC }],
])("hours are closed %s", async (_, known) => {
  expect((await runClosing(known)).closed).toMatchObject({
    fromSec: TODAY_SEC - 2 * DAY_SEC,
    untilSec: CLOSED_UNTIL_SEC,
  });
});

test("without reports no hours are closed, and the cursor is saved", async () => {
  expect((await runClosing({ firstHourSec: undefined })).closed).toEqual({
    fromSec: undefined,
    untilSec: CLOSED_UNTIL_SEC,
    savedSec: CLOSED_UNTIL_SEC,
    days: 0,
  });
});

test("hours that were never closed are closed from all their remaining minutes", async () => {
  const cursorSec = TODAY_SEC - 91 * DAY_SEC;
  expect((await runClosing({ firstHourSec: undefined, cursorSec })).closed).toMatchObject({
    fromSec: cursorSec,
  });
});

test("sums of a day are invalid while its hours change, and completed days are summed", async () => {
  const cursorSec = TODAY_SEC - DAY_SEC;
  const { sums } = await runClosing({
    firstHourSec: undefined,
    cursorSec,
    dueDaysSec: [TODAY_SEC, TODAY_SEC - DAY_SEC],
  });
  expect(sums).toEqual(["forgot 1", "closed", "forgot 1", "closed", "reconciled all", "summed -1"]);
});

test("a run sums only a few of many days, and outdated sums are removed a minute after the last", async () => {
  const dueDaysSec = [-1, -2, -3, -4, -5, -6, -7].map((day) => TODAY_SEC + day * DAY_SEC);
  const { sums, close: again } = await runClosing({
    firstHourSec: undefined,
    cursorSec: CLOSED_UNTIL_SEC,
    dueDaysSec,
  });
  expect(sums.splice(0)).toEqual([
    "reconciled all",
    "summed -1",
    "summed -2",
    "summed -3",
    "summed -4",
    "summed -5",
  ]);
  dueDaysSec.splice(0, 5);
  await again(NOW_SEC + 3);
  expect(sums.splice(0)).toEqual(["summed -6", "summed -7"]);
  dueDaysSec.length = 0;
  await again(NOW_SEC + 6);
  expect(sums).toEqual([]);
  await again(NOW_SEC + 63);
  expect(sums.splice(0)).toEqual(["reconciled -1,-2,-3,-4,-5,-6,-7"]);
  await again(NOW_SEC + 126);
  expect(sums).toEqual([]);
});
