import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { PLAYBACK_CHANNEL } from "../../../platform/playback-changes.ts";

/** Creates the repository with the steps of deleting a client in one transaction. The scheduled run applies them across all clients. */
export function createClientDeletionRepository(db: Tx) {
  const locked = (condition: RawBuilder<boolean>, isWaiting: boolean) => {
    const query = db
      .selectFrom("clients")
      .selectAll()
      .where(condition)
      .orderBy("deletion_at")
      .limit(1)
      .forUpdate();
    return (isWaiting ? query : query.skipLocked()).executeTakeFirst();
  };
  return {
    lockClient: (clientUuid: string) => locked(sql`uuid = ${clientUuid}`, true),

    /**
     * Locks the client whose scheduled deletion is due first, and skips one that another replica is deleting.
     * @param except clients that were already tried in this round.
     */
    lockNextDueForWork: (except: readonly string[]) =>
      locked(
        sql`data_to_delete AND deletion_at <= now() AND NOT uuid = ANY(${except}::uuid[]) AND NOT EXISTS (
          SELECT 1 FROM users WHERE users.client_uuid = clients.uuid AND 'admin' = ANY(users.roles))`,
        false,
      ),

    /** Whether an administrator of the platform belongs to this client. */
    async hasAdministrator(clientUuid: string): Promise<boolean> {
      const row = await db
        .selectFrom("users")
        .select("uuid")
        .where("client_uuid", "=", clientUuid)
        .where(sql<boolean>`'admin' = ANY(roles)`)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Raises the time limit of statements, because deleting a large library may take longer than a screen's queries. */
    async allowLongStatements(): Promise<void> {
      await sql`SET LOCAL statement_timeout = 0`.execute(db);
    },

    /**
     * Lists the folders of the client's recorded lives. Their rows are deleted with the videos, and those of deleted lives are
     * not below the folder of any video.
     */
    async listRecordings(clientUuid: string): Promise<string[]> {
      const rows = await db
        .selectFrom("live_archives")
        .select("folder")
        .where("client_uuid", "=", clientUuid)
        .execute();
      return rows.map(({ folder }) => folder);
    },

    /** Deletes every video of a client, and notifies the edges on commit. @returns their uuids. */
    async deleteVideos(clientUuid: string): Promise<string[]> {
      const { rows } = await sql<{ uuid: string }>`
        WITH gone AS (DELETE FROM videos WHERE client_uuid = ${clientUuid} RETURNING uuid),
        changes AS (
          INSERT INTO descriptor_changes (video_uuid, revision) SELECT uuid, 0 FROM gone RETURNING cursor, video_uuid
        )
        SELECT video_uuid AS uuid, pg_notify(${PLAYBACK_CHANNEL}, cursor || ':' || video_uuid || ':0:video') FROM changes
      `.execute(db);
      return rows.map(({ uuid }) => uuid);
    },

    /** Deletes the client with its users, sessions, lists and statistics; the log stays. */
    async deleteClient(clientUuid: string): Promise<void> {
      await db.deleteFrom("video_stats").where("client_uuid", "=", clientUuid).execute();
      await db.deleteFrom("users").where("client_uuid", "=", clientUuid).execute();
      await db.deleteFrom("clients").where("uuid", "=", clientUuid).execute();
      // Deleting the client's last videos leaves count rows, although they add up to zero.
      await db.deleteFrom("video_counts").where("client_uuid", "=", clientUuid).execute();
    },
  };
}
