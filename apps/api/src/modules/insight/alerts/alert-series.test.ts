import { expect, test } from "vitest";
import { chartPeriodOf, pointsOf, storedValueAt } from "./alert-series.ts";

const MINUTE_MS = 60_000;
const at = (minute: number) => Date.UTC(2026, 10, 26, 12, minute);
const down = { kind: "stream_down", openedMs: at(20), closedMs: at(30) } as const;

test("the chart of an open alert ends now, and that of a closed one a quarter of an hour after its end", () => {
  const open = { ...down, closedMs: null };
  expect(chartPeriodOf(open, at(25))).toEqual({ fromSec: at(5) / 1_000, toSec: at(25) / 1_000, stepSec: 60 });
  expect(chartPeriodOf(down, at(90)).toSec).toBe(at(45) / 1_000);
  expect(chartPeriodOf(down, at(33) + 1).toSec).toBe(at(34) / 1_000);
});

test("the chart of an alert that lasts weeks has longer steps, so that it has few points", () => {
  const weeks = { ...down, kind: "errors", closedMs: at(0) + 21 * 24 * 60 * MINUTE_MS } as const;
  const stretch = chartPeriodOf(weeks, at(0) + 30 * 24 * 60 * MINUTE_MS);
  expect(pointsOf(stretch, () => 1).length).toBeLessThanOrEqual(722);
  expect(stretch.stepSec % 60).toBe(0);
  expect(stretch.fromSec % stretch.stepSec).toBe(0);
});

test("a stream counts as on air before its loss and after its return, and each step has its worst value", () => {
  const kept = [
    { at: new Date(at(19)), value: 60 },
    { at: new Date(at(20)), value: 120 },
  ];
  const valueAt = storedValueAt(down, kept, 60);
  const values = [18, 19, 20, 21, 30].map((minute) => valueAt(at(minute) / 1_000));
  expect(values).toEqual([0, 60, 120, null, 0]);
  expect(storedValueAt({ ...down, kind: "quota" }, kept, 60)(at(18) / 1_000)).toBeNull();
  expect(storedValueAt(down, kept, 120)(at(20) / 1_000)).toBe(120);
});
