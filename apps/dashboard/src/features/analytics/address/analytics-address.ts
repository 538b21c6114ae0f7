import {
  MAX_STATISTICS_VIDEOS,
  SESSION_SORTS,
  type SessionSort,
  STATISTICS_DIMENSIONS,
  STATISTICS_SORTS,
  type StatisticsDimension,
  type StatisticsSort,
} from "@shoal/contract";
import { DEFAULT_RANGE, type Period, type Range } from "../../../components/analytics/period/period.ts";
import { parseRange, writeRange } from "../../../components/analytics/period/period-address.ts";
import { CHART_METRICS, type ChartMetric } from "../chart/chart-metrics.ts";

export type DimensionFilters = Partial<Record<StatisticsDimension, readonly string[]>>;

/** The state of the analytics page. The URL contains all of it: the video in the path, the rest in parameters. */
export interface AnalyticsState {
  /** Uuid of the selected config; "" for none. A collection is selected by name. */
  config: string;
  collection: string;
  /** The uuids of several videos whose figures are combined. A single video is in the path instead. */
  videos: readonly string[];
  range: Range;
  /** The start and end of the custom period, for the range `own`. */
  own: Period;
  filters: DimensionFilters;
  chart: ChartMetric;
  by: StatisticsDimension;
  sort: StatisticsSort;
  order: "asc" | "desc";
  /** The page of the breakdown, starting at 1. */
  page: number;
  /** Whether aggregated figures or individual sessions are shown. */
  tab: Tab;
  /** The viewer whose individual sessions are listed; "" for all viewers. */
  viewer: string;
  sessionSort: SessionSort;
  sessionOrder: "asc" | "desc";
}
export const TABS = ["figures", "sessions"] as const;
export type Tab = (typeof TABS)[number];
export type AnalyticsChange = Partial<AnalyticsState>;

/** The prefix of filter parameters in the URL, because one dimension has the same name as a subject. */
const FILTER_PREFIX = "only.";

/** Returns the default period: the previous day for the whole client (§9), the last 24 hours for a single subject and for sessions. */
const defaultRange = (
  { config, collection, videos, tab }: Pick<AnalyticsState, "config" | "collection" | "videos" | "tab">,
  video: string,
) => (config || collection || video || videos.length > 0 || tab === "sessions" ? "day" : DEFAULT_RANGE);

const parseOneOf = <T extends string>(names: readonly T[], text: string | null, fallback: T): T =>
  names.find((name) => name === text) ?? fallback;

/** Parses the state from a URL. Invalid parts are ignored. @param video the uuid in the path, or "". */
export function parseAddress(params: URLSearchParams, video: string): AnalyticsState {
  const videos = video ? [] : parseVideos(params);
  const isOfVideos = video !== "" || videos.length > 0;
  const config = isOfVideos ? "" : (params.get("config") ?? "");
  const collection = isOfVideos || config ? "" : (params.get("collection") ?? "");
  const tab = parseOneOf(TABS, params.get("tab"), "figures");
  const sort = params.get("sort") ?? "";
  const sortField = STATISTICS_SORTS.find((name) => name === sort.replace(/^-/, ""));
  return {
    config,
    collection,
    videos,
    ...parseRange(params, defaultRange({ config, collection, videos, tab }, video)),
    filters: parseFilters(params, video),
    chart: parseOneOf(CHART_METRICS, params.get("chart"), "played"),
    by: parseOneOf(STATISTICS_DIMENSIONS, params.get("by"), video ? "country" : "video"),
    sort: sortField ?? "watchedSec",
    order: sortField && !sort.startsWith("-") ? "asc" : "desc",
    page: Math.max(1, Math.min(1_000, Math.floor(Number(params.get("page"))) || 1)),

    tab,
    ...parseSessions(params),
  };
}

/** Parses the combined videos, limited to the number that one request allows. */
const parseVideos = (params: URLSearchParams): string[] =>
  [...new Set(params.getAll("videos"))].filter((name) => name !== "").slice(0, MAX_STATISTICS_VIDEOS);

const UUID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function parseSessions(params: URLSearchParams) {
  const viewer = params.get("viewer") ?? "";
  const text = params.get("sessions") ?? "-startedAt";
  const order = text.startsWith("-") ? ("desc" as const) : ("asc" as const);
  return {
    viewer: UUID_PATTERN.test(viewer) ? viewer : "",
    sessionSort: parseOneOf(SESSION_SORTS, text.replace(/^-/, ""), "startedAt"),
    sessionOrder: order,
  };
}

function parseFilters(params: URLSearchParams, video: string): DimensionFilters {
  const filters: DimensionFilters = {};
  for (const dimension of STATISTICS_DIMENSIONS) {
    const values = [...new Set(params.getAll(`${FILTER_PREFIX}${dimension}`))];
    if (values.length > 0 && !(video && dimension === "video")) filters[dimension] = values;
  }
  return filters;
}

/** Returns the URL parameters of a state, without defaults. */
export function toSearchParams(state: AnalyticsState, video: string): URLSearchParams {
  const params = new URLSearchParams();
  const set = (name: string, value: string, fallback = "") => value !== fallback && params.set(name, value);
  set("config", state.config);
  set("collection", state.collection);
  for (const each of video ? [] : state.videos) params.append("videos", each);
  writeRange(params, state, defaultRange(state, video));
  for (const [dimension, values] of Object.entries(state.filters))
    for (const value of values) params.append(`${FILTER_PREFIX}${dimension}`, value);
  set("chart", state.chart, "played");
  set("by", state.by, video ? "country" : "video");
  set("sort", `${state.order === "desc" ? "-" : ""}${state.sort}`, "-watchedSec");
  set("page", String(state.page), "1");
  set("tab", state.tab, "figures");
  set("viewer", state.viewer);
  set("sessions", `${state.sessionOrder === "desc" ? "-" : ""}${state.sessionSort}`, "-startedAt");
  return params;
}

/** Returns the state after a change. Changing the viewer, dimension or order returns to the first page. */
export const applyChange = (state: AnalyticsState, change: AnalyticsChange): AnalyticsState => ({
  ...state,
  ...("chart" in change ? {} : { page: 1 }),
  ...change,
});

/** Adds a value of a dimension to the filters. */
export const withValue = (
  filters: DimensionFilters,
  dimension: StatisticsDimension,
  value: string,
): DimensionFilters => ({
  ...filters,
  [dimension]: [...new Set([...(filters[dimension] ?? []), value])],
});

/** Removes a value of a dimension from the filters. */
export function withoutValue(
  filters: DimensionFilters,
  dimension: StatisticsDimension,
  value: string,
): DimensionFilters {
  const { [dimension]: values = [], ...others } = filters;
  const left = values.filter((each) => each !== value);
  return left.length > 0 ? { ...others, [dimension]: left } : others;
}

export const hasFilters = (filters: DimensionFilters): boolean => Object.keys(filters).length > 0;
