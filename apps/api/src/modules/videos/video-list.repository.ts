import { type Selectable, sql } from "kysely";
import type { Tx } from "../../platform/database.ts";
import { prepareQuery } from "../../platform/prepared.ts";
import type { VideoStatsRow } from "../../platform/schema.ts";
import { matching, type VideoQuery } from "./list-conditions.ts";
import { orderOf } from "./list-order.ts";
import { pageAmongMatches, pageInOrder } from "./list-pages.ts";

export interface Page {
  limit: number;
  offset: number;
}

/** As many as this are found at once, for the count and the page. */
const FEW_MATCHES = 2_000;
/** From this number of matches on, finding them again is cheaper than keeping them. */
const MANY_MATCHES = 20_000;
/** A walk in order meets other videos between the matches: it pays while the page is this small a part of them. */
const WALKED_SHARE = 0.05;

/**
 * Pages of one client's videos. The page is found by uuid first and read whole afterwards: sorts stay narrow. How it is
 * found depends on how many videos match, so that 100,000 videos take no longer than an index alone needs.
 */
export function createVideoListRepository(db: Tx) {
  async function countVideos(clientUuid: string, query: VideoQuery): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM videos WHERE ${matching(clientUuid, query)}`.execute(db);
    return rows[0]?.count ?? 0;
  }

  /** How many matches the planner expects. */
  async function estimateMatches(clientUuid: string, query: VideoQuery): Promise<number> {
    const { rows } = await sql<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>`
      EXPLAIN (FORMAT JSON) SELECT uuid FROM videos WHERE ${matching(clientUuid, query)}`.execute(db);
    return rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
  }

  async function find(clientUuid: string, query: VideoQuery, page: Page) {
    const conditions = matching(clientUuid, query);
    const search = { clientUuid, conditions, order: orderOf(query), ...page };
    const expected = await estimateMatches(clientUuid, query);
    // The planner errs where conditions depend on one another; a walk that waits for matches in vain reads everything.
    const size = expected > FEW_MATCHES ? await countVideos(clientUuid, query) : undefined;
    const isPageThere = size === undefined || page.offset < size;
    if (!isPageThere) return { size, uuids: [] };
    if (size !== undefined && (size > MANY_MATCHES || page.offset + page.limit < size * WALKED_SHARE)) {
      const { rows } = await pageInOrder(search).execute(db);
      return { size, uuids: rows.map(({ uuid }) => uuid) };
    }
    const { rows } = await pageAmongMatches(search).execute(db);
    return rows[0] ?? { size: 0, uuids: [] };
  }

  return {
    countVideos,
    async listVideos(clientUuid: string, query: VideoQuery, page: Page) {
      const { size, uuids } = await find(clientUuid, query, page);
      return { size, rows: await readVideos(db, clientUuid, uuids) };
    },
  };
}
export type VideoListRepository = ReturnType<typeof createVideoListRepository>;

/**
 * Videos with their author, current encoding and figures, in the order asked for; missing ones are left out.
 * @param clientUuid videos of another client are left out too.
 */
export async function readVideos(db: Tx, clientUuid: string, uuids: string[]) {
  if (uuids.length === 0) return [];
  const rows = await findVideos(db, { clientUuid, uuids });
  const place = new Map(uuids.map((uuid, index) => [uuid, index]));
  return rows.sort((a, b) => (place.get(a.uuid) ?? 0) - (place.get(b.uuid) ?? 0));
}

const findVideos = prepareQuery((db, p: { clientUuid: string; uuids: string[] }) =>
  db
    .selectFrom("videos")
    .leftJoin("users", "users.uuid", "videos.user_uuid")
    .leftJoin("video_stats", "video_stats.video_uuid", "videos.uuid")
    .leftJoin("encodings", (join) =>
      join
        .onRef("encodings.video_uuid", "=", "videos.uuid")
        .onRef("encodings.generation", "=", "videos.generation"),
    )
    .selectAll("videos")
    .select(["users.username", "encodings.tracks", "encodings.thumbnail_object"])
    .select(sql<Selectable<VideoStatsRow> | null>`to_json(video_stats)`.as("stats"))
    .select([
      sql<
        string[]
      >`ARRAY(SELECT category_uuid FROM video_categories AS label WHERE label.video_uuid = videos.uuid)`.as(
        "categories",
      ),
      sql<number>`(SELECT count(*) FROM videos AS child WHERE child.client_uuid = videos.client_uuid
        AND child.origin_uuid = videos.uuid AND child.trashed_at IS NULL)`.as("children"),
    ])
    .where("videos.client_uuid", "=", p.clientUuid)
    .where(sql<boolean>`videos.uuid = ANY(${p.uuids}::uuid[])`),
);
export type FullVideoRow = Awaited<ReturnType<typeof readVideos>>[number];
