import { STATISTICS_SORTS, type StatisticsSort } from "@shoal/contract";
import { DEFAULT_RANGE, type Period, type Range } from "../../components/analytics/period/period.ts";
import { parseRange, writeRange } from "../../components/analytics/period/period-address.ts";

export const MAP_LAYERS = ["both", "countries", "cameras"] as const;
export type MapLayer = (typeof MAP_LAYERS)[number];

/** The state of the page, all of which is in its URL. */
export interface MapState {
  range: Range;
  /** The start and end of the custom period, for the range `own`. */
  own: Period;
  metric: StatisticsSort;
  layer: MapLayer;
}

/** The figure that the map shows by default. */
const DEFAULT_METRIC: StatisticsSort = "viewers";

/** Parses the state from a URL. Invalid values count as missing. */
export const parseMapState = (params: URLSearchParams): MapState => ({
  ...parseRange(params, DEFAULT_RANGE),
  metric: STATISTICS_SORTS.find((metric) => metric === params.get("metric")) ?? DEFAULT_METRIC,
  layer: MAP_LAYERS.find((layer) => layer === params.get("show")) ?? "both",
});

/** Returns the URL parameters of a state, without defaults. */
export function toSearchParams(state: MapState): URLSearchParams {
  const params = new URLSearchParams();
  if (state.layer !== "both") params.set("show", state.layer);
  writeRange(params, state, DEFAULT_RANGE);
  if (state.metric !== DEFAULT_METRIC) params.set("metric", state.metric);
  return params;
}
