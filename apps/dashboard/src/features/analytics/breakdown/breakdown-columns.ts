import type { StatisticsSort } from "@shoal/contract";
import { METRICS, type Metric } from "../../../components/analytics/metrics.ts";

const SHOWN_METRICS = [
  ...(["watchedSec", "views", "viewers", "meanTimeSec", "deliveredBytes", "offloadPercent"] as const),
  ...(["rebufferingSecPerHour", "startupP50Ms"] as const),
];

export interface FigureColumn extends Metric {
  sort: (typeof SHOWN_METRICS)[number];
}

/** A figure that is shown as a sortable column. */
export const FIGURE_COLUMNS: readonly FigureColumn[] = SHOWN_METRICS.map((sort) => ({
  sort,
  ...METRICS[sort],
}));

/**
 * Returns the order after a click on a column: a click on another column sorts from the largest value, and a click on the current column
 * reverses the order.
 */
export const nextOrder = (
  shown: { sort: StatisticsSort; order: "asc" | "desc" },
  sort: StatisticsSort,
): { sort: StatisticsSort; order: "asc" | "desc" } => ({
  sort,
  order: shown.sort === sort && shown.order === "desc" ? "asc" : "desc",
});
