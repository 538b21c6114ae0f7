import type { QueryParams } from "./query-params.ts";

/** The rows of a client that may be read: all rows, or the rows of some videos. */
export interface ClientRows {
  clientUuid: string;
  videos: readonly string[] | "all";
}
/** The rows that may be read; "every" stands for all clients' rows, which only administrators can read. */
export type ReadableRows = "every" | readonly ClientRows[];

/**
 * Returns the condition for these rows. Both of its parts together match the tables' sort order.
 * @returns SQL that is never empty.
 */
export function rowsSql(rows: ReadableRows, params: QueryParams): string {
  if (rows === "every") return "1";
  if (rows.length === 0) return "0";
  const each = rows.map(({ clientUuid, videos }) => {
    const client = `client_uuid = ${params.add("String", clientUuid)}`;
    return videos === "all" ? client : `(${client} AND video_uuid IN ${params.add("Array(String)", videos)})`;
  });
  return each.length === 1 ? (each[0] ?? "0") : `(${each.join(" OR ")})`;
}
