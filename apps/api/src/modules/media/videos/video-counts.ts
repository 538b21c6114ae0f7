import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Database } from "../../../platform/database.ts";

/** A change of the number of a client's videos with the same traits, which is the sum of these rows. */
export interface VideoCountRow {
  client_uuid: string;
  traits: number;
  /** The number of videos that a statement added or, if negative, removed. */
  change: number;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    video_counts: VideoCountRow;
  }
}

/** Whether a video can be listed. */
const isListed = (row: string) => sql.raw(`(${row}.trashed_at IS NULL AND ${row}.kind = 'video')`);

/**
 * Each statement adds rows of its own without locking: counts updated in place would make concurrent uploads to one client wait
 * for each other. A migration that renumbers traits must rebuild the counts.
 */
export const videoCountTables: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [
      sql`CREATE TABLE video_counts (client_uuid uuid NOT NULL, traits integer NOT NULL, change integer NOT NULL)`,
      sql`CREATE INDEX video_counts_client ON video_counts (client_uuid, traits) INCLUDE (change)`,
      sql`CREATE FUNCTION count_added_videos() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO video_counts SELECT client_uuid, traits, count(*) FROM added WHERE ${isListed("added")} GROUP BY client_uuid, traits;
        RETURN NULL; END $$`,
      sql`CREATE FUNCTION count_removed_videos() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO video_counts SELECT client_uuid, traits, -count(*) FROM removed WHERE ${isListed("removed")} GROUP BY client_uuid, traits;
        RETURN NULL; END $$`,
      sql`CREATE FUNCTION count_changed_video() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF ${isListed("OLD")} THEN INSERT INTO video_counts VALUES (OLD.client_uuid, OLD.traits, -1); END IF;
        IF ${isListed("NEW")} THEN INSERT INTO video_counts VALUES (NEW.client_uuid, NEW.traits, 1); END IF;
        RETURN NULL; END $$`,
      sql`CREATE TRIGGER videos_counted AFTER INSERT ON videos REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION count_added_videos()`,
      sql`CREATE TRIGGER videos_uncounted AFTER DELETE ON videos REFERENCING OLD TABLE AS removed
        FOR EACH STATEMENT EXECUTE FUNCTION count_removed_videos()`,
      sql`CREATE TRIGGER videos_counted_anew AFTER UPDATE ON videos FOR EACH ROW
        WHEN (OLD.traits <> NEW.traits OR OLD.client_uuid <> NEW.client_uuid OR ${isListed("OLD")} <> ${isListed("NEW")})
        EXECUTE FUNCTION count_changed_video()`,
      // Creating the triggers locks the table against writes, so no change is missed.
      sql`INSERT INTO video_counts SELECT client_uuid, traits, count(*) FROM videos WHERE ${isListed("videos")} GROUP BY client_uuid, traits`,
    ];
    for (const statement of statements) await statement.execute(db);
  },
};

/** Returns SQL for the exact number of a client's listed videos with some traits, or with any. */
export const sumOfCounts = (clientUuid: string, traits: readonly number[] | undefined): RawBuilder<number> =>
  sql<number>`(SELECT coalesce(sum(change), 0) FROM video_counts
    WHERE client_uuid = ${clientUuid} ${traits ? sql`AND traits = ANY(${traits}::integer[])` : sql``})`;

/** The rows of clients with more rows than this are added up. There is at least one row per combination of traits. */
const MAX_COUNT_ROWS = 500;
export const ADDING_UP_PAUSE_MS = 60_000;

/** Adds up the rows of clients with many rows. Rows added in the meantime stay separate. Several replicas may run this. */
export async function addUpCounts(db: Database, rowsMax = MAX_COUNT_ROWS): Promise<void> {
  await sql`WITH gone AS (
      DELETE FROM video_counts WHERE client_uuid IN (
        SELECT client_uuid FROM video_counts GROUP BY client_uuid HAVING count(*) > ${rowsMax})
      RETURNING client_uuid, traits, change)
    INSERT INTO video_counts SELECT client_uuid, traits, sum(change) FROM gone
      GROUP BY client_uuid, traits HAVING sum(change) <> 0`.execute(db);
}
