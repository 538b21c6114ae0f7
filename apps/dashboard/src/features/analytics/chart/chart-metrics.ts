import type { StatisticsPeaks, StatisticsSeries } from "@shoal/contract";
import type { FigureUnit } from "../../../components/analytics/figure-text.ts";
import type { ChartColumns } from "../../../components/figures/plot-options.ts";

export const CHART_METRICS = [
  "played",
  "viewers",
  "concurrency",
  "peak",
  "starts",
  "delivered",
  "offload",
  "bitrate",
  "rebuffering",
  "stalls",
  "startup",
] as const;
export type ChartMetric = (typeof CHART_METRICS)[number];

/** A series of a chart, drawn as a line or as a part of a bar. */
export type SeriesField =
  | "serverSec"
  | "peerSec"
  | "viewers"
  | "meanConcurrency"
  | "peakSessions"
  | "views"
  | "playbackFailures"
  | "exitsBeforeStart"
  | "serverBytes"
  | "peerBytes"
  | "offloadPercent"
  | "bitrateKbps"
  | "rebufferingSecPerHour"
  | "rebufferingServerSec"
  | "rebufferingPeerSec"
  | "startupP50Ms"
  | "startupP75Ms"
  | "startupP95Ms";

export interface ChartShape {
  fields: readonly SeriesField[];
  unit: FigureUnit;
  /** Whether the series are sums, which are stacked. Other values are lines. */
  isStacked: boolean;
  /** The divisor that converts values to the displayed unit; 1 by default. */
  perUnit?: number;
}

const SEC_PER_HOUR = 3_600;

const CHART_SHAPES: Record<ChartMetric, ChartShape> = {
  played: { fields: ["serverSec", "peerSec"], unit: "hours", isStacked: true, perUnit: SEC_PER_HOUR },
  viewers: { fields: ["viewers"], unit: "count", isStacked: false },
  concurrency: { fields: ["meanConcurrency"], unit: "concurrency", isStacked: false },
  peak: { fields: ["peakSessions"], unit: "count", isStacked: false },
  starts: { fields: ["views", "playbackFailures", "exitsBeforeStart"], unit: "count", isStacked: true },
  delivered: { fields: ["serverBytes", "peerBytes"], unit: "bytes", isStacked: true },
  offload: { fields: ["offloadPercent"], unit: "percent", isStacked: false },
  bitrate: { fields: ["bitrateKbps"], unit: "kbps", isStacked: false },
  rebuffering: { fields: ["rebufferingSecPerHour"], unit: "secPerHour", isStacked: false },
  stalls: { fields: ["rebufferingServerSec", "rebufferingPeerSec"], unit: "seconds", isStacked: true },
  startup: { fields: ["startupP50Ms", "startupP75Ms", "startupP95Ms"], unit: "ms", isStacked: false },
};

export const shapeOf = (metric: ChartMetric): ChartShape => CHART_SHAPES[metric];

/** A step of the period. The peak is loaded separately and is null until then. */
export type ChartPoint = StatisticsSeries["points"][number] & { peakSessions: number | null };
export type ChartSeries = Omit<StatisticsSeries, "points"> & { points: ChartPoint[] };
type SeriesPoint = Pick<ChartPoint, "at" | "to" | SeriesField>;

/** Adds the peaks, which are loaded separately, to the points with the same time. */
export function withPeaks(series: StatisticsSeries, peaks: StatisticsPeaks | undefined): ChartSeries {
  const known = new Map(peaks?.points.map(({ at, sessions }) => [at, sessions]));
  const points = series.points.map((point) => ({ ...point, peakSessions: known.get(point.at) ?? null }));
  return { ...series, points };
}

/** Converts the points of some fields to the columns of a chart, in the displayed unit. */
export function columnsOf(
  points: readonly SeriesPoint[],
  { fields, isStacked, perUnit = 1 }: ChartShape,
): ChartColumns {
  const values = fields.map((field) =>
    points.map(({ [field]: value }) => (value === null ? null : value / perUnit)),
  );
  const drawn = isStacked ? stackValues(values) : values;
  const largest = drawn.flat().reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  const atSec = points.map(({ at }) => Date.parse(at) / 1_000);
  const endSec = Date.parse(points.at(-1)?.to ?? "") / 1_000 || 0;
  return { atSec, endSec, values, drawn, largest };
}

function stackValues(values: readonly (number | null)[][]): (number | null)[][] {
  const below: number[] = [];
  return values.map((column) =>
    column.map((value, index) => {
      below[index] = (below[index] ?? 0) + (value ?? 0);
      return below[index];
    }),
  );
}

/**
 * Returns the period selected by dragging, in whole points.
 * @param fromSec start of the drag, in seconds since 1970; `toSec` may be earlier.
 * @returns undefined for a drag of less than one point.
 */
export function selectedPeriodOf(
  points: readonly Pick<SeriesPoint, "at" | "to">[],
  ...ends: [fromSec: number, toSec: number]
): { fromMs: number; toMs: number } | undefined {
  const [fromMs, toMs] = [Math.min(...ends) * 1_000, Math.max(...ends) * 1_000];
  const touched = points.filter(({ at, to }) => Date.parse(to) > fromMs && Date.parse(at) < toMs);
  const [first, last] = [touched[0], touched.at(-1)];
  return first && last ? { fromMs: Date.parse(first.at), toMs: Date.parse(last.to) } : undefined;
}
