import type { StatisticsTotals } from "@shoal/contract";
import type { ImprovementDirection } from "../../../components/analytics/change.ts";
import type { FigureUnit } from "../../../components/analytics/figure-text.ts";
import type { ChartMetric } from "../chart/chart-metrics.ts";

/** The figures of one of the two compared periods. */
type PeriodFigures = StatisticsTotals["before"];

export type CardName =
  | "viewingTime"
  | "viewers"
  | "views"
  | "failures"
  | "exits"
  | "meanTime"
  | "bestQuality"
  | "startup"
  | "rebuffering"
  | "offload"
  | "delivered"
  | "energySaved"
  | "energySpent"
  | "carbon"
  | "water";

export interface CardSpec {
  name: CardName;
  unit: FigureUnit;
  aim: ImprovementDirection;
  /** The chart that the figure links to. Figures that have a chart are displayed first, above the chart. */
  chart?: ChartMetric;
  value: (side: PeriodFigures) => number | null;
  /** The details shown below the value: by transport, or as percentiles. */
  details?: {
    of: "transports" | "startup";
    unit: FigureUnit;
    values: (side: PeriodFigures) => (number | null)[];
  };
  /** Whether the figure is an estimate, which the card marks with a sign. */
  isAbout?: true;
  /** Whether the card explains the method by which the figure is computed. */
  hasMethod?: true;
}

const SEC_PER_HOUR = 3_600;

const ALL_CARDS: readonly CardSpec[] = [
  {
    name: "viewingTime",
    unit: "hours",
    aim: "more",
    chart: "played",
    value: ({ figures }) => (figures.serverSec + figures.peerSec) / SEC_PER_HOUR,
  },
  { name: "viewers", unit: "count", aim: "more", isAbout: true, value: ({ figures }) => figures.viewers },
  { name: "views", unit: "count", aim: "more", chart: "starts", value: ({ figures }) => figures.views },
  { name: "meanTime", unit: "seconds", aim: "more", value: ({ figures }) => figures.meanTimeSec },
  {
    name: "startup",
    unit: "ms",
    aim: "less",
    value: ({ figures }) => figures.startupP50Ms,
    details: {
      of: "startup",
      unit: "ms",
      values: ({ figures }) => [figures.startupP75Ms, figures.startupP95Ms],
    },
  },
  {
    name: "rebuffering",
    unit: "secPerHour",
    aim: "less",
    chart: "rebuffering",
    value: ({ figures }) => figures.rebufferingSecPerHour,
    details: {
      of: "transports",
      unit: "seconds",
      values: ({ figures }) => [figures.rebufferingServerSec, figures.rebufferingPeerSec],
    },
  },
  { name: "bestQuality", unit: "percent", aim: "more", value: ({ figures }) => figures.bestQualityPercent },
  { name: "failures", unit: "count", aim: "less", value: ({ figures }) => figures.playbackFailures },
  { name: "exits", unit: "count", aim: "less", value: ({ figures }) => figures.exitsBeforeStart },
  {
    name: "offload",
    unit: "percent",
    aim: "more",
    chart: "offload",
    value: ({ figures }) => figures.offloadPercent,
  },
  {
    name: "delivered",
    unit: "bytes",
    aim: "none",
    value: ({ figures }) => figures.serverBytes + figures.peerBytes,
    details: {
      of: "transports",
      unit: "bytes",
      values: ({ figures }) => [figures.serverBytes, figures.peerBytes],
    },
  },
  {
    name: "energySaved",
    unit: "wattHours",
    aim: "more",
    hasMethod: true,
    value: ({ footprint }) => footprint.energySavedWh,
  },
  {
    name: "energySpent",
    unit: "wattHours",
    aim: "none",
    hasMethod: true,
    value: ({ footprint }) => footprint.energySpentWh,
  },
  {
    name: "carbon",
    unit: "grams",
    aim: "none",
    hasMethod: true,
    value: ({ footprint }) => footprint.co2Grams,
  },
  {
    name: "water",
    unit: "litres",
    aim: "none",
    hasMethod: true,
    value: ({ footprint }) => footprint.waterLitres,
  },
];

/** The cards above the chart, each of which selects the chart of its figure, in display order. */
export const LEADING_CARDS: readonly (CardSpec & { chart: ChartMetric })[] = ALL_CARDS.flatMap(
  ({ chart, ...card }) => (chart ? { ...card, chart } : []),
);

/** The cards of the figures that have no chart (§3), in display order. */
export const OTHER_CARDS: readonly CardSpec[] = ALL_CARDS.filter(({ chart }) => !chart);
