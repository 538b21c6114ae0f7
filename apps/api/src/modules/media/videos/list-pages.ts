import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ListOrder } from "./list-order.ts";

/** A page of one client's videos that meet conditions on `videos`. */
export interface PageSearch {
  clientUuid: string;
  conditions: RawBuilder<SqlBool>;
  order: ListOrder;
  limit: number;
  offset: number;
}

/**
 * Finds the uuids of a page among many matches by walking indexes in order until the page is full. Equal keys are ordered by
 * uuid, in the direction of the key, so that each index can be walked both ways.
 */
export function pageInOrder(search: PageSearch): RawBuilder<{ uuid: string }> {
  switch (search.order.kind) {
    case "column":
    case "tags":
      return columnPage(search);
    case "figure":
      return figurePage(search);
    case "author":
      return authorPage(search);
    case "sparse":
      return sparsePage(search, search.order.isThere);
  }
}

const columnPage = ({ conditions, order, limit, offset }: PageSearch) => sql<{ uuid: string }>`
  SELECT videos.uuid FROM videos WHERE ${conditions}
  ORDER BY ${order.key} ${order.direction}, videos.uuid ${order.direction} LIMIT ${limit} OFFSET ${offset}`;

const figurePage = ({ clientUuid, conditions, order, limit, offset }: PageSearch) => sql<{ uuid: string }>`
  SELECT videos.uuid FROM video_stats JOIN videos ON videos.uuid = video_stats.video_uuid
  WHERE video_stats.client_uuid = ${clientUuid} AND ${order.within} AND ${conditions}
  ORDER BY ${order.key} ${order.direction}, video_stats.video_uuid ${order.direction}
  LIMIT ${limit} OFFSET ${offset}`;

/** Lists first the videos with a key, sorted by it, and then the videos without a key. Each part has its own index. */
const sparsePage = ({ conditions, order, limit, offset }: PageSearch, isThere: RawBuilder<SqlBool>) =>
  sql<{ uuid: string }>`
    SELECT uuid FROM (
      (SELECT 1 AS part, videos.uuid, ${order.key} AS key FROM videos WHERE ${conditions} AND ${isThere}
        ORDER BY ${order.key} ${order.direction}, videos.uuid ${order.direction} LIMIT ${offset + limit})
      UNION ALL
      (SELECT 2 AS part, videos.uuid, NULL AS key FROM videos WHERE ${conditions} AND NOT ${isThere}
        ORDER BY videos.uuid ${order.direction} LIMIT ${offset + limit})
    ) AS parts ORDER BY part, key ${order.direction}, uuid ${order.direction} LIMIT ${limit} OFFSET ${offset}`;

/** Lists videos user by user. The recursion jumps from one user with videos to the next. */
const authorPage = ({ clientUuid, conditions, order, limit, offset }: PageSearch) => sql<{ uuid: string }>`
  WITH RECURSIVE makers AS (
    (SELECT user_uuid AS uuid FROM videos
      WHERE client_uuid = ${clientUuid} AND trashed_at IS NULL AND kind = 'video' AND user_uuid IS NOT NULL
        ORDER BY user_uuid LIMIT 1)
    UNION ALL
    SELECT (SELECT user_uuid FROM videos
      WHERE client_uuid = ${clientUuid} AND trashed_at IS NULL AND kind = 'video' AND user_uuid > makers.uuid
        ORDER BY user_uuid LIMIT 1)
    FROM makers WHERE makers.uuid IS NOT NULL
  )
  SELECT uuid FROM (
    (SELECT users.username, part.uuid FROM makers JOIN users USING (uuid) CROSS JOIN LATERAL (
      SELECT videos.uuid FROM videos WHERE ${conditions} AND videos.user_uuid = makers.uuid
      ORDER BY videos.uuid ${order.direction} LIMIT ${offset + limit}
    ) AS part)
    UNION ALL
    (SELECT NULL, videos.uuid FROM videos WHERE ${conditions} AND videos.user_uuid IS NULL
      ORDER BY videos.uuid ${order.direction} LIMIT ${offset + limit})
  ) AS parts ORDER BY username ${order.direction} NULLS LAST, uuid ${order.direction} LIMIT ${limit} OFFSET ${offset}`;
