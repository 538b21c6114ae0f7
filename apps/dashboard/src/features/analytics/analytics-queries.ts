import { AppError, type QueryOf, routes, type StatisticsDimension } from "@shoal/contract";
import { keepPreviousData, type Query, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";
import type { AnalyticsState } from "./address/analytics-address.ts";
import type { Period } from "./period/period.ts";

/** While the figures are away they are asked for again. */
const AWAY_RETRY_MS = 15_000;
/** The last hour moves on every ten seconds: what it was is not needed for long. */
const KEPT_MS = 60_000;
const SUBJECTS_FRESH_MS = 300_000;
const KEY = "statistics";

/** Every query of figures. */
export const STATISTICS_KEY = [KEY, "figures"] as const;

export type StatisticsQuestion = Omit<QueryOf<typeof routes.getStatisticsTotals>, "timeZone">;

/** What a page asks for: its subject, period and filters. @param video of its path, or "". */
export function questionOf(
  { config, collection, filters }: AnalyticsState,
  video: string,
  period: Period,
): StatisticsQuestion {
  const filter = { ...filters, ...(video ? { video: [video] } : {}) };
  const copied = Object.fromEntries(Object.entries(filter).map(([name, values]) => [name, [...values]]));
  return {
    from: new Date(period.fromMs).toISOString(),
    to: new Date(period.toMs).toISOString(),
    ...(config ? { config } : {}),
    ...(collection ? { collection } : {}),
    ...(Object.keys(copied).length > 0 ? { filter: copied } : {}),
  };
}

/** Whether an answer failed because the figures are away, which ends by itself. */
export const isAway = (error: unknown): boolean => error instanceof AppError && error.code === "unavailable";

const whileAway = (query: Pick<Query, "state">) => (isAway(query.state.error) ? AWAY_RETRY_MS : false);

const SHARED = {
  placeholderData: keepPreviousData,
  gcTime: KEPT_MS,
  // It says so at once, and asks again by itself.
  retry: false,
} as const;

export const totalsQuery = (question: StatisticsQuestion) =>
  queryOptions({
    ...SHARED,
    queryKey: [...STATISTICS_KEY, "totals", question],
    refetchInterval: whileAway,
    queryFn: ({ signal }) => call(routes.getStatisticsTotals, { query: question }, { signal }),
  });

export const seriesQuery = (question: StatisticsQuestion) =>
  queryOptions({
    ...SHARED,
    queryKey: [...STATISTICS_KEY, "series", question],
    refetchInterval: whileAway,
    queryFn: ({ signal }) => call(routes.getStatisticsSeries, { query: question }, { signal }),
  });

export type BreakdownOrder = Pick<AnalyticsState, "by" | "sort" | "order" | "page">;

/** Default ranking size (§9). */
export const RANKING_SIZE = 10;

export const breakdownQuery = (question: StatisticsQuestion, { by, sort, order, page }: BreakdownOrder) =>
  queryOptions({
    ...SHARED,
    queryKey: [...STATISTICS_KEY, "breakdown", question, by, sort, order, page],
    refetchInterval: whileAway,
    queryFn: ({ signal }) =>
      call(
        routes.getStatisticsBreakdown,
        { query: { ...question, dimension: by, sort, order, page, pagesize: RANKING_SIZE } },
        { signal },
      ),
  });

export const retentionQuery = (question: StatisticsQuestion, video: string) =>
  queryOptions({
    ...SHARED,
    queryKey: [...STATISTICS_KEY, "retention", question, video],
    refetchInterval: whileAway,
    queryFn: ({ signal }) =>
      call(routes.getStatisticsRetention, { query: { ...question, video } }, { signal }),
  });

export type SessionsOrder = Pick<AnalyticsState, "viewer" | "sessionSort" | "sessionOrder" | "page">;

/** Sessions of a page. */
export const SESSIONS_SIZE = 20;

export const sessionsQuery = (
  question: StatisticsQuestion,
  { viewer, sessionSort: sort, sessionOrder: order, page }: SessionsOrder,
) =>
  queryOptions({
    ...SHARED,
    queryKey: [...STATISTICS_KEY, "sessions", question, viewer, sort, order, page],
    refetchInterval: whileAway,
    queryFn: ({ signal }) => {
      const paging = { sort, order, page, pagesize: SESSIONS_SIZE };
      const query = { ...question, ...(viewer ? { viewer } : {}), ...paging };
      return call(routes.listStatisticsSessions, { query }, { signal });
    },
  });

export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: [...STATISTICS_KEY, "session", id],
    gcTime: KEPT_MS,
    retry: false,
    refetchInterval: whileAway,
    queryFn: ({ signal }) => call(routes.getStatisticsSession, { params: { id } }, { signal }),
  });

/** What values of a dimension are called, where the question's filter names them. */
export const namesQuery = (question: StatisticsQuestion, dimension: StatisticsDimension, values: string[]) =>
  queryOptions({
    queryKey: [KEY, "names", dimension, values, question.from, question.to],
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
    queryFn: ({ signal }) => {
      const { from, to } = question;
      const query = { from, to, filter: { [dimension]: values }, dimension, pagesize: 100 };
      return call(routes.getStatisticsBreakdown, { query }, { signal });
    },
  });

export const subjectsQuery = queryOptions({
  queryKey: [KEY, "subjects"],
  staleTime: SUBJECTS_FRESH_MS,
  refetchInterval: whileAway,
  queryFn: ({ signal }) => call(routes.getStatisticsSubjects, {}, { signal }),
});

export const foundVideosQuery = (search: string) =>
  queryOptions({
    queryKey: [KEY, "videos", search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(routes.findStatisticsVideos, { query: { search } }, { signal }),
  });

/** The title of a video that nobody watched in the period; null where it has none that the reader may see. */
export const titleQuery = (video: string) =>
  queryOptions({
    queryKey: [KEY, "title", video],
    staleTime: SUBJECTS_FRESH_MS,
    queryFn: async ({ signal }): Promise<string | null> => {
      const found = await call(routes.findStatisticsVideos, { query: { search: video } }, { signal });
      const named = found.find(({ uuid }) => uuid === video);
      if (named) return named.title;
      // Videos of one's own are not found by their uuid.
      return call(routes.getVideo, { params: { id: video } }, { signal }).then(
        ({ title }) => title,
        () => null,
      );
    },
  });
