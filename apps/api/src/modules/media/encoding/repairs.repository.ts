import type { RepairState } from "@shoal/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { OutputJob } from "./encodings.repository.ts";

/** Identifies the job that made certain media. */
export interface OutputKey {
  uuid: string;
  generation: number;
  job: OutputJob;
  pieceIndex: number;
}

export interface RepairRequest extends OutputKey {
  object: string;
  state: RepairState;
  changedAt: Date;
}

/** A repair without a job for this long has failed, because its job failed at every attempt. */
const LOST_AFTER_SEC = 60;
const RETENTION_DAYS = 30;

/** Creates the repository of repairs of media, for all clients. */
export function createRepairsRepository(db: Tx) {
  const repository = {
    /** Finds the job that made an object; undefined for objects of other videos and of other kinds. */
    async findJob(uuid: string, generation: number, object: string): Promise<OutputKey | undefined> {
      const ofSegment = JSON.stringify([{ segments: [{ object }] }]);
      const ofInit = JSON.stringify([{ init: { object } }]);
      const { rows } = await sql<OutputKey>`
        SELECT video_uuid AS uuid, generation, job, piece_index AS "pieceIndex" FROM encoding_outputs
        WHERE video_uuid = ${uuid} AND generation = ${generation}
          AND (outputs @> ${ofSegment}::jsonb OR outputs @> ${ofInit}::jsonb)
        ORDER BY job, piece_index LIMIT 1`.execute(db);
      return rows[0];
    },

    /** Requests a repair, unless it is requested or running. */
    async add({ uuid, generation, job, pieceIndex }: OutputKey, object: string): Promise<void> {
      await sql`INSERT INTO media_repairs (video_uuid, generation, job, piece_index, object)
        VALUES (${uuid}, ${generation}, ${job}, ${pieceIndex}, ${object})
        ON CONFLICT (video_uuid, generation, job, piece_index)
        DO UPDATE SET state = 'wanted', object = excluded.object, changed_at = now()
        WHERE media_repairs.state NOT IN ('wanted', 'sent')`.execute(db);
    },

    async listWanted(limit: number): Promise<OutputKey[]> {
      const { rows } = await sql<OutputKey>`
        SELECT video_uuid AS uuid, generation, job, piece_index AS "pieceIndex" FROM media_repairs
        WHERE state = 'wanted' ORDER BY changed_at LIMIT ${limit}`.execute(db);
      return rows;
    },

    async setState({ uuid, generation, job, pieceIndex }: OutputKey, state: RepairState): Promise<void> {
      await db
        .updateTable("media_repairs")
        .set({ state, changed_at: sql<Date>`now()` })
        .where("video_uuid", "=", uuid)
        .where("generation", "=", generation)
        .where("job", "=", job)
        .where("piece_index", "=", pieceIndex)
        .execute();
    },

    /** Whether a repair of this generation is running. */
    async isRunning(uuid: string, generation: number): Promise<boolean> {
      const row = await db
        .selectFrom("media_repairs")
        .select("job")
        .where("video_uuid", "=", uuid)
        .where("generation", "=", generation)
        .where("state", "=", "sent")
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    async isIn({ uuid, generation, job, pieceIndex }: OutputKey, state: RepairState): Promise<boolean> {
      const row = await db
        .selectFrom("media_repairs")
        .select("job")
        .where("video_uuid", "=", uuid)
        .where("generation", "=", generation)
        .where("job", "=", job)
        .where("piece_index", "=", pieceIndex)
        .where("state", "=", state)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Marks repairs as failed if their job ended without a result. */
    async failLost(): Promise<void> {
      await sql`UPDATE media_repairs AS repair SET state = 'failed', changed_at = now()
        WHERE state = 'sent' AND changed_at < now() - ${sql.lit(LOST_AFTER_SEC)} * interval '1 second'
          AND NOT EXISTS (SELECT FROM queue.job WHERE state <= 'active'
            AND data->>'videoUuid' = repair.video_uuid::text AND data->>'generation' = repair.generation::text)`.execute(
        db,
      );
    },

    async prune(): Promise<void> {
      await sql`DELETE FROM media_repairs WHERE state IN ('repaired', 'failed')
        AND changed_at < now() - ${sql.lit(RETENTION_DAYS)} * interval '1 day'`.execute(db);
    },

    /** Lists the latest repairs. */
    async list(limit: number): Promise<RepairRequest[]> {
      const { rows } = await sql<RepairRequest>`
        SELECT video_uuid AS uuid, generation, job, piece_index AS "pieceIndex", object, state, changed_at AS "changedAt"
        FROM media_repairs ORDER BY changed_at DESC, object LIMIT ${limit}`.execute(db);
      return rows;
    },
  };
  return repository;
}
