import { type Insertable, type SqlBool, sql, type Updateable } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { likeAnywhere } from "../../../platform/like.ts";
import { lockForAdding } from "../../../platform/lock-for-adding.ts";
import { recordPlaybackChanges } from "../../../platform/playback-changes.ts";
import type { ConfigRow } from "../../../platform/schema.ts";
import { touchVideosWith } from "./touch-videos.ts";

export interface Page {
  search: string | undefined;
  limit: number;
  offset: number;
}

/** Creates the repository of one client's configs; only `findForEdge` finds a config of any client by its key. */
export function createConfigsRepository(db: Tx) {
  const own = (clientUuid: string, search: string | undefined) => {
    const configs = db.selectFrom("configs").where("client_uuid", "=", clientUuid);
    const pattern = likeAnywhere(search ?? "");
    return search
      ? configs.where(
          sql<SqlBool>`(name ILIKE ${pattern} OR key::text ILIKE ${pattern} OR old_key::text ILIKE ${pattern})`,
        )
      : configs;
  };
  /** Notifies edges of each key, since each has a descriptor of its own. */
  const notifyKeys = (keys: readonly (string | null)[], revision: number) =>
    recordPlaybackChanges(
      db,
      "config",
      keys.flatMap((key) => (key === null ? [] : [{ uuid: key, revision }])),
    );
  async function countConfigs(clientUuid: string, search?: string): Promise<number> {
    const { count } = await own(clientUuid, search)
      .select(sql<number>`count(*)`.as("count"))
      .executeTakeFirstOrThrow();
    return count;
  }
  return {
    findConfig: (clientUuid: string, uuid: string) =>
      own(clientUuid, undefined).selectAll().where("uuid", "=", uuid).executeTakeFirst(),

    /** Checks that a config exists and prevents its deletion until the transaction ends, without blocking changes. */
    holdConfig: (clientUuid: string, uuid: string) =>
      own(clientUuid, undefined).select("uuid").where("uuid", "=", uuid).forKeyShare().executeTakeFirst(),

    lockConfig: (clientUuid: string, uuid: string) =>
      own(clientUuid, undefined).selectAll().where("uuid", "=", uuid).forNoKeyUpdate().executeTakeFirst(),

    /** Finds a config by its current key, or by the previous one while that is still valid. */
    findForEdge: (key: string) =>
      db
        .selectFrom("configs")
        .selectAll()
        .where((where) =>
          where.or([
            where("key", "=", key),
            where.and([where("old_key", "=", key), where("old_key_ends_at", ">", sql<Date>`now()`)]),
          ]),
        )
        .executeTakeFirst(),

    listRules: (clientUuid: string) => own(clientUuid, undefined).select(["uuid", "rules"]).execute(),

    listConfigs: (clientUuid: string, { search, limit, offset }: Page) =>
      own(clientUuid, search)
        .selectAll()
        .orderBy(sql`lower(name) COLLATE "fr-x-icu"`)
        .orderBy("uuid")
        .limit(limit)
        .offset(offset)
        .execute(),

    countConfigs,

    /** Counts the client's configs; other transactions that add one wait until this one ends. */
    async countForAdding(clientUuid: string): Promise<number> {
      await lockForAdding(db, clientUuid);
      return countConfigs(clientUuid);
    },

    addConfig: (config: Insertable<ConfigRow>) =>
      db.insertInto("configs").values(config).returningAll().executeTakeFirstOrThrow(),

    /** Saves a config, raises its revision, and notifies the edges, including about videos with this config. */
    async updateConfig(clientUuid: string, uuid: string, change: Updateable<ConfigRow>) {
      const row = await db
        .updateTable("configs")
        .set({ ...change, revision: sql<number>`revision + 1` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .returningAll()
        .executeTakeFirstOrThrow();
      await notifyKeys([row.key, row.old_key], row.revision);
      await touchVideosWith(db, clientUuid, { config_uuid: uuid });
      return row;
    },

    /** Replaces the key. The current key expires after the grace period, its predecessor immediately. Notifies the edges. */
    async replaceKey(clientUuid: string, uuid: string, { graceSec }: { graceSec: number }) {
      const before = await own(clientUuid, undefined)
        .select(["key", "old_key"])
        .where("uuid", "=", uuid)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!before) return undefined;
      const row = await db
        .updateTable("configs")
        .set({
          key: sql<string>`gen_random_uuid()`,
          old_key: before.key,
          old_key_ends_at: sql<Date>`now() + make_interval(secs => ${graceSec})`,
          revision: sql<number>`revision + 1`,
        })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .returningAll()
        .executeTakeFirstOrThrow();
      await notifyKeys([row.key, before.key, before.old_key], row.revision);
      return row;
    },

    /**
     * Deletes a config and notifies the edges. Its videos keep rules that neither they nor their collection set, so that a
     * video that the config restricted does not become open.
     * @returns whether the config existed.
     */
    async deleteConfig(clientUuid: string, uuid: string): Promise<boolean> {
      await touchVideosWith(db, clientUuid, { config_uuid: uuid });
      // A collection that a page reported sets rules for viewers of that page only.
      await sql`UPDATE video_rules SET revision = video_rules.revision + 1, rules = (
          configs.rules - coalesce((
            SELECT array_agg(rule) FROM collections, jsonb_object_keys(collections.rules) AS rule
            WHERE collections.uuid = video_rules.collection_uuid AND video_rules.reported_at IS NULL
          ), '{}')) || video_rules.rules
        FROM configs
        WHERE configs.client_uuid = ${clientUuid} AND configs.uuid = ${uuid} AND video_rules.config_uuid = configs.uuid
          AND video_rules.client_uuid = configs.client_uuid`.execute(db);
      const rows = await db
        .deleteFrom("configs")
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .returning(["key", "old_key"])
        .execute();
      for (const { key, old_key } of rows) await notifyKeys([key, old_key], 0);
      return rows.length > 0;
    },
  };
}
