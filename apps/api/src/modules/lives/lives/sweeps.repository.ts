import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/** A run of a live with media that can be removed. */
export interface SweptRun {
  live_uuid: string;
  generation: number;
}

/**
 * Creates the repository of runs of lives that are not recorded. Their objects in the media store are removed some time after the end,
 * regardless of which ingest wrote them.
 */
export function createSweepsRepository(db: Tx) {
  return {
    /** Records a run that will not be kept. */
    addRun: (run: SweptRun) =>
      db
        .insertInto("live_sweeps")
        .values(run)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),

    /** Sets the removal date of runs that have ended, and clears the removal date of running lives. */
    async recordEnds(afterMs: number): Promise<void> {
      await sql`UPDATE live_sweeps SET due_at = CASE WHEN is_running THEN NULL ELSE now() + ${`${afterMs} milliseconds`}::interval END
        FROM (
          SELECT sweeps.live_uuid, sweeps.generation, coalesce(state IN ('connecting', 'live', 'lost'), false) AS is_running
          FROM live_sweeps AS sweeps
          LEFT JOIN videos ON videos.uuid = sweeps.live_uuid AND videos.generation = sweeps.generation
          LEFT JOIN lives ON lives.video_uuid = videos.uuid
        ) AS runs
        WHERE runs.live_uuid = live_sweeps.live_uuid AND runs.generation = live_sweeps.generation
          AND is_running = (due_at IS NOT NULL)`.execute(db);
    },

    /** Claims due runs up to a limit. They are due once more after this time, and their rows are deleted after that. */
    async claimDue(limit: number, againAfterMs: number): Promise<SweptRun[]> {
      const { rows } = await sql<SweptRun & { is_last: boolean }>`
        SELECT live_uuid, generation, is_last FROM live_sweeps WHERE due_at <= now()
        ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(db);
      for (const { live_uuid, generation, is_last } of rows)
        await (is_last
          ? sql`DELETE FROM live_sweeps WHERE live_uuid = ${live_uuid} AND generation = ${generation}`
          : sql`UPDATE live_sweeps SET is_last = true, due_at = now() + ${`${againAfterMs} milliseconds`}::interval
              WHERE live_uuid = ${live_uuid} AND generation = ${generation}`
        ).execute(db);
      return rows;
    },
  };
}
