import { AppError, type QueryOf, routes } from "@shoal/contract";
import { keepPreviousData, type Query, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";
import type { Period } from "./period/period.ts";

/** Retry interval while the figures are unavailable. */
const AWAY_RETRY_MS = 15_000;
/** The last hour is refreshed every ten seconds: previous results are not kept for long. */
export const FIGURES_KEPT_MS = 60_000;
export const SUBJECTS_FRESH_MS = 300_000;

export const STATISTICS_ROOT = "statistics";
/** The key of all queries of figures. */
export const STATISTICS_KEY = [STATISTICS_ROOT, "figures"] as const;

export type StatisticsQuestion = QueryOf<typeof routes.getStatisticsTotals>;

/** A period in the form of queries. */
export const momentsOf = ({ fromMs, toMs }: Period): { from: string; to: string } => ({
  from: new Date(fromMs).toISOString(),
  to: new Date(toMs).toISOString(),
});

/** Whether a query failed because the figures are temporarily unavailable. */
export const isAway = (error: unknown): boolean => error instanceof AppError && error.code === "unavailable";

const whileAway = (query: Pick<Query, "state">) => (isAway(query.state.error) ? AWAY_RETRY_MS : false);

/** Options for figure queries: previous figures stay until new ones arrive. */
export const WHILE_SHOWN = {
  placeholderData: keepPreviousData,
  gcTime: FIGURES_KEPT_MS,
  // Shows the failure immediately, and retries.
  retry: false,
  refetchInterval: whileAway,
} as const;

export const subjectsQuery = queryOptions({
  queryKey: [STATISTICS_ROOT, "subjects"],
  staleTime: SUBJECTS_FRESH_MS,
  refetchInterval: whileAway,
  queryFn: ({ signal }) => call(routes.getStatisticsSubjects, {}, { signal }),
});
