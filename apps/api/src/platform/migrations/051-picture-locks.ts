import { type Kysely, sql } from "kysely";

/**
 * Creates `picture_lock(uuid)`: 12 hexadecimal digits that change with each condition for watching a video: its password, its
 * start, its rules and those of its chosen collection and its config; for a scene list also the conditions of its scenes. The
 * picture addresses that the api signs and the descriptors that edges compare them with both use it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE FUNCTION picture_lock(watched uuid) RETURNS text LANGUAGE sql STABLE AS $$
      SELECT left(md5(coalesce(string_agg(jsonb_build_array(
        video.password_hash,
        extract(epoch FROM video.starts_at),
        coalesce(own.rules, '{}'),
        collection.rules,
        config.rules
      )::text, ' ' ORDER BY video.uuid), '')), 12)
      FROM videos video
      LEFT JOIN video_rules own ON own.video_uuid = video.uuid
      -- One that a page reported says nothing about who may watch.
      LEFT JOIN collections collection ON collection.uuid = own.collection_uuid AND own.reported_at IS NULL
      LEFT JOIN configs config ON config.uuid = own.config_uuid
      WHERE video.uuid = ANY(
        ARRAY(SELECT scene.video_uuid FROM scene_media scene WHERE scene.list_uuid = watched) || watched
      )
    $$`.execute(db);
}
