import type { StatisticsRetention } from "@shoal/contract";
import { useCallback, useRef } from "react";
import uPlot from "uplot";
import { CHART_COLOURS, type Scheme } from "../../../components/figures/chart-colours.ts";
import { PlotCanvas, type PlotSize } from "../../../components/figures/plot-canvas.tsx";
import { AXIS_FONT, axisLook } from "../../../components/figures/plot-options.ts";
import { valueTicks } from "../../../components/figures/tick-texts.ts";
import { formatClock } from "../../../lib/times.ts";
import { RETENTION_COLOURS } from "../chart/series-colours.ts";
import type { RetentionColumns } from "./retention-columns.ts";

export interface RetentionLook {
  columns: RetentionColumns;
  chapters: StatisticsRetention["chapters"];
  scheme: Scheme;
  language: string;
}

interface RetentionPlotProps {
  look: RetentionLook;
  /** The description of the curve that screen readers announce. */
  label: string;
  /** Called with the index of the point under the cursor; null if there is none. */
  onPoint: (place: number | null) => void;
  onDrawn: (canvas: HTMLCanvasElement) => void;
}

/** Distances between the ticks of the time axis, in seconds. */
const TICK_STEPS_SEC = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400];
/** Minimum distance between chapter titles, in pixels; titles closer together are omitted. */
const TITLE_PX = 90;

/** Draws the share of the audience at each time of the video, with the chapters. */
export function RetentionPlot({ look, label, onPoint, onDrawn }: RetentionPlotProps) {
  const latest = useRef(onPoint);
  latest.current = onPoint;
  const build = useCallback(
    (size: PlotSize) => {
      const { atSec, percent } = look.columns;
      const options = optionsOf(look, (place) => latest.current(place), size);
      return { options, data: [atSec, percent.sessions, percent.replays] as uPlot.AlignedData };
    },
    [look],
  );
  return <PlotCanvas build={build} label={label} onDrawn={onDrawn} />;
}

function optionsOf(
  look: RetentionLook,
  onPoint: RetentionPlotProps["onPoint"],
  size: PlotSize,
): uPlot.Options {
  const { columns, scheme, language } = look;
  const seen = RETENTION_COLOURS.sessions[scheme];
  const stepped = uPlot.paths.stepped?.({ align: 1 });
  const paths = stepped ? { paths: stepped } : {};
  return {
    ...size,
    padding: [24, 12, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: () => [0, Math.max(1, columns.endSec)] },
      y: { range: () => [0, columns.largest * 1.04] },
    },
    axes: [
      {
        ...axisLook(scheme),

        size: 32,
        space: 64,
        incrs: TICK_STEPS_SEC,
        values: (_, splits) => splits.map(formatClock),
      },
      {
        ...axisLook(scheme),
        size: 58,
        values: (_, splits, __, ___, step) =>
          valueTicks(splits, { unit: "percent", language, largest: columns.largest, step }),
      },
    ],
    series: [
      {},
      { stroke: seen, width: 2, fill: `${seen}40`, points: { show: false }, ...paths },
      { stroke: RETENTION_COLOURS.replays[scheme], width: 2, points: { show: false }, ...paths },
    ],
    hooks: {
      setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)],
      drawAxes: [(plot) => drawChapters(plot, look)],
    },
  };
}

/** Draws a line at the start of each chapter, with as many titles as fit. */
function drawChapters({ ctx, bbox, valToPos }: uPlot, { chapters, columns, scheme }: RetentionLook): void {
  const ratio = uPlot.pxRatio;
  ctx.save();
  ctx.font = AXIS_FONT.replace("12px", `${12 * ratio}px`);
  ctx.textBaseline = "alphabetic";
  let freeFrom = bbox.left;
  for (const [place, { atSec, title }] of chapters.entries()) {
    if (atSec >= columns.endSec) continue;
    const left = valToPos(atSec, "x", true);
    ctx.strokeStyle = CHART_COLOURS[scheme].dimmed;
    ctx.setLineDash([4 * ratio, 4 * ratio]);
    ctx.beginPath();
    ctx.moveTo(left, bbox.top);
    ctx.lineTo(left, bbox.top + bbox.height);
    ctx.stroke();
    const next = chapters[place + 1]?.atSec ?? columns.endSec;
    const room = valToPos(Math.min(next, columns.endSec), "x", true) - left - 8 * ratio;
    if (left < freeFrom || room < 24 * ratio) continue;
    ctx.fillStyle = CHART_COLOURS[scheme].dimmed;
    ctx.fillText(truncateToFit(ctx, title, Math.max(room, 0)), left, bbox.top - 8 * ratio);
    freeFrom = left + Math.min(room, TITLE_PX * ratio);
  }
  ctx.restore();
}

function truncateToFit(ctx: CanvasRenderingContext2D, title: string, room: number): string {
  if (ctx.measureText(title).width <= room) return title;
  let length = title.length;
  while (length > 1 && ctx.measureText(`${title.slice(0, length)}…`).width > room) length -= 1;
  return `${title.slice(0, length)}…`;
}
