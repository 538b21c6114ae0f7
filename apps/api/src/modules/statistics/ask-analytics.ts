import { AppError } from "@shoal/contract";
import type { Analytics } from "../../platform/clickhouse.ts";

/** A question of somebody who waits. */
const PATIENCE_MS = 15_000;
/** Days are merged on their own, and a day that is over has been merged already. */
const SETTINGS = "SETTINGS do_not_merge_across_partitions_select_final = 1";

interface AskDeps {
  analytics: Analytics;
  onError: (error: unknown) => void;
}

/** Asks the analytics engine, and waits for so long. @throws AppError "unavailable" while it does not answer. */
export type Ask = <T>(query: string, params: Record<string, unknown>) => Promise<T[]>;

export const askWith =
  ({ analytics, onError }: AskDeps): Ask =>
  async <T>(query: string, params: Record<string, unknown>): Promise<T[]> => {
    try {
      const result = await analytics.query({
        query: `${query} ${SETTINGS}`,
        query_params: params,
        format: "JSONEachRow",
        abort_signal: AbortSignal.timeout(PATIENCE_MS),
      });
      return await result.json<T>();
    } catch (error) {
      onError(error);
      throw new AppError("unavailable", "Figures are not available at the moment, please retry later");
    }
  };
