import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { recordPlaybackChanges } from "../../../platform/playback-changes.ts";
import type { InheritedConditions } from "../../../platform/schema.ts";
import type { VideoChange } from "./video-changes.ts";
import type { VideoRow } from "./video-row.ts";

/** The columns that decide who can watch a video, and when. */
export const CONDITION_COLUMNS: readonly (keyof VideoRow)[] = [
  "password_hash",
  "starts_at",
  "simulated_live_at",
  "delete_at",
  "is_deleted",
  "trashed_at",
];

type AccessConditions = Pick<VideoRow, "password_hash" | "starts_at" | "delete_at">;

/** Returns the access conditions that a derived video inherits. */
export const inheritedColumns = (origin: VideoRow): AccessConditions => ({
  password_hash: origin.password_hash,
  starts_at: startOf(origin),
  delete_at: origin.delete_at,
});

/**
 * Returns the access columns of an existing copy that is remade from its original. Users' settings stay if they are at least as
 * strict.
 * @param former what the copy inherited when it was made before: a password that it only inherited follows the original's.
 */
export const strictestColumns = (
  copy: VideoRow,
  origin: VideoRow,
  former: InheritedConditions | null,
): AccessConditions & VideoChange => ({
  password_hash:
    copy.password_hash !== null && copy.password_hash === former?.passwordHash
      ? (origin.password_hash ?? copy.password_hash)
      : (copy.password_hash ?? origin.password_hash),
  starts_at: latestDate(copy.starts_at, startOf(origin)),
  delete_at: earliestDate(copy.delete_at, origin.delete_at),
});

/** Returns when a video is available in full, which is after the end of a running or scheduled simulated live. */
function startOf({ starts_at, simulated_live_at, duration_sec }: VideoRow): Date | null {
  const liveEnd =
    simulated_live_at && new Date(simulated_live_at.getTime() + Math.ceil((duration_sec ?? 0) * 1_000));
  const start = latestDate(starts_at, liveEnd);
  return start && start.getTime() > Date.now() ? start : null;
}

const latestDate = (one: Date | null, other: Date | null) =>
  one && other ? (one > other ? one : other) : (one ?? other);
const earliestDate = (one: Date | null, other: Date | null) =>
  one && other ? (one < other ? one : other) : (one ?? other);

/**
 * Locks the scene lists that show parts of these videos, or these scenes. All transactions lock in the same order, so that they
 * cannot deadlock: videos, the lists that show them, scenes, each by uuid. Rules are changed under the lock of their video or
 * of the scene's list. The result of a scene's job locks only the scene.
 */
export async function lockListsOf(db: Tx, uuids: readonly string[]): Promise<{ uuid: string }[]> {
  if (uuids.length === 0) return [];
  const { rows } = await sql<{ uuid: string }>`
    SELECT uuid FROM videos WHERE uuid IN (
      SELECT list_uuid FROM scene_media
      WHERE origin_uuid = ANY(${uuids}::uuid[]) OR video_uuid = ANY(${uuids}::uuid[]))
    ORDER BY uuid FOR NO KEY UPDATE`.execute(db);
  return rows;
}

/**
 * Updates the scenes of these videos to the current conditions and notifies edges of the lists that show them, also for scenes
 * whose own rules changed. The caller has locked the videos.
 */
export async function followOrigins(db: Tx, uuids: readonly string[]): Promise<void> {
  const lists = await lockListsOf(db, uuids);
  if (lists.length === 0) return;
  await copyColumns(db, uuids);
  await copyRules(db, uuids);
  const { rows: scenes } = await sql<{ uuid: string }>`
    SELECT video_uuid AS uuid FROM scene_media WHERE origin_uuid = ANY(${uuids}::uuid[])`.execute(db);
  await touchRows(
    db,
    [...lists, ...scenes].map(({ uuid }) => uuid),
  );
}

async function copyColumns(db: Tx, uuids: readonly string[]): Promise<void> {
  await sql`
    UPDATE videos scene SET password_hash = origin.password_hash, delete_at = origin.delete_at,
      starts_at = greatest(origin.starts_at,
        origin.simulated_live_at + coalesce(origin.duration_sec, 0) * interval '1 s')
    FROM scene_media JOIN videos origin ON origin.uuid = scene_media.origin_uuid
    WHERE scene.uuid = scene_media.video_uuid AND origin.uuid = ANY(${uuids}::uuid[])
      AND origin.client_uuid = scene.client_uuid`.execute(db);
}

async function copyRules(db: Tx, uuids: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO video_rules (video_uuid, client_uuid, rules, collection_uuid, reported_at, config_uuid, revision)
    SELECT scene_media.video_uuid, of.client_uuid, of.rules, of.collection_uuid, of.reported_at, of.config_uuid, 1
    FROM scene_media JOIN video_rules of ON of.video_uuid = scene_media.origin_uuid
    WHERE scene_media.origin_uuid = ANY(${uuids}::uuid[])
    ORDER BY 1
    ON CONFLICT (video_uuid) DO UPDATE SET rules = excluded.rules, collection_uuid = excluded.collection_uuid,
      reported_at = excluded.reported_at, config_uuid = excluded.config_uuid`.execute(db);
}

/** Notifies edges, on commit, that their data of these videos is outdated. */
export async function touchRows(db: Tx, uuids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ uuid: string; revision: number }>`
    UPDATE videos SET revision = revision + 1 WHERE uuid = ANY(${uuids}::uuid[]) RETURNING uuid, revision`.execute(
    db,
  );
  await recordPlaybackChanges(db, "video", rows);
}
