import type { RuleSettings } from "@shoal/contract";
import { rulesKeptFrom } from "@shoal/domain";
import { type SqlBool, sql, type Updateable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { likeAnywhere } from "../../../platform/like.ts";
import { lockForAdding } from "../../../platform/lock-for-adding.ts";
import type { CollectionRow } from "../../../platform/schema.ts";
import { touchClient } from "../../accounts/clients/index.ts";
import type { Page } from "./configs.repository.ts";
import { lockVideosWith, touchPluginVideosIn, touchVideosWith } from "./touch-videos.ts";

/**
 * Creates the repository of one client's collections. Edges learn of each change through the collection's videos, and through the client,
 * which lists those with rules.
 */
export function createCollectionsRepository(db: Tx) {
  const own = (clientUuid: string, search?: string) => {
    const collections = db.selectFrom("collections").where("client_uuid", "=", clientUuid);
    return search ? collections.where(sql<SqlBool>`name ILIKE ${likeAnywhere(search)}`) : collections;
  };
  const withCounts = (clientUuid: string, search?: string) =>
    own(clientUuid, search)
      .selectAll()
      .select(
        sql<number>`(SELECT count(*) FROM video_rules v WHERE v.collection_uuid = collections.uuid)
          + (SELECT count(*) FROM plugin_videos p WHERE p.collection_uuid = collections.uuid)`.as(
          "video_count",
        ),
      );
  async function countCollections(clientUuid: string, search?: string): Promise<number> {
    const { count } = await own(clientUuid, search)
      .select(sql<number>`count(*)`.as("count"))
      .executeTakeFirstOrThrow();
    return count;
  }
  return {
    findCollection: (clientUuid: string, uuid: string) =>
      withCounts(clientUuid).where("uuid", "=", uuid).executeTakeFirst(),

    /** Checks that a collection exists and prevents its deletion until the transaction ends, without blocking changes. */
    holdCollection: (clientUuid: string, uuid: string) =>
      own(clientUuid).select("uuid").where("uuid", "=", uuid).forKeyShare().executeTakeFirst(),

    lockCollection: (clientUuid: string, uuid: string) =>
      own(clientUuid).selectAll().where("uuid", "=", uuid).forNoKeyUpdate().executeTakeFirst(),

    listCollections: (clientUuid: string, { search, limit, offset }: Page) =>
      withCounts(clientUuid, search)
        .orderBy(sql`lower(name) COLLATE "fr-x-icu"`)
        .orderBy("uuid")
        .limit(limit)
        .offset(offset)
        .execute(),

    countCollections,

    /** Counts the client's collections; other transactions that add one wait until this one ends. */
    async countForAdding(clientUuid: string): Promise<number> {
      await lockForAdding(db, clientUuid);
      return countCollections(clientUuid);
    },

    /** Lists the collections with rules, by name. */
    listWithRules: (clientUuid: string) =>
      own(clientUuid).select(["name", "rules"]).where(sql<SqlBool>`rules <> '{}'`).orderBy("name").execute(),

    async addCollection(clientUuid: string, name: string, rules: string): Promise<string> {
      const { uuid } = await db
        .insertInto("collections")
        .values({ client_uuid: clientUuid, name, rules })
        .returning("uuid")
        .executeTakeFirstOrThrow();
      await touchClient(db, clientUuid);
      return uuid;
    },

    async updateCollection(
      clientUuid: string,
      uuid: string,
      change: Updateable<CollectionRow>,
    ): Promise<void> {
      await db
        .updateTable("collections")
        // A collection that a user changed belongs to the client, even if a page named it first.
        .set({ ...change, is_reported: false, revision: sql<number>`revision + 1` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .execute();
      await touchVideosWith(db, clientUuid, { collection_uuid: uuid });
      await touchPluginVideosIn(db, clientUuid, uuid);
      await touchClient(db, clientUuid);
    },

    /**
     * Deletes the collection. Videos keep its rules where they set none themselves (§4); videos that a page reported in it keep
     * its peer rules only.
     */
    async deleteCollection(
      clientUuid: string,
      { uuid, rules }: { uuid: string; rules: RuleSettings },
    ): Promise<void> {
      const ofChosen = JSON.stringify(rules);
      const ofReported = JSON.stringify(rulesKeptFrom({ rules, reportedAtMs: 0 }));
      const inherited = sql`CASE WHEN reported_at IS NULL THEN ${ofChosen}::jsonb ELSE ${ofReported}::jsonb END`;
      await lockVideosWith(db, clientUuid, { collection_uuid: uuid });
      await sql`UPDATE video_rules SET rules = ${inherited} || rules, reported_at = NULL, revision = revision + 1
        WHERE client_uuid = ${clientUuid} AND collection_uuid = ${uuid}`.execute(db);
      await sql`UPDATE plugin_videos SET rules = ${inherited} || rules, reported_at = NULL
        WHERE client_uuid = ${clientUuid} AND collection_uuid = ${uuid}`.execute(db);
      await touchVideosWith(db, clientUuid, { collection_uuid: uuid });
      await touchPluginVideosIn(db, clientUuid, uuid);
      await db
        .deleteFrom("collections")
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .execute();
      await touchClient(db, clientUuid);
    },
  };
}
export type FullCollectionRow = NonNullable<
  Awaited<ReturnType<ReturnType<typeof createCollectionsRepository>["findCollection"]>>
>;
