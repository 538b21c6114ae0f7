import type { DescribedRules, PlaybackDescriptor } from "@shoal/contract/edge";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { VideoRow } from "../../media/videos/index.ts";
import { describeRules, listVideoRules } from "../rules/index.ts";

/** The maximum number of passwords to compare, since each comparison takes a hash of 16 MiB. */
const MAX_PASSWORDS = 8;
/** Stands for a hash that no password matches. */
const NO_PASSWORD_FITS = "none";

type SceneConditions = Pick<PlaybackDescriptor, "passwordHash" | "startsAt"> & {
  isClosed: boolean;
  origins?: DescribedRules[];
};

type SceneRow = Pick<VideoRow, "uuid" | "password_hash" | "starts_at" | "delete_at" | "is_deleted"> & {
  /** Whether the video that the scene is cut from exists outside the trash. */
  has_video: boolean;
};

/**
 * Reads the conditions of a scene list, which are the strictest of its scenes. It starts with the latest start of their videos
 * and ends with the earliest end. Its own password replaces theirs; if it has no password, the entered password must match each
 * of them. The rules of each apply. While a video is in the trash, the list is closed; restoring the video opens it again.
 */
export async function readSceneConditions(
  db: Tx,
  list: Pick<VideoRow, "uuid" | "client_uuid" | "password_hash" | "starts_at">,
): Promise<SceneConditions> {
  const { rows: scenes } = await sql<SceneRow>`
    SELECT scene.uuid, scene.password_hash, scene.starts_at, scene.delete_at, scene.is_deleted,
      EXISTS (SELECT FROM videos origin WHERE origin.uuid = scene_media.origin_uuid
        AND origin.client_uuid = scene.client_uuid AND origin.trashed_at IS NULL AND NOT origin.is_deleted) AS has_video
    FROM scene_media JOIN videos scene ON scene.uuid = scene_media.video_uuid
    WHERE list_uuid = ${list.uuid} ORDER BY scene.uuid`.execute(db);
  const origins = await readOrigins(db, list.client_uuid, scenes);
  return {
    passwordHash: list.password_hash ?? joinPasswordHashes(scenes),
    startsAt: latestDate([list, ...scenes].map(({ starts_at }) => starts_at)),
    isClosed: scenes.some(
      ({ is_deleted, delete_at, has_video }) =>
        !has_video || is_deleted || (delete_at !== null && delete_at.getTime() <= Date.now()),
    ),
    ...(origins.length > 0 ? { origins } : {}),
  };
}

function joinPasswordHashes(scenes: readonly SceneRow[]): string | null {
  const hashes = new Set(scenes.map(({ password_hash }) => password_hash).filter((hash) => hash !== null));
  if (hashes.size === 0) return null;
  return hashes.size > MAX_PASSWORDS ? NO_PASSWORD_FITS : [...hashes].join(" ");
}

function latestDate(dates: readonly (Date | null)[]): string | null {
  const times = dates.flatMap((date) => date?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
}

/** Reads the settings of the videos, once if several have the same. */
async function readOrigins(
  db: Tx,
  clientUuid: string,
  scenes: readonly SceneRow[],
): Promise<DescribedRules[]> {
  const rows = await listVideoRules(
    db,
    clientUuid,
    scenes.map(({ uuid }) => uuid),
  );
  const described = rows.map((row) => describeRules(row));
  return [...new Map(described.map((rules) => [JSON.stringify(rules), rules])).values()];
}
