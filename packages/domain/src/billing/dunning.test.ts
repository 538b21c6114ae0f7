import type { DunningStage } from "@shoal/contract";
import { expect, it } from "vitest";
import { comingDunningStage, nextDunningStage, suspendsOn } from "./dunning.ts";

const DUE_DATE = "2028-02-20";
const nextStage = (
  today: string,
  last: [DunningStage, string] | null,
  suspendAfterDays: number | null = 45,
) =>
  nextDunningStage({
    dueOn: DUE_DATE,
    today,
    last: last && { stage: last[0], on: last[1] },
    suspendAfterDays,
  });

it.each([
  ["before the third day", "2028-02-22", null, undefined],
  ["on the third day", "2028-02-23", null, "reminder"],
  ["before the fifteenth day", "2028-03-05", ["reminder", "2028-02-23"], undefined],
  ["over a leap day", "2028-03-06", ["reminder", "2028-02-23"], "second"],
  ["over a clock change", "2028-03-21", ["second", "2028-03-06"], "final"],
  ["when its client is due to be suspended", "2028-04-05", ["final", "2028-03-21"], "suspended"],
  ["after the last stage", "2029-01-01", ["suspended", "2028-04-05"], undefined],
] as const)("determines the dunning stage of an overdue invoice: %s", (_, today, last, stage) => {
  expect(nextStage(today, last as [DunningStage, string] | null)).toBe(stage);
});

it("reminders are at least a week apart, even if the installation was down", () => {
  expect(nextStage("2028-09-01", null)).toBe("reminder");
  expect(nextStage("2028-09-07", ["reminder", "2028-09-01"])).toBeUndefined();
  expect(nextStage("2028-09-08", ["reminder", "2028-09-01"])).toBe("second");
});

it.each([
  [null, 45, { stage: "reminder", on: "2028-02-23" }],
  [{ stage: "reminder", on: "2028-02-23" }, 45, { stage: "second", on: "2028-03-06" }],
  [{ stage: "reminder", on: "2028-09-01" }, 45, { stage: "second", on: "2028-09-08" }],
  [{ stage: "final", on: "2028-03-21" }, 45, { stage: "suspended", on: "2028-04-05" }],
  [{ stage: "final", on: "2028-03-21" }, null, undefined],
  [{ stage: "suspended", on: "2028-04-05" }, 45, undefined],
] as const)(
  "after the stage %o, with suspension after %s days, the next stage is %o",
  (last, suspendAfterDays, coming) => {
    expect(comingDunningStage({ dueOn: DUE_DATE, last, suspendAfterDays })).toEqual(coming);
  },
);

it("never suspends a client unless the operator configured it, and announces the date otherwise", () => {
  expect(nextStage("2029-01-01", ["final", "2028-03-21"], null)).toBeUndefined();
  expect(suspendsOn(DUE_DATE, "2028-03-21", 45)).toBe("2028-04-05");
  expect(suspendsOn(DUE_DATE, "2028-09-15", 45)).toBe("2028-09-22");
});
