import uPlot from "uplot";
import { type FigureUnit, figureText, unitFor } from "../figure-text.ts";
import type { ChartColumns, ChartShape } from "./chart-metrics.ts";
import { colourOf, GROUND, type Scheme } from "./series-colours.ts";

export interface PlotLook {
  shape: ChartShape;
  columns: ChartColumns;
  scheme: Scheme;
  language: string;
  /** Of the client: days begin in it. */
  timeZone: string;
}

export interface PlotDeeds {
  /** The point under the cursor, by its place; null without. */
  onPoint: (place: number | null) => void;
  /** What was drawn over, in seconds since 1970. */
  onZoom: (fromSec: number, toSec: number) => void;
}

export const FONT = "12px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const DAY_SEC = 86_400;
/** Shorter strokes are clicks. */
const STROKE_PX = 8;
/** Above so many points a line needs no dots. */
const DOTTED_UP_TO = 70;
const AXIS_PX = 64;

/** Data in the order in which it is drawn: of what is stacked, the whole first and its parts upon it. */
export function dataOf({ shape, columns }: Pick<PlotLook, "shape" | "columns">): uPlot.AlignedData {
  const drawn = shape.isStacked ? columns.drawn.toReversed() : columns.drawn;
  return [columns.atSec, ...drawn] as uPlot.AlignedData;
}

export function optionsOf(
  look: PlotLook,
  { onPoint, onZoom }: PlotDeeds,
  size: { width: number; height: number },
): uPlot.Options {
  const fields = look.shape.isStacked ? look.shape.fields.toReversed() : look.shape.fields;
  return {
    ...size,
    legend: { show: false },
    tzDate: (atSec) => uPlot.tzDate(new Date(atSec * 1_000), look.timeZone),
    cursor: {
      y: false,
      points: { show: !look.shape.isStacked },
      drag: { x: true, y: false, setScale: false },
    },
    scales: {
      x: { range: () => rangeOf(look.columns) },
      y: { range: (_, __, most) => [0, most > 0 ? most * 1.08 : 1] },
    },
    axes: [timeAxis(look), valueAxis(look)],
    series: [{}, ...fields.map((field) => seriesOf(look, colourOf(field, look.scheme)))],
    hooks: {
      setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)],
      setSelect: [(plot) => endStroke(plot, onZoom)],
    },
  };
}

/** To the end of the last point: a bar begins where its time does. */
const rangeOf = ({ atSec: [first = 0], endSec }: ChartColumns): [number, number] => [
  first,
  Math.max(endSec, first + 1),
];

function endStroke(plot: uPlot, onZoom: PlotDeeds["onZoom"]): void {
  const { left, width } = plot.select;
  if (width === 0) return;
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  if (width >= STROKE_PX) onZoom(plot.posToVal(left, "x"), plot.posToVal(left + width, "x"));
}

function seriesOf({ shape, columns }: PlotLook, colour: string): uPlot.Series {
  if (shape.isStacked) {
    const { bars } = uPlot.paths;
    // From the beginning of a step on, which is where its time is.
    const paths = bars?.({ size: [0.86, 120], align: 1 });
    return { fill: colour, stroke: colour, width: 0, points: { show: false }, ...(paths ? { paths } : {}) };
  }
  const show = columns.atSec.length <= DOTTED_UP_TO;
  return { stroke: colour, width: 2, points: { show, size: 5, fill: colour } };
}

/** How axes look. */
export const frame = (scheme: Scheme) => ({
  stroke: GROUND[scheme].dimmed,
  font: FONT,
  grid: { stroke: GROUND[scheme].line, width: 1 },
  ticks: { show: false },
});

/** What a day may be long: 23 hours where clocks change. */
const isByDay = ({ atSec: [, second = 0, third = 0] }: ChartColumns) => third - second >= 23 * 3_600;
const DAY_STEPS = [1, 2, 3, 7, 14, 28, 56].map((days) => days * DAY_SEC);

function timeAxis({ columns, scheme, language, timeZone }: PlotLook): uPlot.Axis {
  const day = new Intl.DateTimeFormat(language === "fr" ? "fr" : "en-GB", {
    timeZone,
    day: "numeric",
    month: "short",
  });
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
  const textOf = (atSec: number, stepSec: number) => {
    const time = clock.format(atSec * 1_000);
    return stepSec >= DAY_SEC || time === "00:00" ? day.format(atSec * 1_000) : time;
  };
  return {
    ...frame(scheme),
    space: 64,
    ...(isByDay(columns) ? { incrs: DAY_STEPS } : {}),
    size: 32,
    values: (_, splits, __, ___, stepSec) => splits.map((atSec) => textOf(atSec, stepSec)),
  };
}

function valueAxis({ shape: { unit }, columns: { largest }, scheme, language }: PlotLook): uPlot.Axis {
  return {
    ...frame(scheme),
    size: AXIS_PX,
    // Whole numbers of what is counted, and round ones of the unit that is shown.
    incrs: incrementsOf(unit, largest),
    values: (_, splits) => splits.map((value) => figureText(value, unit, language, largest)),
  };
}

function incrementsOf(unit: FigureUnit, largest: number): number[] {
  const { factor } = unitFor(unit, largest, "en");
  const powers = Array.from({ length: 16 }, (_, place) => 10 ** (place - 3));
  const steps = powers.flatMap((power) => [1, 2, 5].map((step) => step * power * factor));
  return unit === "count" ? steps.filter((step) => step >= 1) : steps;
}
