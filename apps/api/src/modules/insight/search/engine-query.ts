import type { Analytics } from "../../../platform/clickhouse.ts";
import { type QueryDeadline, queryInTime, timeOfQuestion } from "../../../platform/query-in-time.ts";
import { TooManyRequestsError } from "../../../platform/rate-limit.ts";
import type { FiguresReader } from "./reader.ts";
import type { SearchRow } from "./run-search.ts";
import type { SearchStatement } from "./search-statements.ts";

/** The maximum number of concurrent queries per client, so that other clients do not have to wait. */
const MAX_QUERIES_PER_CLIENT = 8;

export interface EngineDeps {
  analytics: Analytics;
  onError: (error: unknown) => void;
}
/** Runs the statements of one query, which share its time limit. */
export type RunStatements = (statement: SearchStatement) => Promise<SearchRow[]>;

/** Creates the functions that query ClickHouse on behalf of clients. */
export function createEngineQuery({ analytics, onError }: EngineDeps) {
  const running = new Map<string, number>();

  const runWithin =
    (patience: QueryDeadline): RunStatements =>
    (statement) =>
      queryInTime<SearchRow>({ analytics, onError }, statement, patience);

  return {
    /**
     * Runs all statements of one query.
     * @param isGone aborted when the caller disconnects, so that ClickHouse cancels the query, and the client may send another.
     * @throws AppError "unavailable" while ClickHouse does not respond, "took_too_long", "caller_gone"; "too_many_requests" while
     * the client has many other queries.
     */
    async ask<T>(
      { clientUuid, isGone }: Pick<FiguresReader, "clientUuid" | "isGone">,
      question: (run: RunStatements) => Promise<T>,
    ): Promise<T> {
      const others = running.get(clientUuid) ?? 0;
      if (others >= MAX_QUERIES_PER_CLIENT) throw new TooManyRequestsError(1);
      running.set(clientUuid, others + 1);
      try {
        return await question(runWithin({ isGone, late: timeOfQuestion() }));
      } finally {
        const left = (running.get(clientUuid) ?? 1) - 1;
        if (left > 0) running.set(clientUuid, left);
        else running.delete(clientUuid);
      }
    },
  };
}
export type EngineQuery = ReturnType<typeof createEngineQuery>;
