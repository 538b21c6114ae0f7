import type { StatisticsQuery } from "@shoal/contract";
import type { ClosedHoursStore } from "../figures/index.ts";
import { openScope } from "./scope.ts";
import type { SourceOptions } from "./session-source.ts";
import type { StatisticsRepository } from "./statistics.repository.ts";

/**
 * Makes of a question what its rows are read with.
 * @returns throws AppError "bad_request" for a period that cannot be read, "not_found" for what the client does not have.
 */
export const createOpening =
  (repository: StatisticsRepository, { cursors, days }: ClosedHoursStore) =>
  async (clientUuid: string, query: StatisticsQuery): Promise<SourceOptions> => {
    const [scope, closedUntilSec, summedDays] = await Promise.all([
      openScope(repository, clientUuid, query),
      cursors.findClosedUntilSec(),
      days.listSummed(),
    ]);
    return { scope, closedUntilSec: closedUntilSec ?? 0, nowMs: Date.now(), bordersSec: [], summedDays };
  };

/** How much of a period is over. */
export const overMs = (fromMs: number, toMs: number, nowMs: number): number =>
  Math.max(0, Math.min(toMs, nowMs) - fromMs);
