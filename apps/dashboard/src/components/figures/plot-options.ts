import uPlot from "uplot";
import type { FigureUnit } from "../analytics/figure-text.ts";
import { CHART_COLOURS, type Scheme } from "./chart-colours.ts";
import { incrementsOf, timeTicks, valueTicks } from "./tick-texts.ts";

/** The data of a chart in columns: the start of each point, in seconds since 1970, and the values of each series, in the chart's unit. */
export interface ChartColumns {
  atSec: number[];
  /** The time at which the last point ends, in seconds since 1970. */
  endSec: number;
  /** The values of each series, in the order of the series; null where nothing was measured. */
  values: (number | null)[][];
  /** The values of each series as drawn: a stacked series includes the values of all series below it. */
  drawn: (number | null)[][];
  /** The maximum of all series; 0 if there are no points. */
  largest: number;
}

export interface PlotLook {
  unit: FigureUnit;
  /** Whether the series are sums, which are drawn as stacked bars; other series are drawn as lines. */
  isStacked: boolean;
  /** The colours of the series, in the same order. */
  colours: readonly string[];
  /** The value at which a horizontal line is drawn, in the chart's unit. */
  limit?: number;
  columns: ChartColumns;
  scheme: Scheme;
  language: string;
  /** The client's time zone, which defines the start of days. */
  timeZone: string;
}

export interface PlotEvents {
  /** Called with the index of the point under the cursor; null if there is none. */
  onPoint: (place: number | null) => void;
  /** Called with the selected range, in seconds since 1970; selection is disabled without it. */
  onZoom?: (fromSec: number, toSec: number) => void;
}

export const AXIS_FONT = "12px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const DAY_SEC = 86_400;
/** The shortest drag, in pixels, that selects a range; a shorter drag counts as a click. */
const STROKE_PX = 8;
/** The largest number of points at which a line has dots. */
const MAX_DOTTED_POINTS = 70;
const AXIS_PX = 64;
/** The width in pixels of a label with day and time, plus the gap after it. */
const DATED_TICK_PX = 104;

/** Returns the data in drawing order: for stacked series, the total first, then its parts on top. */
export function dataOf({ isStacked, columns }: Pick<PlotLook, "isStacked" | "columns">): uPlot.AlignedData {
  const drawn = isStacked ? columns.drawn.toReversed() : columns.drawn;
  return [columns.atSec, ...drawn] as uPlot.AlignedData;
}

export function optionsOf(
  look: PlotLook,
  { onPoint, onZoom }: PlotEvents,
  size: { width: number; height: number },
): uPlot.Options {
  const colours = look.isStacked ? look.colours.toReversed() : look.colours;
  const { limit = 0 } = look;
  return {
    ...size,
    legend: { show: false },
    tzDate: (atSec) => uPlot.tzDate(new Date(atSec * 1_000), look.timeZone),
    cursor: {
      y: false,
      points: { show: !look.isStacked },
      drag: { x: onZoom !== undefined, y: false, setScale: false },
    },
    scales: {
      x: { range: () => rangeOf(look.columns) },
      y: { range: (_, __, most) => [0, Math.max(most, limit) * 1.08 || 1] },
    },
    axes: [timeAxis(look), valueAxis(look)],
    series: [{}, ...colours.map((colour) => seriesOf(look, colour))],
    hooks: {
      setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)],
      setSelect: [(plot) => onZoom && endStroke(plot, onZoom)],
      draw: [(plot) => drawLimit(plot, look)],
    },
  };
}

/** Returns the range of the time axis, extended to the end of the last point, because a bar extends to the right of its time. */
const rangeOf = ({ atSec: [first = 0], endSec }: ChartColumns): [number, number] => [
  first,
  Math.max(endSec, first + 1),
];

function endStroke(plot: uPlot, onZoom: NonNullable<PlotEvents["onZoom"]>): void {
  const { left, width } = plot.select;
  if (width === 0) return;
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  if (width >= STROKE_PX) onZoom(plot.posToVal(left, "x"), plot.posToVal(left + width, "x"));
}

/** Draws the limit as a dashed line, which can be distinguished from measured values without colour. */
function drawLimit({ ctx, bbox, valToPos }: uPlot, { limit, scheme }: PlotLook): void {
  if (limit === undefined) return;
  const top = Math.round(valToPos(limit, "y", true));
  ctx.save();
  ctx.strokeStyle = CHART_COLOURS[scheme].limit;
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.setLineDash([8 * devicePixelRatio, 6 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, top);
  ctx.lineTo(bbox.left + bbox.width, top);
  ctx.stroke();
  ctx.restore();
}

function seriesOf({ isStacked, columns }: PlotLook, colour: string): uPlot.Series {
  if (isStacked) {
    const { bars } = uPlot.paths;
    // A bar starts at its time and extends to the right.
    const paths = bars?.({ size: [0.86, 120], align: 1 });
    return { fill: colour, stroke: colour, width: 0, points: { show: false }, ...(paths ? { paths } : {}) };
  }
  const show = columns.atSec.length <= MAX_DOTTED_POINTS;
  return { stroke: colour, width: 2, points: { show, size: 5, fill: colour } };
}

/** Returns the look of an axis in a colour scheme. */
export const axisLook = (scheme: Scheme) => ({
  stroke: CHART_COLOURS[scheme].dimmed,
  font: AXIS_FONT,
  grid: { stroke: CHART_COLOURS[scheme].line, width: 1 },
  ticks: { show: false },
});

/** Whether each point is a day. A day has only 23 hours when clocks go forward. */
const isByDay = ({ atSec: [, second = 0, third = 0] }: ChartColumns) => third - second >= 23 * 3_600;
const DAY_STEPS = [1, 2, 3, 7, 14, 28, 56].map((days) => days * DAY_SEC);

function timeAxis({ columns, language, scheme, timeZone }: PlotLook): uPlot.Axis {
  return {
    ...axisLook(scheme),
    space: (_, __, fromSec, toSec) => (toSec - fromSec > DAY_SEC && !isByDay(columns) ? DATED_TICK_PX : 64),
    ...(isByDay(columns) ? { incrs: DAY_STEPS } : {}),
    size: 32,
    values: (_, splits, __, ___, stepSec) => timeTicks(splits, { stepSec, language, timeZone }),
  };
}

function valueAxis({ unit, columns: { largest }, scheme, language }: PlotLook): uPlot.Axis {
  return {
    ...axisLook(scheme),
    size: AXIS_PX,
    // Counts have integer ticks. Other figures have ticks that are round numbers in the displayed unit.
    incrs: incrementsOf(unit, largest),
    values: (_, splits, __, ___, step) => valueTicks(splits, { unit, language, largest, step }),
  };
}
