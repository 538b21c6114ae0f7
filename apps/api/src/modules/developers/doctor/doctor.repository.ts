import type { DoctorReport } from "@shoal/contract";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../../platform/database.ts";
import { msUntil, notifyWork } from "../../../platform/work-notifications.ts";
import type { MediaFolder, MediaRoot } from "./media-names.ts";

/** The minutes without a heartbeat after which a job is lost. Running jobs send one every 3 s. */
const SILENT_JOB_MINUTES = 10;
/** The hours without an owner after which folders are removed. */
const ORPHAN_HOURS = 24;
/** The time without a confirmation after which a check has ended with its replica. Confirmations come every 2 s. */
const MAX_CHECK_SILENCE_SEC = 60;
const SILENCE_INTERVAL = sql`${sql.lit(MAX_CHECK_SILENCE_SEC)} * interval '1 second'`;
/** Whether a check is requested or running. A request waits for a free replica without a time limit. */
const IS_CHECKING = sql<boolean>`coalesce(check_state = 'requested'
  OR (check_state = 'running' AND check_beat_at > now() - ${SILENCE_INTERVAL}), false)`;
/** Compares the claim as text, because a Date would lose the microseconds. */
const isClaimedBy = (claim: string) =>
  sql<boolean>`check_state = 'running' AND started_at = ${claim}::timestamptz`;
const DUE_AT = sql`(CASE check_state WHEN 'requested' THEN check_beat_at WHEN 'running' THEN check_beat_at + ${SILENCE_INTERVAL}
  ELSE started_at + interval '1 day' END)`;

/** The queries that select, for each root, which of the given uuids have a row that owns the folder. */
const OWNER_QUERIES: Record<MediaRoot, (uuids: readonly string[]) => RawBuilder<{ uuid: string }>> = {
  videos: (uuids) => sql`SELECT uuid FROM videos WHERE uuid = ANY(${uuids}::uuid[])`,
  uploads: (uuids) => sql`SELECT uuid FROM videos WHERE uuid = ANY(${uuids}::uuid[])`,
  lives: (uuids) => sql`SELECT uuid FROM videos WHERE uuid = ANY(${uuids}::uuid[])`,
  pictures: (uuids) => sql`SELECT uuid FROM pictures WHERE uuid = ANY(${uuids}::uuid[])`,
  chat: (uuids) => sql`SELECT object_uuid AS uuid FROM chat_files WHERE object_uuid = ANY(${uuids}::uuid[])
    UNION SELECT object_uuid FROM chat_previews WHERE object_uuid = ANY(${uuids}::uuid[])`,
  arrivals: (uuids) =>
    sql`SELECT arrival_uuid AS uuid FROM arrival_objects WHERE arrival_uuid = ANY(${uuids}::uuid[])`,
  attachments: (uuids) => sql`SELECT uuid FROM comment_attachments WHERE uuid = ANY(${uuids}::uuid[])`,
};

export interface CheckedVideo {
  uuid: string;
  generation: number;
  tracks: unknown;
  storyboard: unknown;
  waveform: unknown;
  thumbnail_object: string | null;
}

