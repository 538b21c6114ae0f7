import type { StatisticsFigures, StatisticsSort } from "@shoal/contract";
import type { FigureUnit } from "../../../components/figures/figure-text.ts";

export interface FigureColumn {
  sort: Extract<
    StatisticsSort,
    | "watchedSec"
    | "views"
    | "viewers"
    | "meanTimeSec"
    | "deliveredBytes"
    | "offloadPercent"
    | "rebufferingSecPerHour"
    | "startupP50Ms"
  >;
  unit: FigureUnit;
  value: (figures: StatisticsFigures) => number | null;
}

const SEC_PER_HOUR = 3_600;

export const playedHours = ({ serverSec, peerSec }: StatisticsFigures): number =>
  (serverSec + peerSec) / SEC_PER_HOUR;

/** The figures of a value, by what they are put in order. */
export const COLUMNS: readonly FigureColumn[] = [
  { sort: "watchedSec", unit: "hours", value: playedHours },
  { sort: "views", unit: "count", value: ({ views }) => views },
  { sort: "viewers", unit: "count", value: ({ viewers }) => viewers },
  { sort: "meanTimeSec", unit: "seconds", value: ({ meanTimeSec }) => meanTimeSec },
  {
    sort: "deliveredBytes",
    unit: "bytes",
    value: ({ serverBytes, peerBytes }) => serverBytes + peerBytes,
  },
  { sort: "offloadPercent", unit: "percent", value: ({ offloadPercent }) => offloadPercent },
  {
    sort: "rebufferingSecPerHour",
    unit: "secPerHour",
    value: ({ rebufferingSecPerHour }) => rebufferingSecPerHour,
  },
  { sort: "startupP50Ms", unit: "ms", value: ({ startupP50Ms }) => startupP50Ms },
];

/** What a sort leads to from a column's head: another begins with the most, the same one turns round. */
export const nextOrder = (
  shown: { sort: StatisticsSort; order: "asc" | "desc" },
  sort: StatisticsSort,
): { sort: StatisticsSort; order: "asc" | "desc" } => ({
  sort,
  order: shown.sort === sort && shown.order === "desc" ? "asc" : "desc",
});
