import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ListOrder } from "./list-order.ts";
import { type PageSearch, pageInOrder } from "./list-pages.ts";

/** The page of a search and the number of its matches. If there are too many, there is no page and `size` is incomplete. */
export interface FoundMatches {
  size: number;
  uuids: string[] | null;
}

/**
 * Finds the matches once for their count and the page, which is best if few of the videos match.
 * @param atMost the maximum number of matches; beyond it, there is no page.
 */
export const pageAmongMatches = (search: PageSearch, atMost: number) => sql<FoundMatches>`
    WITH matches AS MATERIALIZED (
      SELECT videos.uuid, ${sortKeySql(search.order)} AS found FROM videos WHERE ${search.conditions} LIMIT ${atMost + 1}
    ), counted AS MATERIALIZED (SELECT count(*) AS size FROM matches)
    SELECT size, CASE WHEN size <= ${atMost} THEN ${pageOf(search)} END AS uuids FROM counted`;

/**
 * Walks the index of the sort order until the page is full, checking the search conditions for each video on the way.
 * @param size the number of matches.
 */
export const pageAndSize = (search: PageSearch, size: RawBuilder<number>) => sql<{
  size: number;
  uuids: string[];
}>`
  SELECT ${size} AS size, ARRAY(${pageInOrder(search)}) AS uuids`;

/** Counts the videos that meet the conditions. */
export const countOf = (conditions: RawBuilder<SqlBool>) =>
  sql<number>`(SELECT count(*) FROM videos WHERE ${conditions})`;

/** Selects the sort key from the list's index. It is kept for each match in addition to the uuid. */
function sortKeySql(order: ListOrder): RawBuilder<unknown> {
  switch (order.kind) {
    case "column":
      return order.key;
    case "author":
      return sql.ref("videos.user_uuid");
    case "sparse":
      return order.isPossible ?? order.key;
    case "tags":
    case "figure":
      return sql`NULL`;
  }
}

function pageOf(search: PageSearch): RawBuilder<string[]> {
  switch (search.order.kind) {
    case "column":
      return sortMatches(search, sql.ref("matches.found"));
    case "author":
      return sortMatches(
        search,
        sql.ref("users.username"),
        sql`LEFT JOIN users ON users.uuid = matches.found`,
      );
    case "sparse":
      return sortMatches(
        search,
        search.order.isPossible
          ? sql`CASE WHEN matches.found THEN ${keyOfVideo(search.order)} END`
          : sql.ref("matches.found"),
      );
    case "tags":
      return sortOrWalk(search, sortMatches(search, keyOfVideo(search.order)), walkTagIndex(search));
    case "figure":
      return sortOrWalk(
        search,
        sortMatches(search, sql.ref("figures.key"), joinFigures(search.order)),
        walkFigureIndex(search),
      );
  }
}

const keyOfVideo = ({ key }: ListOrder) => sql`(SELECT ${key} FROM videos WHERE videos.uuid = matches.uuid)`;

const sortMatches = (
  { order: { direction }, limit, offset }: PageSearch,
  key: RawBuilder<unknown>,
  joined = sql``,
): RawBuilder<string[]> => sql`ARRAY(
      SELECT matches.uuid FROM matches ${joined}
      ORDER BY ${key} ${direction} NULLS LAST, matches.uuid ${direction} LIMIT ${limit} OFFSET ${offset})`;

/**
 * Joins the figures of the matches in a single scan. When they were joined within the search, the planner read every figure of the
 * client, which took 10 ms instead of 2 for 650 matches. Reading the figures one by one took half as long again.
 */
const joinFigures = ({ key }: ListOrder) => sql`
  LEFT JOIN (
    SELECT video_uuid, ${key} AS key FROM video_stats WHERE video_uuid = ANY(ARRAY(SELECT uuid FROM matches))
  ) AS figures ON figures.video_uuid = matches.uuid`;

/**
 * The number of matches from which keys that need a lookup are found by walking an index in order until the page is full. Looking up the
 * keys of 650 matches took 4 of 7 ms. For later pages the threshold is higher.
 */
const MIN_WALKED_MATCHES = 400;
const WALKED_PAGES = 2;

function sortOrWalk(
  { limit, offset }: PageSearch,
  sorted: RawBuilder<string[]>,
  walked: RawBuilder<string[]>,
): RawBuilder<string[]> {
  const walkedFrom = Math.max(MIN_WALKED_MATCHES, WALKED_PAGES * (offset + limit));
  return sql`CASE WHEN size < ${walkedFrom} THEN ${sorted} ELSE ${walked} END`;
}

/** Checks a match with CASE, which prevents the planner from joining, and so from reading every key before it sorts. */
const isMatch = (uuid: RawBuilder<unknown>) =>
  sql<SqlBool>`CASE WHEN ${uuid} IN (SELECT uuid FROM matches) THEN true ELSE false END`;

const walkTagIndex = ({ clientUuid, order, limit, offset }: PageSearch): RawBuilder<string[]> => sql`ARRAY(
      SELECT videos.uuid FROM videos
      WHERE videos.client_uuid = ${clientUuid} AND videos.trashed_at IS NULL AND videos.kind = 'video'
        AND ${isMatch(sql.ref("videos.uuid"))}
      ORDER BY ${order.key} ${order.direction}, videos.uuid ${order.direction} LIMIT ${limit} OFFSET ${offset})`;

const walkFigureIndex = ({ clientUuid, order, limit, offset }: PageSearch): RawBuilder<string[]> => sql`ARRAY(
      SELECT video_stats.video_uuid FROM video_stats
      WHERE video_stats.client_uuid = ${clientUuid} AND ${order.within}
        AND ${isMatch(sql.ref("video_stats.video_uuid"))}
      ORDER BY ${order.key} ${order.direction}, video_stats.video_uuid ${order.direction}
      LIMIT ${limit} OFFSET ${offset})`;
