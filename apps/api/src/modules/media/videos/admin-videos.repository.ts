import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

/** Creates the repository of the videos of every client, for platform administrators only. */
export function createAdminVideosRepository(db: Tx) {
  return {
    /** Finds the client of a video that is not in the trash. */
    findClientOf: (uuid: string) =>
      db
        .selectFrom("videos")
        .innerJoin("clients", "clients.uuid", "videos.client_uuid")
        .select(["clients.uuid", "clients.name"])
        .where("videos.uuid", "=", uuid)
        .where("videos.trashed_at", "is", null)
        .executeTakeFirst(),

    findUser: (clientUuid: string, username: string) =>
      db
        .selectFrom("users")
        .select("uuid")
        .where("client_uuid", "=", clientUuid)
        .where(sql<boolean>`lower(username) = lower(${username})`)
        .executeTakeFirst(),
  };
}
