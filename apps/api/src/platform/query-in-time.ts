import { AppError } from "@shoal/contract";
import { type Analytics, AnalyticsError } from "./clickhouse.ts";

/** The time limit of a query, which is short because a caller is waiting for the response. */
const QUERY_TIMEOUT_SEC = 15;
/** Leaves ClickHouse time to report its own timeout first. */
const GRACE_MS = 1_000;

export interface AnalyticsQuestion {
  query: string;
  params: Record<string, unknown>;
  settings?: Record<string, string | number>;
}

/** The limits of a query, which ends when its caller disconnects or when its time is up. */
export interface QueryDeadline {
  /** The signal that is aborted when the caller disconnects: ClickHouse then cancels the statement. */
  isGone?: AbortSignal | undefined;
  /** The signal that is aborted when the time is up; all statements of a query share it. */
  late?: AbortSignal;
}

/** Starts the time limit of one query. */
export const timeOfQuestion = (): AbortSignal => AbortSignal.timeout(QUERY_TIMEOUT_SEC * 1_000 + GRACE_MS);

interface QueryInTime {
  analytics: Analytics;
  /** Called for errors of ClickHouse, but not for invalid queries of the caller. */
  onError: (error: unknown) => void;
}

const TOO_LONG_MESSAGE = `The query took longer than ${QUERY_TIMEOUT_SEC} seconds: choose a shorter period, or request less at once`;

/**
 * Returns whether the error is already the response for the caller, whose client sends too many queries: an operator need not
 * know about it.
 */
export const isForCaller = (error: unknown): boolean => error instanceof AppError;

/**
 * Returns the error for callers if ClickHouse did not respond.
 * @returns AppError "took_too_long" or "unavailable"; the original error if it is a bug, such as a statement that ClickHouse
 * rejects, which no retry would fix.
 */
export function errorForCaller(
  error: unknown,
  whileAway = "Figures are not available at the moment, please retry later",
): unknown {
  if (!(error instanceof AnalyticsError) || error.fault === "refused") return error;
  const callerError =
    error.fault === "too_slow"
      ? new AppError("took_too_long", TOO_LONG_MESSAGE)
      : new AppError("unavailable", whileAway);
  // The log of the call names the statement and why there is no response.
  callerError.cause = error;
  return callerError;
}

/**
 * Queries ClickHouse for a waiting caller.
 * @throws AppError "took_too_long" after 15 s, "unavailable" while ClickHouse does not respond, "caller_gone",
 * "too_many_requests" while the client sends too many queries; AnalyticsError when it rejects the statement, which is a bug.
 */
export async function queryInTime<T>(
  { analytics, onError }: QueryInTime,
  { query, params, settings }: AnalyticsQuestion,
  { isGone, late = timeOfQuestion() }: QueryDeadline = {},
): Promise<T[]> {
  try {
    const answer = await analytics.query({
      query,
      query_params: params,
      format: "JSONEachRow" as const,
      abort_signal: isGone ? AbortSignal.any([late, isGone]) : late,
      clickhouse_settings: { ...settings, max_execution_time: QUERY_TIMEOUT_SEC },
    });
    return await answer.json<T>();
  } catch (error) {
    if (isGone?.aborted) throw new AppError("caller_gone", "The request was cancelled");
    if (isForCaller(error)) throw error;
    onError(error);
    throw late.aborted ? new AppError("took_too_long", TOO_LONG_MESSAGE) : errorForCaller(error);
  }
}
