import { type Kysely, sql } from "kysely";

/** The type of the audit log entry about this migration, with the number for each client. */
export const INHERITED_ACCESS_ENTRY = "upgrade: inherited access";

/** The maximum number of passes over copies of copies: each pass resolves one more level. */
const MAX_PASSES = 100;

/** Gives copies without a password the password of their origin. */
const PASSWORDS = sql`
  UPDATE videos copy SET password_hash = origin.password_hash
  FROM videos origin
  WHERE origin.uuid = copy.origin_uuid AND origin.client_uuid = copy.client_uuid AND copy.kind = 'video'
    AND copy.password_hash IS NULL AND origin.password_hash IS NOT NULL
  RETURNING copy.uuid`;
/** Copies missing rules from the origin; rules that a copy has stay. */
const RULES = sql`
  INSERT INTO video_rules AS own (video_uuid, client_uuid, rules, collection_uuid, reported_at, config_uuid, revision)
  SELECT copy.uuid, copy.client_uuid, of.rules, of.collection_uuid, of.reported_at, of.config_uuid, 1
  FROM videos copy JOIN video_rules of ON of.video_uuid = copy.origin_uuid AND of.client_uuid = copy.client_uuid
  WHERE copy.kind = 'video'
    AND (of.rules <> '{}' OR of.collection_uuid IS NOT NULL OR of.config_uuid IS NOT NULL)
  ORDER BY copy.uuid
  ON CONFLICT (video_uuid) DO UPDATE SET
    rules = excluded.rules || own.rules,
    collection_uuid = coalesce(own.collection_uuid, excluded.collection_uuid),
    reported_at = CASE WHEN own.collection_uuid IS NULL THEN excluded.reported_at ELSE own.reported_at END,
    config_uuid = coalesce(own.config_uuid, excluded.config_uuid),
    revision = own.revision + 1
  WHERE excluded.rules || own.rules <> own.rules
    OR own.collection_uuid IS NULL AND excluded.collection_uuid IS NOT NULL
    OR own.config_uuid IS NULL AND excluded.config_uuid IS NOT NULL
  RETURNING video_uuid AS uuid`;

/** A scene keeps the conditions of its video: its list applies the strictest. */
const SCENES = [
  sql`UPDATE videos scene SET password_hash = origin.password_hash, starts_at = origin.starts_at,
      delete_at = origin.delete_at
    FROM scene_media JOIN videos origin ON origin.uuid = scene_media.origin_uuid
    WHERE scene.uuid = scene_media.video_uuid AND origin.client_uuid = scene.client_uuid`,
  sql`INSERT INTO video_rules (video_uuid, client_uuid, rules, collection_uuid, reported_at, config_uuid, revision)
    SELECT scene_media.video_uuid, of.client_uuid, of.rules, of.collection_uuid, of.reported_at, of.config_uuid, 1
    FROM scene_media JOIN video_rules of ON of.video_uuid = scene_media.origin_uuid
    ON CONFLICT (video_uuid) DO UPDATE SET rules = excluded.rules, collection_uuid = excluded.collection_uuid,
      reported_at = excluded.reported_at, config_uuid = excluded.config_uuid`,
];
/** Selects unrestricted lists with a scene of a restricted video. */
const LISTS = sql`
  SELECT DISTINCT list_uuid AS uuid FROM scene_media
  JOIN videos scene ON scene.uuid = scene_media.video_uuid
  JOIN videos list ON list.uuid = list_uuid
  LEFT JOIN video_rules rules ON rules.video_uuid = scene.uuid
  WHERE scene.password_hash IS NOT NULL AND list.password_hash IS NULL OR scene.starts_at > now()
    OR scene.delete_at <= now() OR rules.rules <> '{}' OR rules.collection_uuid IS NOT NULL
    OR rules.config_uuid IS NOT NULL`;

/**
 * Archives, cuts and clips had the password of their origin but not its rules; scene lists had neither. They get the current
 * conditions of their origin, unless people set other conditions. Dates of archives and cuts stay, since the next start of a live
 * is not the start of an earlier recording.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX scene_media_origin ON scene_media (origin_uuid)`.execute(db);
  const mended = new Set<string>();
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const found = [...(await idsOf(db, PASSWORDS)), ...(await idsOf(db, RULES))];
    if (found.length === 0) break;
    for (const uuid of found) mended.add(uuid);
  }
  for (const statement of SCENES) await statement.execute(db);
  for (const uuid of await idsOf(db, LISTS)) mended.add(uuid);
  await tell(db, [...mended]);
}

async function idsOf(db: Kysely<unknown>, statement: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await statement.execute(db);
  return rows.map((row) => (row as { uuid: string }).uuid);
}

/** Notifies edges, which have older rules, and readers of a client's audit log. */
async function tell(db: Kysely<unknown>, uuids: readonly string[]): Promise<void> {
  await sql`
    WITH touched AS (
      UPDATE videos SET revision = revision + 1 WHERE uuid = ANY(${uuids}::uuid[]) RETURNING uuid, revision
    ), changes AS (
      INSERT INTO descriptor_changes (kind, video_uuid, revision) SELECT 'video', uuid, revision FROM touched
      RETURNING cursor, video_uuid, revision
    )
    SELECT pg_notify('shoal_playback', cursor || ':' || video_uuid || ':' || revision || ':video') FROM changes`.execute(
    db,
  );
  await sql`
    INSERT INTO logs (client_uuid, client_name, type, target, status)
    SELECT clients.uuid, clients.name, ${INHERITED_ACCESS_ENTRY}, count(*)::text, 200
    FROM videos JOIN clients ON clients.uuid = client_uuid WHERE videos.uuid = ANY(${uuids}::uuid[])
    GROUP BY clients.uuid, clients.name`.execute(db);
}
