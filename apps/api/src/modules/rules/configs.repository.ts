import { type Insertable, type SqlBool, sql, type Updateable } from "kysely";
import type { Tx } from "../../platform/database.ts";
import { likeAnywhere } from "../../platform/like.ts";
import { notePlaybackChanges } from "../../platform/playback-changes.ts";
import type { ConfigRow } from "../../platform/schema.ts";
import { touchVideosWith } from "./touch-videos.ts";

export interface Page {
  search: string | undefined;
  limit: number;
  offset: number;
}

/** Configs of one client; only `findForEdge` knows one by its key alone. */
export function createConfigsRepository(db: Tx) {
  const own = (clientUuid: string, search: string | undefined) => {
    const configs = db.selectFrom("configs").where("client_uuid", "=", clientUuid);
    const pattern = likeAnywhere(search ?? "");
    return search
      ? configs.where(sql<SqlBool>`(name ILIKE ${pattern} OR key::text ILIKE ${pattern})`)
      : configs;
  };
  return {
    findConfig: (clientUuid: string, uuid: string) =>
      own(clientUuid, undefined).selectAll().where("uuid", "=", uuid).executeTakeFirst(),

    /** Sees that it is there, and stays so until the transaction ends; who changes it does not wait. */
    holdConfig: (clientUuid: string, uuid: string) =>
      own(clientUuid, undefined).select("uuid").where("uuid", "=", uuid).forKeyShare().executeTakeFirst(),

    lockConfig: (clientUuid: string, uuid: string) =>
      own(clientUuid, undefined).selectAll().where("uuid", "=", uuid).forNoKeyUpdate().executeTakeFirst(),

    findForEdge: (key: string) =>
      db.selectFrom("configs").selectAll().where("key", "=", key).executeTakeFirst(),

    listConfigs: (clientUuid: string, { search, limit, offset }: Page) =>
      own(clientUuid, search)
        .selectAll()
        .orderBy(sql`lower(name) COLLATE "fr-x-icu"`)
        .orderBy("uuid")
        .limit(limit)
        .offset(offset)
        .execute(),

    async countConfigs(clientUuid: string, search: string | undefined): Promise<number> {
      const { count } = await own(clientUuid, search)
        .select(sql<number>`count(*)`.as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },

    addConfig: (config: Insertable<ConfigRow>) =>
      db.insertInto("configs").values(config).returningAll().executeTakeFirstOrThrow(),

    /** Writes, raises the revision and tells the edges, also of the videos with this config. */
    async updateConfig(clientUuid: string, uuid: string, change: Updateable<ConfigRow>) {
      const row = await db
        .updateTable("configs")
        .set({ ...change, revision: sql<number>`revision + 1` })
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .returningAll()
        .executeTakeFirstOrThrow();
      await notePlaybackChanges(db, "config", [{ uuid: row.key, revision: row.revision }]);
      await touchVideosWith(db, clientUuid, { config_uuid: uuid });
      return row;
    },

    /** Deletes and tells the edges. @returns whether there was one. */
    async deleteConfig(clientUuid: string, uuid: string): Promise<boolean> {
      await touchVideosWith(db, clientUuid, { config_uuid: uuid });
      const rows = await db
        .deleteFrom("configs")
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .returning("key")
        .execute();
      await notePlaybackChanges(
        db,
        "config",
        rows.map(({ key }) => ({ uuid: key, revision: 0 })),
      );
      return rows.length > 0;
    },
  };
}
