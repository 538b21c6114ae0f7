import { AppError } from "@shoal/contract";
import { ANALYTICS_TABLES } from "../../../platform/analytics-tables.ts";
import type { Analytics } from "../../../platform/clickhouse.ts";
import type { Database } from "../../../platform/database.ts";
import { defineSingleTask, type JobQueue } from "../../../platform/queue/job-queue.ts";
import { billedHoursSql, billedParams } from "./billed-bytes.ts";
import { createFigureCursorsRepository } from "./figure-cursors.repository.ts";

/** The task that computes the figures of all videos of a client again, one client at a time. */
export const REFRESH_FIGURES = defineSingleTask<{ clientUuid: string }>("refresh-figures");

export interface ClientFiguresDeps {
  db: Database;
  analytics: Analytics;
  queue: Pick<JobQueue, "sendSingleTask">;
}

/** Creates the functions for the figures of a client as a whole. */
export function createClientFigures({ db, analytics, queue }: ClientFiguresDeps) {
  const cursors = createFigureCursorsRepository(db);
  return {
    /**
     * Recomputes the figures of all videos of a client in the background.
     * @throws AppError "too_many_requests" while this is already in progress.
     */
    async requestRefresh(clientUuid: string): Promise<void> {
      if (!(await queue.sendSingleTask(db, REFRESH_FIGURES, { clientUuid }, clientUuid)))
        throw new AppError("too_many_requests", "The statistics are already being refreshed");
    },

    /**
     * Reads the billed bytes since a full hour, from servers and peers, which count towards a client's limit.
     * @throws when ClickHouse does not respond.
     */
    async readDeliveredBytes(clientUuid: string, sinceSec: number): Promise<number> {
      const [closedUntilSec = 0, meteredSinceSec] = await Promise.all([
        cursors.findClosedUntilSec(),
        cursors.getMeteredSinceSec(),
      ]);
      const period = { fromSec: sinceSec, closedUntilSec, meteredSinceSec };
      const result = await analytics.query({
        query: `SELECT sum(fromServer + fromPeers) AS bytes FROM (${billedHoursSql("client_uuid = {client:String}")})`,
        query_params: { client: clientUuid, ...billedParams(period) },
        format: "JSONEachRow",
      });
      const [row] = await result.json<{ bytes: number | string }>();
      return Number(row?.bytes ?? 0);
    },

    /**
     * Deletes all figures of a client, also on disk. Repeating it is harmless, and necessary because viewers' reports can
     * arrive late.
     */
    async deleteClient(clientUuid: string): Promise<void> {
      for (const table of ANALYTICS_TABLES)
        await analytics.command({
          query: `ALTER TABLE ${table} DELETE WHERE client_uuid = {client:String} SETTINGS mutations_sync = 1`,
          query_params: { client: clientUuid },
        });
      await db.deleteFrom("video_stats").where("client_uuid", "=", clientUuid).execute();
    },
  };
}
export type ClientFigures = ReturnType<typeof createClientFigures>;
