import { AppError } from "@shoal/contract";
import type { Analytics } from "../../platform/clickhouse.ts";
import { TooManyRequestsError } from "../../platform/rate-limit.ts";
import type { Row } from "./run-search.ts";
import type { Statement } from "./search-statements.ts";

/** Somebody waits for the answer. */
const PATIENCE_MS = 15_000;
/** One client's questions do not keep those of all others waiting. */
const AT_ONCE_MAX = 8;

export interface EngineDeps {
  analytics: Analytics;
  onError: (error: unknown) => void;
}
/** Statements of one question, which share their time. */
export type RunAll = (statement: Statement) => Promise<Row[]>;

/** Asks the analytics engine on behalf of clients. */
export function createEngineQuery({ analytics, onError }: EngineDeps) {
  const running = new Map<string, number>();

  const runWithin =
    (signal: AbortSignal): RunAll =>
    async ({ query, params }) => {
      try {
        const answer = await analytics.query({
          ...{ query, query_params: params, abort_signal: signal, format: "JSONEachRow" },
          // The engine itself would go on with what nobody waits for any more.
          clickhouse_settings: { max_execution_time: PATIENCE_MS / 1_000 },
        });
        return await answer.json<Row>();
      } catch (error) {
        onError(error);
        throw new AppError("unavailable", "The analytics engine does not answer, please retry later");
      }
    };

  return {
    /**
     * Runs all statements of a question.
     * @throws AppError "unavailable" while the engine does not answer, or not in time; "too_many_requests" while the
     * client has many others.
     */
    async ask<T>(clientUuid: string, question: (run: RunAll) => Promise<T>): Promise<T> {
      const others = running.get(clientUuid) ?? 0;
      if (others >= AT_ONCE_MAX) throw new TooManyRequestsError(1);
      running.set(clientUuid, others + 1);
      try {
        return await question(runWithin(AbortSignal.timeout(PATIENCE_MS)));
      } finally {
        const left = (running.get(clientUuid) ?? 1) - 1;
        if (left > 0) running.set(clientUuid, left);
        else running.delete(clientUuid);
      }
    },
  };
}
export type EngineQuery = ReturnType<typeof createEngineQuery>;
