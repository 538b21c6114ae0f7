import { expect, test } from "vitest";
import { ClosedHours } from "./closed-hours.ts";

const HOUR_SEC = 3_600;
const DAY_SEC = 86_400;
/** In the middle of an hour of a day. */
const NOW_SEC = 20_000 * DAY_SEC + 13 * HOUR_SEC + 1_234;
const TODAY_SEC = 20_000 * DAY_SEC;
const CLOSED_SEC = TODAY_SEC + 11 * HOUR_SEC;

interface Known {
  firstHourSec: number | undefined;
  cursorSec?: number;
}

/** @returns which hours are aggregated, and until when they are said to be closed. */
async function close({ firstHourSec, cursorSec }: Known) {
  const hours: [fromSec: number, untilSec: number][] = [];
  const roll = async (fromSec: number, untilSec: number) => void hours.push([fromSec, untilSec]);
  let savedSec = cursorSec;
  const closing = new ClosedHours({
    sums: { closeHours: async () => {}, findFirstHour: async () => firstHourSec },
    linkSums: { closeHours: async () => {} },
    sessionHours: { closeHours: roll, tidyDay: async () => {}, listLateHours: async () => [] },
    cursors: {
      findClosedUntilSec: async () => savedSec,
      saveClosedUntilSec: async (sec) => {
        savedSec = sec;
      },
    },
  });
  const untilSec = await closing.close(NOW_SEC * 1_000);
  return { fromSec: hours[0]?.[0], untilSec, savedSec, days: hours.length };
}

test("after an update hours are closed anew from the first day of which nothing is deleted yet, not from what is left", async () => {
  expect(await close({ firstHourSec: TODAY_SEC - 90 * DAY_SEC + 13 * HOUR_SEC })).toEqual({
    ...{ fromSec: TODAY_SEC - 89 * DAY_SEC, untilSec: CLOSED_SEC, savedSec: CLOSED_SEC, days: 90 },
  });
});

test.each([
  ["younger than that, from the first that there is", { firstHourSec: TODAY_SEC - 2 * DAY_SEC }],
  ["after a pause, from where it was left", { firstHourSec: undefined, cursorSec: TODAY_SEC - 2 * DAY_SEC }],
])("they are closed, %s", async (_, known) => {
  expect(await close(known)).toMatchObject({ fromSec: TODAY_SEC - 2 * DAY_SEC, untilSec: CLOSED_SEC });
});

test("where nothing was told nothing is closed, and it is noted from where on", async () => {
  expect(await close({ firstHourSec: undefined })).toEqual({
    ...{ fromSec: undefined, untilSec: CLOSED_SEC, savedSec: CLOSED_SEC, days: 0 },
  });
});

test("hours that were never closed are closed from all that is left of them", async () => {
  const cursorSec = TODAY_SEC - 91 * DAY_SEC;
  expect(await close({ firstHourSec: undefined, cursorSec })).toMatchObject({ fromSec: cursorSec });
});
