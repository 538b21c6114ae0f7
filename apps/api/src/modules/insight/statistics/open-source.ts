import type { StatisticsQuery } from "@shoal/contract";
import type { ClosedHoursStore } from "../figures/index.ts";
import { openScope } from "./scope.ts";
import type { SourceOptions } from "./session-source.ts";
import type { StatisticsRepository } from "./statistics.repository.ts";

/**
 * Creates the function that opens the rows for a query.
 * @throws AppError "bad_request" for an unreadable period, "not_found" if the client does not have the subject.
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

/** Returns how much of a period has passed. */
export const elapsedMs = (fromMs: number, toMs: number, nowMs: number): number =>
  Math.max(0, Math.min(toMs, nowMs) - fromMs);
