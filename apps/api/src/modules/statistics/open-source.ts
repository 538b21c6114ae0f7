import type { StatisticsQuery } from "@shoal/contract";
import type { createFigureCursorsRepository } from "../figures/index.ts";
import { openScope } from "./scope.ts";
import type { SourceOptions } from "./session-source.ts";
import type { StatisticsRepository } from "./statistics.repository.ts";

/**
 * Makes of a question what its rows are read with.
 * @returns throws AppError "bad_request" for a period that cannot be read, "not_found" for what the client does not have.
 */
export const createOpening =
  (repository: StatisticsRepository, cursors: ReturnType<typeof createFigureCursorsRepository>) =>
  async (clientUuid: string, query: StatisticsQuery): Promise<SourceOptions> => {
    const [scope, closedUntilSec] = await Promise.all([
      openScope(repository, clientUuid, query),
      cursors.findClosedUntilSec(),
    ]);
    return { scope, closedUntilSec: closedUntilSec ?? 0, nowMs: Date.now(), bordersSec: [] };
  };

/** How much of a period is over. */
export const overMs = (fromMs: number, toMs: number, nowMs: number): number =>
  Math.max(0, Math.min(toMs, nowMs) - fromMs);