/** Creates the repository that reads the rows of all clients, for the doctor only. */
export function createDoctorRepository(db: Database) {
  return {
    /** Finds the folders among these that have an owner, or are kept for a cut or an archive. @returns them as `root/uuid/`. */
    async findOwned(folders: readonly MediaFolder[]): Promise<Set<string>> {
      const owned = new Set<string>();
      for (const [root, own] of Map.groupBy(folders, (folder) => folder.root)) {
        const { rows } = await OWNER_QUERIES[root](own.map(({ uuid }) => uuid)).execute(db);
        for (const { uuid } of rows) owned.add(`${root}/${uuid}/`);
      }
      const prefixes = folders
        .map(({ root, uuid }) => `${root}/${uuid}/`)
        .filter((prefix) => !owned.has(prefix));
      const { rows } = await sql<{
        prefix: string;
      }>`SELECT asked.prefix FROM unnest(${prefixes}::text[]) AS asked (prefix)
        WHERE EXISTS (SELECT FROM cuts, unnest(held_prefixes) AS held WHERE starts_with(held, asked.prefix))
          OR EXISTS (SELECT FROM live_archives WHERE starts_with(folder, asked.prefix))
          OR EXISTS (SELECT FROM kept_media AS kept WHERE starts_with(kept.prefix, asked.prefix))`.execute(
        db,
      );
      for (const { prefix } of rows) owned.add(prefix);
      return owned;
    },

    /** Records that a folder has no owner. */
    async recordOrphan(folder: string, bytes: number, run: Date): Promise<void> {
      await sql`INSERT INTO orphan_media (folder, bytes, seen_at) VALUES (${folder}, ${bytes}, ${run})
        ON CONFLICT (folder) DO UPDATE SET seen_at = excluded.seen_at,
          bytes = excluded.bytes + CASE WHEN orphan_media.seen_at = excluded.seen_at THEN orphan_media.bytes ELSE 0 END`.execute(
        db,
      );
    },

    /** Deletes the records that this run has not confirmed, because those folders no longer exist or have an owner. */
    async deleteStaleOrphans(run: Date): Promise<void> {
      await db.deleteFrom("orphan_media").where("seen_at", "<", run).execute();
    },

    async deleteOrphan(folder: string): Promise<void> {
      await db.deleteFrom("orphan_media").where("folder", "=", folder).execute();
    },

    async listOrphans(after: string, limit: number) {
      const { rows } = await sql<{ folder: string; bytes: number; is_old: boolean }>`
        SELECT folder, bytes, first_seen_at <= now() - ${sql.lit(ORPHAN_HOURS)} * interval '1 hour' AS is_old
        FROM orphan_media WHERE folder > ${after} ORDER BY folder LIMIT ${limit}`.execute(db);
      return rows;
    },

    /** Lists playable videos, ordered by uuid. */
    async listPlayable(after: string, limit: number): Promise<CheckedVideo[]> {
      const { rows } = await sql<CheckedVideo>`
        SELECT videos.uuid, videos.generation, tracks, storyboard, encodings.waveform, thumbnail_object
        FROM videos JOIN encodings ON encodings.video_uuid = videos.uuid AND encodings.generation = videos.generation
        WHERE videos.uuid > ${after} AND videos.status IN ('segmented', 'encoded', 'stopped') AND NOT videos.is_deleted
        ORDER BY videos.uuid LIMIT ${limit}`.execute(db);
      return rows;
    },

    async listOutputs({ uuid, generation }: CheckedVideo): Promise<unknown[]> {
      const rows = await db
        .selectFrom("encoding_outputs")
        .select("outputs")
        .where("video_uuid", "=", uuid)
        .where("generation", "=", generation)
        .execute();
      return rows.map(({ outputs }) => outputs);
    },

    /** Whether the video still has the checked media. */
    async isStill({ uuid, generation }: CheckedVideo): Promise<boolean> {
      const row = await db
        .selectFrom("videos")
        .select("uuid")
        .where("uuid", "=", uuid)
        .where("generation", "=", generation)
        .where("is_deleted", "=", false)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Lists chat files, comment attachments and library pictures by object name. */
    async listFiles(after: string, limit: number): Promise<string[]> {
      const { rows } = await sql<{ name: string }>`SELECT name FROM (
          SELECT DISTINCT 'chat/' || object_uuid || '/file' AS name FROM chat_files
          UNION ALL SELECT 'attachments/' || uuid || '/file' FROM comment_attachments
          UNION ALL SELECT file->>'object' FROM pictures, jsonb_array_elements(files) AS file
        ) AS named WHERE name > ${after} ORDER BY name LIMIT ${limit}`.execute(db);
      return rows.map(({ name }) => name);
    },

    /** Lists videos in a state that only a job can end, without such a job. */
    async listLost(limit: number): Promise<string[]> {
      const { rows } = await sql<{ uuid: string }>`
        SELECT uuid FROM videos WHERE status IN ('to_encode', 'waiting_for_encoding', 'encoding', 'restart', 'to_stop')
          AND type = 'vod' AND kind = 'video' AND NOT is_deleted AND trashed_at IS NULL
          AND modified_at < now() - interval '1 day'
          AND NOT EXISTS (SELECT FROM queue.job WHERE data->>'videoUuid' = videos.uuid::text AND state <= 'active')
        ORDER BY uuid LIMIT ${limit}`.execute(db);
      return rows.map(({ uuid }) => uuid);
    },

    async listSilentJobs(limit: number): Promise<string[]> {
      const { rows } = await sql<{ name: string }>`SELECT name || ' ' || id AS name FROM queue.job
        WHERE state = 'active' AND coalesce(heartbeat_on, started_on) < now() - ${sql.lit(SILENT_JOB_MINUTES)} * interval '1 minute'
        ORDER BY started_on LIMIT ${limit}`.execute(db);
      return rows.map(({ name }) => name);
    },

    async listOldJobs(limit: number): Promise<string[]> {
      const { rows } = await sql<{ name: string }>`SELECT name || ' ' || id AS name FROM queue.job
        WHERE state < 'active' AND start_after < now() - interval '1 day' ORDER BY start_after LIMIT ${limit}`.execute(
        db,
      );
      return rows.map(({ name }) => name);
    },

    /** Lists uploads that should have expired at least a day ago. */
    async listForgottenUploads(keptHours: number, limit: number): Promise<string[]> {
      const { rows } = await sql<{ uuid: string }>`
        SELECT uuid FROM videos WHERE status = 'upload_failed'
          AND coalesce(upload_feedback_at, created_at) < now() - ${keptHours + 24}::int * interval '1 hour'
          AND EXISTS (SELECT FROM upload_chunks WHERE video_uuid = videos.uuid)
        ORDER BY uuid LIMIT ${limit}`.execute(db);
      return rows.map(({ uuid }) => uuid);
    },

    /** Requests a check. @returns false if one is already requested or running. */
    async requestCheck(): Promise<boolean> {
      const { rows } = await sql`UPDATE doctor_reports
        SET check_state = 'requested', check_beat_at = now(), check_seen = NULL, started_at = now()
        WHERE NOT ${IS_CHECKING} RETURNING id`.execute(db);
      if (rows.length === 0) return false;
      await notifyWork(db, "doctor");
      return true;
    },

    /**
     * Claims the next check: a requested check, a check whose replica has stopped, or the daily check, which is due a day after
     * the last check.
     * @returns the claim, which another replica's claim ends; undefined if no check is due.
     */
    async claimCheck(): Promise<string | undefined> {
      const { rows } = await sql<{ claim: string }>`UPDATE doctor_reports
        SET check_state = 'running', check_beat_at = now(), check_seen = NULL, started_at = now()
        WHERE ${DUE_AT} <= now() RETURNING started_at::text AS claim`.execute(db);
      return rows[0]?.claim;
    },

    /** Returns the time until a check can be claimed, by the database's clock. */
    async findDueMs(): Promise<number | undefined> {
      const { rows } = await sql<{
        ms: number | null;
      }>`SELECT ${msUntil(DUE_AT)} AS ms FROM doctor_reports`.execute(db);
      return rows[0]?.ms ?? undefined;
    },

    /** Confirms that the check is still running. */
    async beat(claim: string, seen: DoctorReport["seen"]): Promise<void> {
      await db
        .updateTable("doctor_reports")
        .set({ check_beat_at: sql<Date>`now()`, check_seen: JSON.stringify(seen) })
        .where(isClaimedBy(claim))
        .execute();
    },

    async endCheck(claim: string, report: DoctorReport): Promise<void> {
      await db
        .updateTable("doctor_reports")
        .set({ report: JSON.stringify(report), check_state: null })
        .where(isClaimedBy(claim))
        .execute();
    },

    /** Ends a check without a report. @param isWanted whether another replica, or this one after a restart, repeats it. */
    async abandonCheck(claim: string, isWanted: boolean): Promise<void> {
      await db
        .updateTable("doctor_reports")
        .set({ check_state: isWanted ? "requested" : null })
        .where(isClaimedBy(claim))
        .execute();
      if (isWanted) await notifyWork(db, "doctor");
    },

    async findReport(): Promise<DoctorReport | undefined> {
      const row = await db.selectFrom("doctor_reports").select("report").executeTakeFirst();
      if (!row?.report) return undefined;
      // A report of an earlier release has no number of repairs.
      const findings = row.report.findings.map((finding) => ({
        ...finding,
        repairing: finding.repairing ?? 0,
      }));
      return { ...row.report, findings };
    },

    /** Finds the check that is requested or running. */
    findCheck: () =>
      db
        .selectFrom("doctor_reports")
        .select(["started_at", "check_seen"])
        .where(IS_CHECKING)
        .executeTakeFirst(),
  };
}
export type DoctorRepository = ReturnType<typeof createDoctorRepository>;
