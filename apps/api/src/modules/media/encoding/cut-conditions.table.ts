import { sql } from "kysely";
import { migrationOf } from "../../../platform/work-notifications.ts";

export const cutConditionColumns = migrationOf([
  sql`ALTER TABLE cuts ADD COLUMN inherited jsonb`,
  // Conditions of existing cuts that still equal the origin's conditions count as inherited; for all others it is unknown.
  sql`UPDATE cuts SET inherited = jsonb_build_object(
      'passwordHash', CASE WHEN cut.password_hash = origin.password_hash THEN origin.password_hash END,
      'rules', coalesce((
        SELECT jsonb_object_agg(own.key, own.value) FROM jsonb_each(cut_rules.rules) AS own
        WHERE own.value = origin_rules.rules -> own.key), '{}'),
      'collectionUuid', CASE WHEN cut_rules.collection_uuid = origin_rules.collection_uuid
        THEN origin_rules.collection_uuid END,
      'configUuid', CASE WHEN cut_rules.config_uuid = origin_rules.config_uuid THEN origin_rules.config_uuid END)
    FROM videos cut
      LEFT JOIN video_rules cut_rules ON cut_rules.video_uuid = cut.uuid,
      videos origin
      LEFT JOIN video_rules origin_rules ON origin_rules.video_uuid = origin.uuid
    WHERE cut.uuid = cuts.video_uuid AND origin.uuid = cuts.origin_uuid`,
]);
