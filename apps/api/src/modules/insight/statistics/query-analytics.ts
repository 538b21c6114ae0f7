import type { Analytics } from "../../../platform/clickhouse.ts";
import { queryInTime } from "../../../platform/query-in-time.ts";

/** ClickHouse's settings for queries: days are merged separately, and a day that is over has been merged already. */
const QUERY_SETTINGS = { do_not_merge_across_partitions_select_final: 1 };

interface QueryDeps {
  analytics: Analytics;
  onError: (error: unknown) => void;
}

/** Queries ClickHouse. @throws AppError "took_too_long", "caller_gone", "unavailable" while it does not respond. */
export type RunQuery = <T>(query: string, params: Record<string, unknown>) => Promise<T[]>;
/** Returns the function with which a caller queries; the query is cancelled when the caller disconnects. */
export type RunQueryFor = (isGone: AbortSignal | undefined) => RunQuery;

export const runQueryWith =
  (deps: QueryDeps): RunQueryFor =>
  (isGone) =>
  <T>(query: string, params: Record<string, unknown>) =>
    queryInTime<T>(deps, { query, params, settings: QUERY_SETTINGS }, { isGone });
