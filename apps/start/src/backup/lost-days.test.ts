import { expect, test } from "vitest";
import { findLostDays } from "./lost-days.ts";

const now = new Date("2026-03-05T10:00:00Z");

test.each([
  {
    what: "a day that was summed up and has no figures",
    days: { known: ["2026-03-01", "2026-03-02"], present: ["2026-03-01"] },
    backedUpAt: undefined,
    lost: ["2026-03-02"],
  },
  {
    what: "all days since the backup without figures, today included",
    days: { known: ["2026-03-01"], present: ["2026-03-01", "2026-03-04"] },
    backedUpAt: "2026-03-03T03:00:00.000Z",
    lost: ["2026-03-03", "2026-03-05"],
  },
  {
    what: "none if all have figures",
    days: { known: ["2026-03-04"], present: ["2026-03-04", "2026-03-05"] },
    backedUpAt: "2026-03-04T03:00:00.000Z",
    lost: [],
  },
])("names $what", ({ days, backedUpAt, lost }) => {
  expect(findLostDays(days, { backedUpAt, now })).toEqual(lost);
});
