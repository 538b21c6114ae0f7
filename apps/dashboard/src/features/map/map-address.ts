import { STATISTICS_SORTS, type StatisticsSort } from "@shoal/contract";
import { DEFAULT_RANGE, type Period, type Range } from "../../components/analytics/period/period.ts";
import { readRange, writeRange } from "../../components/analytics/period/period-address.ts";

export const LAYERS = ["both", "countries", "cameras"] as const;
export type Layer = (typeof LAYERS)[number];

/** The state of the page, all of which is in its URL. */
export interface MapState {
  range: Range;
  /** The start and end of the custom period, for the range `own`. */
  own: Period;
  metric: StatisticsSort;
  layer: Layer;
}

/** The figure that the map shows by default. */
const DEFAULT_METRIC: StatisticsSort = "viewers";

/** Reads the state from a URL; invalid values count as missing. */
export const readMap = (params: URLSearchParams): MapState => ({
  ...readRange(params, DEFAULT_RANGE),
  metric: STATISTICS_SORTS.find((metric) => metric === params.get("metric")) ?? DEFAULT_METRIC,
  layer: LAYERS.find((layer) => layer === params.get("show")) ?? "both",
});

/** Returns the URL parameters of a state, without defaults. */
export function writeMap(state: MapState): URLSearchParams {
  const params = new URLSearchParams();
  if (state.layer !== "both") params.set("show", state.layer);
  writeRange(params, state, DEFAULT_RANGE);
  if (state.metric !== DEFAULT_METRIC) params.set("metric", state.metric);
  return params;
}
