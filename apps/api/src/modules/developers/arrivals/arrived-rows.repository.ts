import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

const ROWS_AT_ONCE = 500;
/** Where uuids may be taken by somebody else's things. */
const TABLES = {
  videos: "videos",
  categories: "categories",
  configs: "configs",
  exportLinks: "export_links",
  projects: "projects",
  comments: "comments",
  attachments: "comment_attachments",
} as const;
export type ArrivedKind = keyof typeof TABLES;

/** Writes what an archive holds as things of one client. */
export function createArrivedRowsRepository(db: Tx, clientUuid: string) {
  return {
    /** Which of these uuids something here has already, of whichever client. */
    async listTaken(kind: ArrivedKind, uuids: readonly string[]): Promise<Set<string>> {
      const { rows } = await sql<{ uuid: string }>`SELECT uuid FROM ${sql.table(TABLES[kind])}
        WHERE uuid = ANY (${[...uuids]}::uuid[])`.execute(db);
      return new Set(rows.map(({ uuid }) => uuid));
    },

    /** People of this client, by their addresses in lower case. */
    async listPeople(): Promise<Map<string, string>> {
      const { rows } = await sql<{ uuid: string; email: string }>`
        SELECT uuid, lower(email) AS email FROM users WHERE client_uuid = ${clientUuid} AND email IS NOT NULL`.execute(
        db,
      );
      return new Map(rows.map(({ uuid, email }) => [email, uuid]));
    },

    /** Each row with the client's uuid. @param rows all with the same columns. */
    async addRows(table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
      const [first] = rows;
      if (!first) return;
      const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
      for (let n = 0; n < rows.length; n += ROWS_AT_ONCE)
        await sql`INSERT INTO ${sql.table(table)} (client_uuid, ${columns})
          SELECT ${clientUuid}::uuid, ${columns}
          FROM jsonb_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(rows.slice(n, n + ROWS_AT_ONCE))}::jsonb)`.execute(
          db,
        );
    },

    /** Categories have the client, so that their links need none. */
    async addCategoriesOf(rows: readonly { video_uuid: string; category_uuid: string }[]): Promise<void> {
      if (rows.length === 0) return;
      await sql`INSERT INTO video_categories (video_uuid, category_uuid)
        SELECT link.video_uuid, link.category_uuid
        FROM jsonb_populate_recordset(NULL::video_categories, ${JSON.stringify(rows)}::jsonb) AS link
        JOIN videos ON videos.uuid = link.video_uuid AND videos.client_uuid = ${clientUuid}
        ON CONFLICT DO NOTHING`.execute(db);
    },

    /** What making them did not take, of videos that were just made. */
    async completeVideos(rows: readonly Record<string, unknown>[]): Promise<void> {
      await sql`UPDATE videos SET chapters = said.chapters, download = said.download, starts_at = said.starts_at,
          created_at = said.created_at, user_uuid = coalesce(said.user_uuid, videos.user_uuid)
        FROM jsonb_populate_recordset(NULL::videos, ${JSON.stringify(rows)}::jsonb) AS said
        WHERE videos.client_uuid = ${clientUuid} AND videos.uuid = said.uuid`.execute(db);
    },

    /** What is old is no news. */
    async dropNews(projectUuids: readonly string[]): Promise<void> {
      await sql`DELETE FROM project_events
        WHERE client_uuid = ${clientUuid} AND project_uuid = ANY (${[...projectUuids]}::uuid[])`.execute(db);
    },
  };
}
