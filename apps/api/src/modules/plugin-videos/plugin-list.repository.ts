import type { PluginListQuery } from "@shoal/contract";
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { Tx } from "../../platform/database.ts";
import type { VideoStatsRow } from "../../platform/schema.ts";
import { whenFiguresAreLate } from "../figures/index.ts";
import { matching, orderOf, type PluginOrder } from "./plugin-list-conditions.ts";

interface Page {
  limit: number;
  offset: number;
}
interface PageSearch extends Page {
  clientUuid: string;
  conditions: RawBuilder<SqlBool>;
  order: PluginOrder;
}
/** As many matches are sorted; where they are more, an index is walked: see the lists of videos. */
const SORTED_MATCHES = 6_000;
/** The more of them the further behind the page lies: a walk there meets many others. */
const SORTED_PAGES = 8;

/** Pages of one client's media on other CDNs: the page is found by uuid first and read whole afterwards. */
export function createPluginListRepository(db: Tx, sortedMatches = SORTED_MATCHES) {
  return {
    async listPluginVideos(clientUuid: string, query: PluginListQuery, page: Page) {
      const conditions = matching(clientUuid, query);
      const search = { clientUuid, conditions, order: orderOf(query.sort), ...page };
      const atMost = Math.max(sortedMatches, SORTED_PAGES * (page.offset + page.limit));
      const { rows } = await findPage(search, atMost).execute(db);
      const { size, uuids } = rows[0] ?? { size: 0, uuids: [] };
      return { size, rows: await readPluginItems(db, clientUuid, uuids) };
    },
  };
}

/**
 * Finds the matches once, for their count and the page: to look through the words of 80,000 takes 25 ms.
 * @param atMost so many are sorted; where they are more, the index of the order is walked until the page is full.
 */
const findPage = (search: PageSearch, atMost: number) => sql<{ size: number; uuids: string[] }>`
  WITH found AS MATERIALIZED (
    SELECT count(*) AS size, array_agg(plugin_videos.uuid) AS matches FROM plugin_videos WHERE ${search.conditions}
  )
  SELECT size, CASE WHEN size <= ${atMost} THEN ARRAY(${sortMatches(search)})
    ELSE ARRAY(${search.order.isFigure ? walkFigures(search) : walkColumn(search)}) END AS uuids FROM found`;

const sortMatches = ({ order: { key, isFigure, direction }, limit, offset }: PageSearch) =>
  isFigure
    ? sql`SELECT video_uuid FROM video_stats WHERE video_uuid = ANY(found.matches)
        ORDER BY ${key} ${direction}, video_uuid ${direction} LIMIT ${limit} OFFSET ${offset}`
    : sql`SELECT uuid FROM plugin_videos WHERE uuid = ANY(found.matches)
        ORDER BY ${key} ${direction}, uuid ${direction} LIMIT ${limit} OFFSET ${offset}`;

const walkColumn = ({ conditions, order: { key, direction }, limit, offset }: PageSearch) => sql`
  SELECT plugin_videos.uuid FROM plugin_videos WHERE ${conditions}
  ORDER BY ${key} ${direction}, plugin_videos.uuid ${direction} LIMIT ${limit} OFFSET ${offset}`;

const walkFigures = ({ clientUuid, conditions, order, limit, offset }: PageSearch) => sql`
  SELECT plugin_videos.uuid FROM video_stats JOIN plugin_videos ON plugin_videos.uuid = video_stats.video_uuid
  WHERE video_stats.client_uuid = ${clientUuid} AND ${conditions}
  ORDER BY ${order.key} ${order.direction}, video_stats.video_uuid ${order.direction}
  LIMIT ${limit} OFFSET ${offset}`;

/** Media with their collection and figures, in the order asked for; missing ones and another client's are left out. */
export async function readPluginItems(db: Tx, clientUuid: string, uuids: readonly string[]) {
  const rows = await db
    .selectFrom("plugin_videos")
    .leftJoin("collections", (join) =>
      join
        .onRef("collections.uuid", "=", "plugin_videos.collection_uuid")
        .onRef("collections.client_uuid", "=", "plugin_videos.client_uuid"),
    )
    .leftJoin("video_stats", "video_stats.video_uuid", "plugin_videos.uuid")
    .select([
      ...(["plugin_videos.uuid", "plugin_videos.name", "title", "description", "tags", "is_hidden"] as const),
      ...(["plugin_videos.created_at", "last_reported_at", "version", "collection_uuid"] as const),
      ...(["plugin_videos.reported_at", "collections.name as collection_name"] as const),
    ])
    .select(sql<Selectable<VideoStatsRow> | null>`to_json(video_stats)`.as("stats"))
    .select(whenFiguresAreLate.as("figures_as_of"))
    .where("plugin_videos.client_uuid", "=", clientUuid)
    .where(sql<SqlBool>`plugin_videos.uuid = ANY(${uuids}::uuid[])`)
    .execute();
  const place = new Map(uuids.map((uuid, index) => [uuid, index]));
  return rows.sort((a, b) => (place.get(a.uuid) ?? 0) - (place.get(b.uuid) ?? 0));
}
export type PluginItemRow = Awaited<ReturnType<typeof readPluginItems>>[number];
