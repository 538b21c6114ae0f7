import { expect, test } from "vitest";
import { CHART_METRICS, columnsOf, shapeOf, withPeaks, zoomOf } from "./chart-metrics.ts";

const FIELDS = [...new Set(CHART_METRICS.flatMap((metric) => shapeOf(metric).fields))];
const NOTHING = Object.fromEntries(FIELDS.map((field) => [field, 0]));
type Point = Parameters<typeof columnsOf>[0][number];
const hour = (number: number, figures: Partial<Point>): Point => {
  const at = (of: number) => new Date(Date.UTC(2026, 10, 26, of)).toISOString();
  return { ...(NOTHING as unknown as Point), at: at(number), to: at(number + 1), ...figures };
};

test("viewing time is drawn in hours, with the transports stacked", () => {
  const points = [hour(0, { serverSec: 3_600, peerSec: 7_200 }), hour(1, { serverSec: 1_800, peerSec: 0 })];
  expect(columnsOf(points, shapeOf("played"))).toEqual({
    atSec: [Date.UTC(2026, 10, 26, 0) / 1_000, Date.UTC(2026, 10, 26, 1) / 1_000],
    endSec: Date.UTC(2026, 10, 26, 2) / 1_000,
    values: [
      [1, 0.5],
      [2, 0],
    ],
    drawn: [
      [1, 0.5],
      [3, 0.5],
    ],
    largest: 3,
  });
});

test("an unmeasured value leaves a gap in a line instead of a zero", () => {
  const points = [hour(0, { bitrateKbps: 2_400 }), hour(1, { bitrateKbps: null })];
  const { values, drawn, largest } = columnsOf(points, shapeOf("bitrate"));
  expect(values).toEqual([[2_400, null]]);
  expect(drawn).toEqual([[2_400, null]]);
  expect(largest).toBe(2_400);
});

test("a chart without points has empty columns", () => {
  expect(columnsOf([], shapeOf("startup"))).toEqual({
    atSec: [],
    endSec: 0,
    values: [[], [], []],
    drawn: [[], [], []],
    largest: 0,
  });
});

test("zooming selects whole points, regardless of the direction of the drag", () => {
  const points = [0, 1, 2, 3].map((number) => hour(number, {}));
  const sec = (of: number) => Date.UTC(2026, 10, 26, 0, of) / 1_000;
  const wanted = { fromMs: Date.UTC(2026, 10, 26, 1), toMs: Date.UTC(2026, 10, 26, 3) };
  expect(zoomOf(points, sec(70), sec(150))).toEqual(wanted);
  expect(zoomOf(points, sec(150), sec(70))).toEqual(wanted);
  expect(zoomOf(points, sec(600), sec(700))).toBeUndefined();
});

test("peaks belong to the points of the same time, and are gaps while unknown", () => {
  const series = { step: "hour", timeZone: "UTC", asOf: "", points: [hour(0, {}), hour(1, {})] } as never;
  const points = [{ at: hour(1, {}).at, to: hour(1, {}).to, sessions: 7 }];
  const known = withPeaks(series, { step: "hour", asOf: "", peak: null, points });
  expect(columnsOf(known.points, shapeOf("peak"))).toMatchObject({ values: [[null, 7]], largest: 7 });
  expect(columnsOf(withPeaks(series, undefined).points, shapeOf("peak")).values).toEqual([[null, null]]);
});
