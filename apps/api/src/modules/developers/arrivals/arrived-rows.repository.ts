import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

const ROWS_PER_STATEMENT = 500;
/** The tables in which other clients may use the same uuids. */
const SHARED_UUID_TABLES = {
  videos: "videos",
  categories: "categories",
  collections: "collections",
  configs: "configs",
  exportLinks: "export_links",
  teams: "teams",
  projects: "projects",
  comments: "comments",
  attachments: "comment_attachments",
  rooms: "chat_rooms",
  messageFiles: "chat_files",
} as const;
export type ArrivedKind = keyof typeof SHARED_UUID_TABLES;
/** The kinds whose names are unique within a client. */
export type UniquelyNamedKind = "categories" | "collections" | "configs" | "teams";

export interface ArchivedPerson {
  uuid: string;
  username: string;
}

/** Creates the repository that writes the contents of an archive as objects of one client. */
export function createImportedRowsRepository(db: Tx, clientUuid: string) {
  return {
    /**
     * Lists which of these uuids the client already has, directly or from an earlier archive, and which are or were used by
     * other objects.
     */
    async listKnown(
      kind: ArrivedKind,
      uuids: readonly string[],
    ): Promise<{ here: Map<string, string>; taken: Set<string> }> {
      const table = sql.table(SHARED_UUID_TABLES[kind]);
      // If a client deleted a video and loads an archive that contains it, the video is restored.
      const isThere =
        kind === "videos" ? sql`trashed_at IS NULL AND NOT is_deleted AND kind = 'video'` : sql`true`;
      const { rows } = await sql<{ old: string; now: string | null; is_taken: boolean }>`
        SELECT old, coalesce(
            (SELECT uuid FROM ${table} WHERE uuid = (SELECT new_uuid FROM arrived_things
                WHERE client_uuid = ${clientUuid} AND kind = ${kind} AND old_uuid = old)
              AND client_uuid = ${clientUuid} AND ${isThere}),
            (SELECT uuid FROM ${table} WHERE uuid = old AND client_uuid = ${clientUuid} AND ${isThere})) AS now,
          EXISTS (SELECT FROM ${table} WHERE uuid = old)
            OR EXISTS (SELECT FROM gone_uuids WHERE uuid = old AND owner_uuid <> ${clientUuid}) AS is_taken
        FROM unnest(${[...uuids]}::uuid[]) AS old`.execute(db);
      return {
        here: new Map(rows.flatMap(({ old, now }) => (now === null ? [] : [[old, now]]))),
        taken: new Set(rows.flatMap(({ old, is_taken }) => (is_taken ? [old] : []))),
      };
    },

    async addThings(
      kind: ArrivedKind,
      arrivalUuid: string,
      rows: readonly { old_uuid: string; new_uuid: string; is_closed?: boolean }[],
    ): Promise<void> {
      for (let n = 0; n < rows.length; n += ROWS_PER_STATEMENT)
        await db
          .insertInto("arrived_things")
          .values(
            rows
              .slice(n, n + ROWS_PER_STATEMENT)
              .map((row) => ({ ...row, client_uuid: clientUuid, kind, arrival_uuid: arrivalUuid })),
          )
          .onConflict((conflict) =>
            conflict.columns(["client_uuid", "kind", "old_uuid"]).doUpdateSet({
              new_uuid: sql`excluded.new_uuid`,
              arrival_uuid: sql`excluded.arrival_uuid`,
              is_closed: sql`excluded.is_closed`,
            }),
          )
          .execute();
    },

    /** Lists the users of this client by their email addresses in lower case. */
    async listPeople(): Promise<Map<string, ArchivedPerson>> {
      const { rows } = await sql<ArchivedPerson & { email: string }>`
        SELECT uuid, username, lower(email) AS email FROM users WHERE client_uuid = ${clientUuid} AND email IS NOT NULL`.execute(
        db,
      );
      return new Map(rows.map(({ email, ...person }) => [email, person]));
    },

    /** Lists the uuids of the client's objects of a kind, by name in lower case. */
    async listNames(kind: UniquelyNamedKind): Promise<Map<string, string>> {
      const { rows } = await sql<{ uuid: string; name: string }>`
        SELECT uuid, lower(name) AS name FROM ${sql.table(SHARED_UUID_TABLES[kind])} WHERE client_uuid = ${clientUuid}`.execute(
        db,
      );
      return new Map(rows.map(({ uuid, name }) => [name, uuid]));
    },

    /** Whether the client has no other videos and no rules yet, so that client-wide rules would apply to these videos only. */
    async isFresh(coming: readonly string[]): Promise<boolean> {
      const { rows } = await sql<{ is_fresh: boolean }>`SELECT NOT EXISTS (
          SELECT FROM videos WHERE client_uuid = ${clientUuid} AND uuid <> ALL (${[...coming]}::uuid[]))
        AND NOT EXISTS (SELECT FROM plugin_videos WHERE client_uuid = ${clientUuid})
        AND NOT EXISTS (SELECT FROM client_rules WHERE client_uuid = ${clientUuid})
        AND NOT EXISTS (SELECT FROM client_authorizations WHERE client_uuid = ${clientUuid}) AS is_fresh`.execute(
        db,
      );
      return rows[0]?.is_fresh === true;
    },

    /** Adds rows with the client's uuid. @param rows all with the same columns. */
    async addRows(table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
      const [first] = rows;
      if (!first) return;
      const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
      for (let n = 0; n < rows.length; n += ROWS_PER_STATEMENT)
        await sql`INSERT INTO ${sql.table(table)} (client_uuid, ${columns})
          SELECT ${clientUuid}::uuid, ${columns}
          FROM jsonb_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(rows.slice(n, n + ROWS_PER_STATEMENT))}::jsonb)`.execute(
          db,
        );
    },

    /** Adds links between videos and categories, which have no client column because categories have one. */
    async addCategoriesOf(rows: readonly { video_uuid: string; category_uuid: string }[]): Promise<void> {
      if (rows.length === 0) return;
      await sql`INSERT INTO video_categories (video_uuid, category_uuid)
        SELECT link.video_uuid, link.category_uuid
        FROM jsonb_populate_recordset(NULL::video_categories, ${JSON.stringify(rows)}::jsonb) AS link
        JOIN videos ON videos.uuid = link.video_uuid AND videos.client_uuid = ${clientUuid}
        ON CONFLICT DO NOTHING`.execute(db);
    },

    /** Sets the columns that creating the videos does not set. Then the videos wait for their files. */
    async completeVideos(rows: readonly Record<string, unknown>[]): Promise<void> {
      await sql`UPDATE videos SET chapters = said.chapters, download = said.download, starts_at = said.starts_at,
          delete_at = said.delete_at, intro_modal = said.intro_modal, place = said.place, created_at = said.created_at, upload_feedback_at = now(),
          user_uuid = coalesce(said.user_uuid, videos.user_uuid)
        FROM jsonb_populate_recordset(NULL::videos, ${JSON.stringify(rows)}::jsonb) AS said
        WHERE videos.client_uuid = ${clientUuid} AND videos.uuid = said.uuid`.execute(db);
    },

    /** Finds the existing room of a team or project. */
    async findRoom(column: "team_uuid" | "project_uuid", value: string): Promise<string | undefined> {
      const { rows } = await sql<{ uuid: string }>`SELECT uuid FROM chat_rooms
        WHERE client_uuid = ${clientUuid} AND ${sql.ref(column)} = ${value}`.execute(db);
      return rows[0]?.uuid;
    },

    /** Sets the counts and dates of rooms, and marks the old messages as read for their members. */
    async settleRooms(
      rooms: readonly { uuid: string; count: number; createdAt: string; lastAt: string }[],
    ): Promise<void> {
      for (const { uuid, count, createdAt, lastAt } of rooms) {
        await sql`UPDATE chat_rooms SET seq = ${count}, last_position = ${count}, message_count = ${count},
            created_at = ${createdAt}, last_at = ${lastAt} WHERE uuid = ${uuid} AND client_uuid = ${clientUuid}`.execute(
          db,
        );
        await sql`SELECT sync_chat_room(uuid) FROM chat_rooms
          WHERE uuid = ${uuid} AND client_uuid = ${clientUuid} AND kind IN ('team', 'project')`.execute(db);
        await sql`UPDATE chat_members SET read_position = ${count}, mailed_position = ${count}
          WHERE room_uuid = ${uuid} AND client_uuid = ${clientUuid}`.execute(db);
      }
    },

    /** Deletes the news of projects, because old events are not news. */
    async dropNews(projectUuids: readonly string[]): Promise<void> {
      await sql`DELETE FROM project_events
        WHERE client_uuid = ${clientUuid} AND project_uuid = ANY (${[...projectUuids]}::uuid[])`.execute(db);
    },
  };
}
export type ImportedRowsRepository = ReturnType<typeof createImportedRowsRepository>;
