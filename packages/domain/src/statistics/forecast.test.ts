import * as fc from "@shoal/testkit/property";
import { describe, expect, it } from "vitest";
import { FORECAST_DAYS, forecast } from "./forecast.ts";

const DAY_MS = 86_400_000;
/** Midnight on a Thursday, the weekday of 1 January 1970. */
const TODAY_MS = 2_800 * 7 * DAY_MS;
const daysBack = (count: number, sumOf: (back: number) => number) =>
  Array.from({ length: count }, (_, at) => ({ atMs: TODAY_MS - (at + 1) * DAY_MS, sum: sumOf(at + 1) }));

describe("forecast", () => {
  it("continues with the usual value if all days are alike, counting the rest of today proportionally", () => {
    const days = daysBack(28, () => 10);
    const nowMs = TODAY_MS + DAY_MS / 4;
    expect(forecast({ soFar: 100, days, nowMs, untilMs: TODAY_MS + 3 * DAY_MS })).toBe(100 + 7.5 + 20);
  });

  it("expects the usual value of each weekday", () => {
    // Yesterday was a Wednesday, so the peak is due in six days.
    const days = daysBack(28, (back) => (back % 7 === 1 ? 70 : 0));
    const until = (more: number) =>
      forecast({ soFar: 0, days, nowMs: TODAY_MS, untilMs: TODAY_MS + more * DAY_MS });
    expect([until(6), until(7), until(14)]).toEqual([0, 70, 140]);
  });

  it("averages a new client from its first day", () => {
    const days = daysBack(2, () => 30);
    expect(forecast({ soFar: 60, days, nowMs: TODAY_MS, untilMs: TODAY_MS + 2 * DAY_MS })).toBe(120);
  });

  it("is null without a full day, and equals the total once the period is over", () => {
    expect(forecast({ soFar: 5, days: [], nowMs: TODAY_MS + 1, untilMs: TODAY_MS + DAY_MS })).toBeNull();
    expect(forecast({ soFar: 5, days: [], nowMs: TODAY_MS, untilMs: TODAY_MS })).toBe(5);
    expect(forecast({ soFar: 5, days: daysBack(3, () => 9), nowMs: TODAY_MS, untilMs: TODAY_MS })).toBe(5);
  });

  it("is never less than the total so far, and never falls with a later end", () => {
    const sums = fc.array(fc.nat(1_000), { maxLength: FORECAST_DAYS });
    fc.assert(
      fc.property(sums, fc.nat(1_000), fc.nat(40), (all, soFar, ahead) => {
        const days = daysBack(all.length, (back) => all[back - 1] ?? 0);
        const at = (more: number) =>
          forecast({ soFar, days, nowMs: TODAY_MS + 1, untilMs: TODAY_MS + more * DAY_MS });
        const [sooner, later] = [at(ahead + 1), at(ahead + 2)];
        if (sooner === null || later === null) return all.length === 0;
        return sooner >= soFar && later >= sooner;
      }),
    );
  });
});
