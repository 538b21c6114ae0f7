import type { Updateable } from "kysely";
import { type SqlBool, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { VideoRulesRow } from "../../../platform/schema.ts";

/** Creates the repository of the rules of one client's videos; a video without a row has no rules. */
export function createVideoRulesRepository(db: Tx) {
  const ofClient = (clientUuid: string) =>
    db
      .selectFrom("video_rules")
      .leftJoin("collections", (join) =>
        join
          .onRef("collections.uuid", "=", "video_rules.collection_uuid")
          .onRef("collections.client_uuid", "=", "video_rules.client_uuid"),
      )
      .leftJoin("configs", (join) =>
        join
          .onRef("configs.uuid", "=", "video_rules.config_uuid")
          .onRef("configs.client_uuid", "=", "video_rules.client_uuid"),
      )
      .selectAll("video_rules")
      .select(["collections.name as collection_name", "collections.rules as collection_rules"])
      .select(["configs.name as config_name", "configs.rules as config_rules"])
      .select("configs.sites as config_sites")
      .where("video_rules.client_uuid", "=", clientUuid);
  return {
    /** Finds the rules of a video, its collection and its config. */
    findRules: (clientUuid: string, videoUuid: string) =>
      ofClient(clientUuid).where("video_rules.video_uuid", "=", videoUuid).executeTakeFirst(),

    /** Lists the rules of the videos that have settings, with those of their collections and configs. */
    listRules: (clientUuid: string, videoUuids: readonly string[]) =>
      ofClient(clientUuid).where(sql<SqlBool>`video_rules.video_uuid = ANY(${videoUuids}::uuid[])`).execute(),

    async saveRules(clientUuid: string, videoUuid: string, change: Updateable<VideoRulesRow>): Promise<void> {
      await db
        .insertInto("video_rules")
        .values({ ...change, client_uuid: clientUuid, video_uuid: videoUuid, revision: 1 })
        .onConflict((conflict) =>
          conflict
            .column("video_uuid")
            .doUpdateSet({ ...change, revision: sql<number>`video_rules.revision + 1` })
            .where("video_rules.client_uuid", "=", clientUuid),
        )
        .execute();
    },
  };
}
export type FullRulesRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof createVideoRulesRepository>["findRules"]>>
>;

/** Creates the repository of the default rules of clients. */
export function createClientRulesRepository(db: Tx) {
  return {
    findRules: (clientUuid: string) =>
      db.selectFrom("client_rules").selectAll().where("client_uuid", "=", clientUuid).executeTakeFirst(),

    async saveRules(
      clientUuid: string,
      change: { rules: string; time_zone?: string; is_indexed?: boolean },
    ): Promise<void> {
      await db
        .insertInto("client_rules")
        .values({ ...change, client_uuid: clientUuid, revision: 1 })
        .onConflict((conflict) =>
          conflict
            .column("client_uuid")
            .doUpdateSet({ ...change, revision: sql<number>`client_rules.revision + 1` }),
        )
        .execute();
    },
  };
}
