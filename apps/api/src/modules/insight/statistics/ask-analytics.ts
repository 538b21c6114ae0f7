import { askInTime } from "../../../platform/ask-in-time.ts";
import type { Analytics } from "../../../platform/clickhouse.ts";

/** Days are merged on their own, and a day that is over has been merged already. */
const SETTINGS = { do_not_merge_across_partitions_select_final: 1 };

interface AskDeps {
  analytics: Analytics;
  onError: (error: unknown) => void;
}

/** Queries the analytics engine. @throws AppError "took_too_long", "caller_gone", "unavailable" while it does not answer. */
export type Ask = <T>(query: string, params: Record<string, unknown>) => Promise<T[]>;
/** How a caller queries: the query is cancelled when the caller disconnects. */
export type AskFor = (isGone: AbortSignal | undefined) => Ask;

export const askWith =
  (deps: AskDeps): AskFor =>
  (isGone) =>
  <T>(query: string, params: Record<string, unknown>) =>
    askInTime<T>(deps, { query, params, settings: SETTINGS }, { isGone });
