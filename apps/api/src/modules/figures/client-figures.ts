import { AppError } from "@shoal/contract";
import { ANALYTICS_TABLES } from "../../platform/analytics-tables.ts";
import type { Analytics } from "../../platform/clickhouse.ts";
import type { Database } from "../../platform/database.ts";
import type { JobQueue } from "../../platform/queue/job-queue.ts";
import { createFigureCursorsRepository } from "./figure-cursors.repository.ts";

export interface ClientFiguresDeps {
  db: Database;
  analytics: Analytics;
  queue: Pick<JobQueue, "sendSingleTask">;
}

/** Figures of a client as a whole. */
export function createClientFigures({ db, analytics, queue }: ClientFiguresDeps) {
  const cursors = createFigureCursorsRepository(db);
  return {
    /**
     * Lets the figures of all videos of a client be computed anew, behind the answer.
     * @throws AppError "too_many_requests" while that is under way.
     */
    async requestRefresh(clientUuid: string): Promise<void> {
      if (!(await queue.sendSingleTask(db, "refresh-figures", { clientUuid }, clientUuid)))
        throw new AppError("too_many_requests", "The figures are being refreshed already");
    },

    /**
     * Bytes that reached viewers since a full hour, from servers and from peers: closed hours from the roll-up, what is
     * after them from the session-minutes.
     * @throws when the analytics engine does not answer.
     */
    async readDeliveredBytes(clientUuid: string, sinceSec: number): Promise<number> {
      const closedUntilSec = Math.max(sinceSec, (await cursors.findClosedUntilSec()) ?? 0);
      const result = await analytics.query({
        query: `SELECT sum(bytes) AS bytes FROM (
            SELECT sum(bytes_server + bytes_peer) AS bytes FROM video_hours FINAL
            WHERE client_uuid = {client:String} AND hour >= toDateTime({since:UInt32}, 'UTC')
              AND hour < toDateTime({until:UInt32}, 'UTC')
            UNION ALL
            SELECT sum(bytes_server + bytes_peer) AS bytes FROM session_minutes FINAL
            WHERE client_uuid = {client:String} AND minute >= toDateTime({until:UInt32}, 'UTC')
          )`,
        query_params: { client: clientUuid, since: sinceSec, until: closedUntilSec },
        format: "JSONEachRow",
      });
      const [row] = await result.json<{ bytes: number | string }>();
      return Number(row?.bytes ?? 0);
    },

    /**
     * Removes all that was counted for a client, on disk too. Doing it again is harmless, and needed: reports of viewers
     * come late.
     */
    async forgetClient(clientUuid: string): Promise<void> {
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
