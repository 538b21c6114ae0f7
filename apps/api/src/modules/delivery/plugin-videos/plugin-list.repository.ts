import type { PluginListQuery } from "@shoal/contract";
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { VideoStatsRow } from "../../../platform/schema.ts";
import { staleFiguresTime } from "../../media/videos/index.ts";
import {
  canUseListIndex,
  orderOf,
  type PluginOrder,
  pluginListConditions,
} from "./plugin-list-conditions.ts";

interface Page {
  limit: number;
  offset: number;
}
interface PageSearch extends Page {
  clientUuid: string;
  conditions: RawBuilder<SqlBool>;
  /** Whether the list's index has every column that the query needs. */
  isInIndex: boolean;
  /** Whether the texts must be searched. */
  hasWords: boolean;
  order: PluginOrder;
}
/** The maximum number of matches that are sorted; beyond it, an index is walked, as in the lists of videos. */
const SORTED_MATCHES = 6_000;
/** Raises the limit for later pages, because an index walk to such a page passes many other media. */
const SORTED_PAGES = 8;

/**
 * Creates the repository that lists one client's media on other CDNs page by page. It finds the uuids of a page first, and then reads its
 * rows.
 */
export function createPluginListRepository(db: Tx, sortedMatches = SORTED_MATCHES) {
  return {
    async listPluginVideos(clientUuid: string, query: PluginListQuery, page: Page) {
      const conditions = pluginListConditions(clientUuid, query);
      const isInIndex = canUseListIndex(query);
      const hasWords = (query.search ?? "").trim() !== "";
      const search = { clientUuid, conditions, isInIndex, hasWords, order: orderOf(query.sort), ...page };
      const atMost = Math.max(sortedMatches, SORTED_PAGES * (page.offset + page.limit));
      const { rows } = await findPage(search, atMost).execute(db);
      const { size, uuids } = rows[0] ?? { size: 0, uuids: [] };
      return { size, rows: await readPluginItems(db, clientUuid, uuids) };
    },
  };
}

/**
 * Finds the matches once for both their count and the page, since searching the texts of 80,000 media takes 20 ms.
 * @param atMost the maximum number to sort; beyond it, the index of the order is walked until the page is full.
 */
const findPage = (search: PageSearch, atMost: number) =>
  search.isInIndex ? findInIndex(search, atMost) : findAnywhere(search, atMost);

type FoundPage = { size: number; uuids: string[] };

/**
 * Walks the list's index until there are more matches than can be sorted, and counts further matches from there. Collecting the uuids
 * of 80,000 media took longer than finding them: 60 of 80 ms.
 */
const findInIndex = (search: PageSearch, atMost: number) => sql<FoundPage>`
  WITH few AS MATERIALIZED (
    SELECT words_lower, uuid FROM plugin_videos WHERE ${search.conditions}
    ORDER BY words_lower, uuid LIMIT ${atMost + 1}
  ), found AS MATERIALIZED (SELECT count(*) AS size FROM few)
  SELECT CASE WHEN size <= ${atMost} THEN size ELSE (${countAll(search)}) END AS size,
    ${pageOf(search, atMost, sql`ARRAY(SELECT uuid FROM few)`)} AS uuids FROM found`;

/**
 * Counts all matches. A text search skips the matches that were already counted. Without a text search, all are counted again,
 * because comparing each of 80,000 with the last counted match takes longer than counting 6,000 twice.
 */
const countAll = (search: PageSearch) =>
  search.hasWords
    ? sql`SELECT size + (${countRest(search)})`
    : sql`SELECT count(*) FROM plugin_videos WHERE ${search.conditions}`;

const countRest = ({ conditions }: PageSearch) => sql`
  SELECT count(*) FROM plugin_videos WHERE ${conditions} AND (plugin_videos.words_lower, plugin_videos.uuid) >
    (SELECT words_lower, uuid FROM few ORDER BY words_lower DESC, uuid DESC LIMIT 1)`;

const findAnywhere = (search: PageSearch, atMost: number) => sql<FoundPage>`
  WITH found AS MATERIALIZED (
    SELECT count(*) AS size, array_agg(plugin_videos.uuid) AS matches FROM plugin_videos WHERE ${search.conditions}
  )
  SELECT size, ${pageOf(search, atMost, sql`found.matches`)} AS uuids FROM found`;

/** @param matches an array, because the planner uses the index of uuids for an array of any estimated length. */
const pageOf = (search: PageSearch, atMost: number, matches: RawBuilder<unknown>) => sql`
  CASE WHEN size <= ${atMost} THEN ARRAY(${sortMatches(search, matches)})
    ELSE ARRAY(${search.order.isFigure ? walkFigureIndex(search) : walkColumnIndex(search)}) END`;

const sortMatches = (
  { order: { key, isFigure, direction }, limit, offset }: PageSearch,
  matches: RawBuilder<unknown>,
) =>
  isFigure
    ? sql`SELECT video_uuid FROM video_stats WHERE video_uuid = ANY(${matches})
        ORDER BY ${key} ${direction}, video_uuid ${direction} LIMIT ${limit} OFFSET ${offset}`
    : sql`SELECT uuid FROM plugin_videos WHERE uuid = ANY(${matches})
        ORDER BY ${key} ${direction}, uuid ${direction} LIMIT ${limit} OFFSET ${offset}`;

const walkColumnIndex = ({ conditions, order: { key, direction }, limit, offset }: PageSearch) => sql`
  SELECT plugin_videos.uuid FROM plugin_videos WHERE ${conditions}
  ORDER BY ${key} ${direction}, plugin_videos.uuid ${direction} LIMIT ${limit} OFFSET ${offset}`;

const walkFigureIndex = ({ clientUuid, conditions, order, limit, offset }: PageSearch) => sql`
  SELECT plugin_videos.uuid FROM video_stats JOIN plugin_videos ON plugin_videos.uuid = video_stats.video_uuid
  WHERE video_stats.client_uuid = ${clientUuid} AND ${conditions}
  ORDER BY ${order.key} ${order.direction}, video_stats.video_uuid ${order.direction}
  LIMIT ${limit} OFFSET ${offset}`;

/** Reads media with their collection and figures, in the requested order; omits missing media and other clients' media. */
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
    .select(staleFiguresTime.as("figures_as_of"))
    .where("plugin_videos.client_uuid", "=", clientUuid)
    .where(sql<SqlBool>`plugin_videos.uuid = ANY(${uuids}::uuid[])`)
    .execute();
  const rankByUuid = new Map(uuids.map((uuid, index) => [uuid, index]));
  return rows.sort((a, b) => (rankByUuid.get(a.uuid) ?? 0) - (rankByUuid.get(b.uuid) ?? 0));
}
export type PluginItemRow = Awaited<ReturnType<typeof readPluginItems>>[number];
