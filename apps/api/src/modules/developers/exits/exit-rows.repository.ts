import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { CLIENT_ROWS, type ExitTable } from "./exit-kinds.ts";

export interface ExitScope {
  clientUuid: string;
  snapshotAt: Date;
}

/** Creates the repository of the client's rows, each of which becomes a line of JSON. */
export function createExitRowsRepository(db: Tx, { clientUuid, snapshotAt }: ExitScope) {
  /** Returns the condition of a table with its parameters. */
  const conditionOf = ({ where = CLIENT_ROWS }: ExitTable): RawBuilder<unknown> =>
    sql.join(
      where.split(/(\$client|\$at)/).map((part) => {
        if (part === "$client") return sql`${clientUuid}::uuid`;
        return part === "$at" ? sql`${snapshotAt}::timestamptz` : sql.raw(part);
      }),
      sql.raw(""),
    );

  return {
    /** Reads lines. @param after the key of the previous line; "" at the start. */
    async readLines(
      kind: ExitTable,
      after: string,
      limit: number,
    ): Promise<{ key: string; line: Record<string, unknown> }[]> {
      const { table, key, columns, computed = {} } = kind;
      const pairs = [
        ...columns.flatMap((column) => [sql.lit(column), sql.raw(`row.${column}`)]),
        ...Object.entries(computed).flatMap(([name, value]) => [sql.lit(name), sql.raw(value)]),
      ];
      const keyOf = sql.raw(`(row.${key})::text`);
      const { rows } = await sql<{ key: string; line: Record<string, unknown> }>`
        SELECT ${keyOf} AS key, jsonb_build_object(${sql.join(pairs)}) AS line
        FROM ${sql.table(table)} AS row
        WHERE ${keyOf} COLLATE "C" > ${after} AND (${conditionOf(kind)})
        ORDER BY ${keyOf} COLLATE "C" LIMIT ${limit}`.execute(db);
      return rows;
    },

    /** Lists videos with their files and the available parts of their encoding. */
    async listMedia(after: string, limit: number) {
      const { rows } = await sql<{
        uuid: string;
        source: string;
        is_whole: boolean;
        tracks: {
          kind: "video" | "audio";
          indexObject: string;
          height: number | null;
          language: string | null;
          name: string | null;
        }[];
      }>`SELECT videos.uuid, coalesce(source_object, 'uploads/' || videos.uuid || '/source') AS source,
          coalesce(contiguous_chunks >= chunk_count, false) AS is_whole,
          CASE WHEN encodings.is_ended THEN encodings.tracks ELSE '[]' END AS tracks
        FROM videos LEFT JOIN encodings ON encodings.video_uuid = videos.uuid AND encodings.generation = videos.generation
        WHERE client_uuid = ${clientUuid} AND videos.created_at <= ${snapshotAt} AND kind = 'video'
          AND replaces_uuid IS NULL AND NOT is_deleted AND videos.uuid::text COLLATE "C" > ${after}
        ORDER BY videos.uuid::text COLLATE "C" LIMIT ${limit}`.execute(db);
      return rows;
    },
  };
}
export type ExitRowsRepository = ReturnType<typeof createExitRowsRepository>;
export type ExitMedia = Awaited<ReturnType<ExitRowsRepository["listMedia"]>>[number];
