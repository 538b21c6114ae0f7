import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/** Reads the titles of media that edges identify by uuid, across all clients, for administrators only. */
export function createRoomNamesRepository(db: Tx) {
  return {
    async listTitles(uuids: readonly string[]): Promise<Map<string, string>> {
      const rows = await db
        .selectFrom("videos")
        .select(["uuid", "title"])
        .where(sql<boolean>`uuid = ANY(${uuids}::uuid[])`)
        .execute();
      return new Map(rows.map(({ uuid, title }) => [uuid, title]));
    },

    async listClientNames(uuids: readonly string[]): Promise<Map<string, string>> {
      const rows = await db
        .selectFrom("clients")
        .select(["uuid", "name"])
        .where(sql<boolean>`uuid = ANY(${uuids}::uuid[])`)
        .execute();
      return new Map(rows.map(({ uuid, name }) => [uuid, name]));
    },
  };
}
