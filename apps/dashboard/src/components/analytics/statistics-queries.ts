import { AppError, type QueryOf, routes } from "@shoal/contract";
import { keepPreviousData, type Query, queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/session.ts";
import type { Period } from "./period/period.ts";

/** While the figures are away they are asked for again. */
const AWAY_RETRY_MS = 15_000;
/** The last hour moves on every ten seconds: what it was is not needed for long. */
export const FIGURES_KEPT_MS = 60_000;
export const SUBJECTS_FRESH_MS = 300_000;

export const STATISTICS_ROOT = "statistics";
/** Every query of figures. */
export const STATISTICS_KEY = [STATISTICS_ROOT, "figures"] as const;

export type StatisticsQuestion = QueryOf<typeof routes.getStatisticsTotals>;

/** A period as questions have it. */
export const momentsOf = ({ fromMs, toMs }: Period): { from: string; to: string } => ({
  from: new Date(fromMs).toISOString(),
  to: new Date(toMs).toISOString(),
});

/** Whether an answer failed because the figures are away, which ends by itself. */
export const isAway = (error: unknown): boolean => error instanceof AppError && error.code === "unavailable";

const whileAway = (query: Pick<Query, "state">) => (isAway(query.state.error) ? AWAY_RETRY_MS : false);

/** How figures are asked for: what was shown stays until others are there. */
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
