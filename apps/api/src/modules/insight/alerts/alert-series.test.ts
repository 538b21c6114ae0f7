import { expect, test } from "vitest";
import { chartPeriodOf, pointsOf, storedValueAt } from "./alert-series.ts";

const MINUTE_MS = 60_000;
const minuteMs = (minute: number) => Date.UTC(2026, 10, 26, 12, minute);
const DOWN_ALERT = { kind: "stream_down", openedMs: minuteMs(20), closedMs: minuteMs(30) } as const;

test("the chart of an open alert ends now, and that of a closed one a quarter of an hour after its end", () => {
  const open = { ...DOWN_ALERT, closedMs: null };
  expect(chartPeriodOf(open, minuteMs(25))).toEqual({
    fromSec: minuteMs(5) / 1_000,
    toSec: minuteMs(25) / 1_000,
    stepSec: 60,
  });
  expect(chartPeriodOf(DOWN_ALERT, minuteMs(90)).toSec).toBe(minuteMs(45) / 1_000);
  expect(chartPeriodOf(DOWN_ALERT, minuteMs(33) + 1).toSec).toBe(minuteMs(34) / 1_000);
});

test("the chart of an alert that lasts weeks has longer steps, so that it has few points", () => {
  const weeks = { ...DOWN_ALERT, kind: "errors", closedMs: minuteMs(0) + 21 * 24 * 60 * MINUTE_MS } as const;
  const stretch = chartPeriodOf(weeks, minuteMs(0) + 30 * 24 * 60 * MINUTE_MS);
  expect(pointsOf(stretch, () => 1).length).toBeLessThanOrEqual(722);
  expect(stretch.stepSec % 60).toBe(0);
  expect(stretch.fromSec % stretch.stepSec).toBe(0);
});

test("a stream counts as on air before its loss and after its return, and each step has its worst value", () => {
  const kept = [
    { at: new Date(minuteMs(19)), value: 60 },
    { at: new Date(minuteMs(20)), value: 120 },
  ];
  const valueAt = storedValueAt(DOWN_ALERT, kept, 60);
  const values = [18, 19, 20, 21, 30].map((minute) => valueAt(minuteMs(minute) / 1_000));
  expect(values).toEqual([0, 60, 120, null, 0]);
  expect(storedValueAt({ ...DOWN_ALERT, kind: "quota" }, kept, 60)(minuteMs(18) / 1_000)).toBeNull();
  expect(storedValueAt(DOWN_ALERT, kept, 120)(minuteMs(20) / 1_000)).toBe(120);
});
