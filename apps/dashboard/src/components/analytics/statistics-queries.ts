import { AppError, type QueryOf, routes } from "@shoal/contract";
import { keepPreviousData, type Query, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";
import type { Period } from "./period/period.ts";

/** Retry interval while the figures are unavailable. */
const UNAVAILABLE_RETRY_MS = 15_000;
/** How long results are cached: the last hour is refreshed every ten seconds, so older results are not needed. */
export const FIGURES_CACHE_TTL_MS = 60_000;
export const SUBJECTS_STALE_TIME_MS = 300_000;

export const STATISTICS_ROOT = "statistics";
/** The key prefix of all queries for figures. */
export const STATISTICS_KEY = [STATISTICS_ROOT, "figures"] as const;

export type StatisticsQuestion = QueryOf<typeof routes.getStatisticsTotals>;

/** Converts a period to the parameters of a query. */
export const periodParamsOf = ({ fromMs, toMs }: Period): { from: string; to: string } => ({
  from: new Date(fromMs).toISOString(),
  to: new Date(toMs).toISOString(),
});

/** Whether a query failed because the figures are temporarily unavailable. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof AppError && error.code === "unavailable";

const retryWhileUnavailable = (query: Pick<Query, "state">) =>
  isUnavailable(query.state.error) ? UNAVAILABLE_RETRY_MS : false;

/** Options for figure queries: previous figures stay until new ones arrive. */
export const FIGURE_QUERY_OPTIONS = {
  placeholderData: keepPreviousData,
  gcTime: FIGURES_CACHE_TTL_MS,
  // Without retries, a failure is shown immediately. The refetch interval tries again later.
  retry: false,
  refetchInterval: retryWhileUnavailable,
} as const;

export const subjectsQuery = queryOptions({
  queryKey: [STATISTICS_ROOT, "subjects"],
  staleTime: SUBJECTS_STALE_TIME_MS,
  refetchInterval: retryWhileUnavailable,
  queryFn: ({ signal }) => call(routes.getStatisticsSubjects, {}, { signal }),
});
