import { expect, test } from "vitest";
import { CHART_METRICS, columnsOf, selectedPeriodOf, shapeOf, withPeaks } from "./chart-metrics.ts";

const ALL_FIELDS = [...new Set(CHART_METRICS.flatMap((metric) => shapeOf(metric).fields))];
const ZERO_FIGURES = Object.fromEntries(ALL_FIELDS.map((field) => [field, 0]));
type FiguresPoint = Parameters<typeof columnsOf>[0][number];
const hourPoint = (number: number, figures: Partial<FiguresPoint>): FiguresPoint => {
  const at = (of: number) => new Date(Date.UTC(2026, 10, 26, of)).toISOString();
  return { ...(ZERO_FIGURES as unknown as FiguresPoint), at: at(number), to: at(number + 1), ...figures };
};

test("viewing time is drawn in hours, with the transports stacked", () => {
  const points = [
    hourPoint(0, { serverSec: 3_600, peerSec: 7_200 }),
    hourPoint(1, { serverSec: 1_800, peerSec: 0 }),
  ];
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
  const points = [hourPoint(0, { bitrateKbps: 2_400 }), hourPoint(1, { bitrateKbps: null })];
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
  const points = [0, 1, 2, 3].map((number) => hourPoint(number, {}));
  const sec = (of: number) => Date.UTC(2026, 10, 26, 0, of) / 1_000;
  const wanted = { fromMs: Date.UTC(2026, 10, 26, 1), toMs: Date.UTC(2026, 10, 26, 3) };
  expect(selectedPeriodOf(points, sec(70), sec(150))).toEqual(wanted);
  expect(selectedPeriodOf(points, sec(150), sec(70))).toEqual(wanted);
  expect(selectedPeriodOf(points, sec(600), sec(700))).toBeUndefined();
});

test("peaks belong to the points of the same time, and are gaps while unknown", () => {
  const series = {
    step: "hour",
    timeZone: "UTC",
    asOf: "",
    points: [hourPoint(0, {}), hourPoint(1, {})],
  } as never;
  const points = [{ at: hourPoint(1, {}).at, to: hourPoint(1, {}).to, sessions: 7 }];
  const known = withPeaks(series, { step: "hour", asOf: "", peak: null, points });
  expect(columnsOf(known.points, shapeOf("peak"))).toMatchObject({ values: [[null, 7]], largest: 7 });
  expect(columnsOf(withPeaks(series, undefined).points, shapeOf("peak")).values).toEqual([[null, null]]);
});
