import { RANKING_SIZE, routes, type StatisticsDimension } from "@shoal/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Period } from "../../components/analytics/period/period.ts";
import {
  FIGURE_QUERY_OPTIONS,
  FIGURES_CACHE_TTL_MS,
  periodParamsOf,
  STATISTICS_KEY,
  STATISTICS_ROOT,
  type StatisticsQuestion,
  SUBJECTS_STALE_TIME_MS,
} from "../../components/analytics/statistics-queries.ts";
import { call } from "../../lib/session.ts";
import type { AnalyticsState } from "./address/analytics-address.ts";

/** Returns the query of a page: its subject, period and filters. @param video the uuid in the page's path, or "". */
export function statisticsQueryOf(
  { config, collection, videos, filters }: AnalyticsState,
  video: string,
  { period, timeZone }: { period: Period; timeZone: string },
): StatisticsQuestion {
  const filter = { ...filters, ...(video ? { video: [video] } : {}) };
  const copied = Object.fromEntries(Object.entries(filter).map(([name, values]) => [name, [...values]]));
  return {
    ...periodParamsOf(period),
    timeZone,
    ...(config ? { config } : {}),
    ...(collection ? { collection } : {}),
    ...(videos.length > 0 ? { videos: [...videos] } : {}),
    ...(Object.keys(copied).length > 0 ? { filter: copied } : {}),
  };
}

export const totalsQuery = (question: StatisticsQuestion) =>
  queryOptions({
    ...FIGURE_QUERY_OPTIONS,
    queryKey: [...STATISTICS_KEY, "totals", question],
    queryFn: ({ signal }) => call(routes.getStatisticsTotals, { query: question }, { signal }),
  });

export const seriesQuery = (question: StatisticsQuestion) =>
  queryOptions({
    ...FIGURE_QUERY_OPTIONS,
    queryKey: [...STATISTICS_KEY, "series", question],
    queryFn: ({ signal }) => call(routes.getStatisticsSeries, { query: question }, { signal }),
  });

export const peaksQuery = (question: StatisticsQuestion) =>
  queryOptions({
    ...FIGURE_QUERY_OPTIONS,
    queryKey: [...STATISTICS_KEY, "peaks", question],
    queryFn: ({ signal }) => call(routes.getStatisticsPeaks, { query: question }, { signal }),
  });

/** How long current figures are fresh, in ms: players report every ten seconds, and figures appear within 15 s (§9). */
const LIVE_STALE_TIME_MS = 10_000;

/** Query for the current viewers, regardless of the period. */
export const nowQuery = ({ from: _from, to: _to, timeZone: _timeZone, ...subject }: StatisticsQuestion) =>
  queryOptions({
    queryKey: [...STATISTICS_KEY, "now", subject],
    placeholderData: keepPreviousData,
    retry: false,
    refetchInterval: LIVE_STALE_TIME_MS,
    queryFn: ({ signal }) => call(routes.getStatisticsNow, { query: subject }, { signal }),
  });

export type BreakdownOrder = Pick<AnalyticsState, "by" | "sort" | "order" | "page">;

export const breakdownQuery = (question: StatisticsQuestion, { by, sort, order, page }: BreakdownOrder) =>
  queryOptions({
    ...FIGURE_QUERY_OPTIONS,
    queryKey: [...STATISTICS_KEY, "breakdown", question, by, sort, order, page],
    queryFn: ({ signal }) =>
      call(
        routes.getStatisticsBreakdown,
        { query: { ...question, dimension: by, sort, order, page, pagesize: RANKING_SIZE } },
        { signal },
      ),
  });

export const retentionQuery = (question: StatisticsQuestion, video: string) =>
  queryOptions({
    ...FIGURE_QUERY_OPTIONS,
    queryKey: [...STATISTICS_KEY, "retention", question, video],
    queryFn: ({ signal }) =>
      call(routes.getStatisticsRetention, { query: { ...question, video } }, { signal }),
  });

export type SessionsOrder = Pick<AnalyticsState, "viewer" | "sessionSort" | "sessionOrder" | "page">;

export const SESSIONS_PER_PAGE = 20;

export const sessionsQuery = (
  question: StatisticsQuestion,
  { viewer, sessionSort: sort, sessionOrder: order, page }: SessionsOrder,
) =>
  queryOptions({
    ...FIGURE_QUERY_OPTIONS,
    queryKey: [...STATISTICS_KEY, "sessions", question, viewer, sort, order, page],
    queryFn: ({ signal }) => {
      const paging = { sort, order, page, pagesize: SESSIONS_PER_PAGE };
      const query = { ...question, ...(viewer ? { viewer } : {}), ...paging };
      return call(routes.listStatisticsSessions, { query }, { signal });
    },
  });

/** Query options without placeholder data, so that a previously shown session never appears in place of the requested one. */
const { placeholderData: _another, ...OF_ONE } = FIGURE_QUERY_OPTIONS;

export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: [...STATISTICS_KEY, "session", id],
    ...OF_ONE,
    queryFn: ({ signal }) => call(routes.getStatisticsSession, { params: { id } }, { signal }),
  });

/** Query for the names of a dimension's values, for the filters. */
export const namesQuery = (question: StatisticsQuestion, dimension: StatisticsDimension, values: string[]) =>
  queryOptions({
    queryKey: [STATISTICS_ROOT, "names", dimension, values, question.from, question.to],
    placeholderData: keepPreviousData,
    gcTime: FIGURES_CACHE_TTL_MS,
    queryFn: ({ signal }) => {
      const { from, to } = question;
      const query = { from, to, filter: { [dimension]: values }, dimension, pagesize: 100 };
      return call(routes.getStatisticsBreakdown, { query }, { signal });
    },
  });

export const foundVideosQuery = (search: string) =>
  queryOptions({
    queryKey: [STATISTICS_ROOT, "videos", search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(routes.findStatisticsVideos, { query: { search } }, { signal }),
  });

/** Query for the titles of videos, including videos without views; unknown uuids are omitted. */
export const titlesQuery = (videos: readonly string[]) =>
  queryOptions({
    queryKey: [STATISTICS_ROOT, "titles", videos],
    staleTime: SUBJECTS_STALE_TIME_MS,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(routes.findStatisticsVideos, { query: { videos: [...videos] } }, { signal }),
  });
