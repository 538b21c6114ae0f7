import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { InheritedConditions } from "../../../platform/schema.ts";
import type { CopyOfVideo } from "../../media/videos/index.ts";

/**
 * Gives a copy the rules of its original: the original's own rules, collection and config. Settings made for the copy stay, so that
 * recreating the copy does not lift its restrictions. A setting that the copy only inherited before (`former`) follows the
 * original, and stays if the original no longer has it. The caller has locked the original.
 */
export async function inheritRules(
  tx: Tx,
  { clientUuid, uuid, originUuid }: CopyOfVideo,
  former?: InheritedConditions | null,
): Promise<void> {
  const formerRules = sql`${JSON.stringify(former?.rules ?? {})}::jsonb`;
  const followsCollection = sql`(excluded.collection_uuid IS NOT NULL
    AND video_rules.collection_uuid IS NOT DISTINCT FROM ${former?.collectionUuid ?? null}::uuid)`;
  const followsConfig = sql`(excluded.config_uuid IS NOT NULL
    AND video_rules.config_uuid IS NOT DISTINCT FROM ${former?.configUuid ?? null}::uuid)`;
  await sql`
    INSERT INTO video_rules (video_uuid, client_uuid, rules, collection_uuid, reported_at, config_uuid, revision)
    SELECT ${uuid}::uuid, client_uuid, rules, collection_uuid, reported_at, config_uuid, 1
    FROM video_rules WHERE video_uuid = ${originUuid} AND client_uuid = ${clientUuid}
    ON CONFLICT (video_uuid) DO UPDATE SET
      rules = excluded.rules || coalesce((
        SELECT jsonb_object_agg(own.key, own.value) FROM jsonb_each(video_rules.rules) AS own
        WHERE NOT jsonb_exists(excluded.rules, own.key) OR own.value IS DISTINCT FROM ${formerRules} -> own.key), '{}'),
      collection_uuid = CASE WHEN ${followsCollection} THEN excluded.collection_uuid
        ELSE coalesce(video_rules.collection_uuid, excluded.collection_uuid) END,
      reported_at = CASE WHEN ${followsCollection} OR video_rules.collection_uuid IS NULL THEN excluded.reported_at
        ELSE video_rules.reported_at END,
      config_uuid = CASE WHEN ${followsConfig} THEN excluded.config_uuid
        ELSE coalesce(video_rules.config_uuid, excluded.config_uuid) END,
      revision = video_rules.revision + 1`.execute(tx);
}

/** Blocks all viewers of a copy whose original was deleted or is in the trash. Its other rules stay. */
export async function refuseAllViewers(
  tx: Tx,
  { clientUuid, uuid }: Pick<CopyOfVideo, "clientUuid" | "uuid">,
): Promise<void> {
  const rules = JSON.stringify({ streaming: "refused" });
  await tx
    .insertInto("video_rules")
    .values({ video_uuid: uuid, client_uuid: clientUuid, rules, revision: 1 })
    .onConflict((conflict) =>
      conflict.column("video_uuid").doUpdateSet({
        rules: sql`video_rules.rules || excluded.rules`,
        revision: sql`video_rules.revision + 1`,
      }),
    )
    .execute();
}
