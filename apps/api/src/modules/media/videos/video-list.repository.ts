import { VIDEO_TEXT_NAMES } from "@shoal/contract";
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import { prepareQuery } from "../../../platform/prepared.ts";
import type { VideoStatsRow } from "../../../platform/schema.ts";
import { createDescriptionWordsRepository } from "./description-words.repository.ts";
import {
  chosenTraits,
  isBroad,
  listConditions,
  tagsSearched,
  type VideoQuery,
  wordsSearched,
} from "./list-conditions.ts";
import { countOf, pageAmongMatches, pageAndSize } from "./list-matches.ts";
import { orderOf } from "./list-order.ts";
import { pictureLockOf } from "./picture-lock.ts";
import { findTagKeys } from "./tag-names.ts";
import { sumOfCounts } from "./video-counts.ts";

export interface Page {
  limit: number;
  offset: number;
}

/** The maximum number of matches that are sorted, so that one search finds both the count and the page. */
const SORTED_MATCHES = 12_000;
/** Raises the limit for later pages, because an index walk to such a page passes many other videos. */
const SORTED_PAGES = 13;
/** The planner may overestimate the number of matches by up to this factor. */
const MAX_OVERESTIMATE = 2;

/**
 * Creates the repository that lists one client's videos page by page. It finds a page's uuids first, then reads its rows, so that sorts
 * stay narrow. The method depends on the number of matches, so that 100,000 videos take no longer than the index alone.
 */
export function createVideoListRepository(db: Tx, sortedMatches = SORTED_MATCHES) {
  const words = createDescriptionWordsRepository(db);

  /** Returns the conditions with which all matches are found fastest. */
  const foundBy = async (clientUuid: string, query: VideoQuery) =>
    listConditions(clientUuid, query, {
      words: await words.findKeys(clientUuid, wordsSearched(query)),
      tags: await findTagKeys(db, clientUuid, tagsSearched(query)),
    });

  async function countVideos(clientUuid: string, query: VideoQuery): Promise<number> {
    const chosen = chosenTraits(clientUuid, query);
    const count = chosen ? sumOfCounts(clientUuid, chosen.traits) : countOf(await foundBy(clientUuid, query));
    return (await getRow(sql<{ count: number }>`SELECT ${count} AS count`)).count;
  }

  async function find(clientUuid: string, query: VideoQuery, page: Page) {
    const [conditions, found] = [listConditions(clientUuid, query), await foundBy(clientUuid, query)];
    const search = { clientUuid, conditions, order: orderOf(query), ...page };
    const atMost = Math.max(sortedMatches, SORTED_PAGES * (page.offset + page.limit));
    const chosen = chosenTraits(clientUuid, query);
    const size = chosen ? sumOfCounts(clientUuid, chosen.traits) : countOf(found);
    // A search that finds too many matches takes 7 to 22 ms, so it is skipped if the planner already expects that.
    if (isBroad(query) && (await expectVideos(db, conditions)) > MAX_OVERESTIMATE * atMost)
      return getRow(pageAndSize(search, size));
    const among = await getRow(pageAmongMatches({ ...search, conditions: found }, atMost));
    return among.uuids ? { size: among.size, uuids: among.uuids } : getRow(pageAndSize(search, size));
  }

  async function getRow<Row>(query: RawBuilder<Row>): Promise<Row> {
    const { rows } = await query.execute(db);
    return rows[0] as Row;
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
 * Reads videos with their author, current encoding and figures, in the requested order; missing videos are omitted.
 * @param clientUuid the client; videos of other clients are omitted too.
 */
export async function readVideos(db: Tx, clientUuid: string, uuids: string[]) {
  if (uuids.length === 0) return [];
  const rows = await findVideos(db, { clientUuid, uuids });
  const rankByUuid = new Map(uuids.map((uuid, index) => [uuid, index]));
  return rows.sort((a, b) => (rankByUuid.get(a.uuid) ?? 0) - (rankByUuid.get(b.uuid) ?? 0));
}

/** The columns that are read, without the search columns, whose arrays are slow to read. */
const SHOWN_COLUMNS = [
  ...(["uuid", "kind", "client_uuid", "user_uuid", "title", "tags", "type"] as const),
  ...VIDEO_TEXT_NAMES,
  ...(["status", "encoding_percent", "encoding_eta_sec", "encoding", "input_qualities"] as const),
  ...(["first_pass", "autoplay", "error_type", "source_path", "original_name", "source_url"] as const),
  ...(["size_bytes", "contiguous_chunks", "uploading_percent", "uploading_eta_sec"] as const),
  ...(["upload_feedback_at", "duration_sec", "starts_at", "delete_at", "is_deleted"] as const),
  "simulated_live_at",
  ...(["trashed_at", "password_hash", "intro_modal", "place", "chapters", "download", "outro_uuid"] as const),
  ...(["is_accelerated", "origin_uuid", "custom_thumbnail", "thumbnail_work"] as const),
  ...(["is_thumbnail_failed", "edit_revision", "created_at", "modified_at"] as const),
] as const;

/** The maximum number of children that a video in the list names by uuid. */
const MAX_NAMED_CHILDREN = 100;

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
    .leftJoin("lives", "lives.video_uuid", "videos.uuid")
    .select(SHOWN_COLUMNS.map((column) => `videos.${column}` as const))
    .select(["users.username", "encodings.tracks", "encodings.thumbnail_object", "encodings.notes"])
    .select([
      ...([
        "lives.live_type",
        "lives.is_seekable",
        "lives.seek_back_sec",
        "lives.is_open",
        "lives.is_kept",
        "lives.delay",
        "lives.target_latency_sec",
      ] as const),
      "lives.is_signed_off",
      ...(["lives.started_at as live_started_at", "lives.ended_at as live_ended_at"] as const),
      ...(["lives.state as live_state", "lives.fault as live_fault", "lives.tracks as live_tracks"] as const),
    ])
    .select(sql<Selectable<VideoStatsRow> | null>`to_json(video_stats)`.as("stats"))
    .select(staleFiguresTime.as("figures_as_of"))
    .select(pictureLockOf("videos.uuid").as("picture_lock"))
    .select([
      sql<
        string[]
      >`ARRAY(SELECT category_uuid FROM video_categories AS label WHERE label.video_uuid = videos.uuid)`.as(
        "categories",
      ),
      sql<number>`(SELECT count(*) FROM videos AS child WHERE child.client_uuid = videos.client_uuid
        AND child.origin_uuid = videos.uuid AND child.trashed_at IS NULL)`.as("children"),
      sql<string[]>`ARRAY(SELECT uuid FROM videos AS child WHERE child.client_uuid = videos.client_uuid
        AND child.origin_uuid = videos.uuid AND child.trashed_at IS NULL
        ORDER BY child.created_at DESC LIMIT ${sql.lit(MAX_NAMED_CHILDREN)})`.as("child_uuids"),
    ])
    .where("videos.client_uuid", "=", p.clientUuid)
    .where(sql<boolean>`videos.kind = 'video'`)
    .where(sql<boolean>`videos.uuid = ANY(${p.uuids}::uuid[])`),
);
export type FullVideoRow = Awaited<ReturnType<typeof readVideos>>[number];

/** The planner's estimate for a statement, without running it. */
interface ExplainedPlan {
  "QUERY PLAN": [{ Plan: { "Plan Rows": number } }];
}

/**
 * Returns how many videos the planner expects to meet the conditions on `videos`. This takes less than 1 ms and may be wrong by
 * any factor, which is good enough for choosing between two ways to the same result.
 */
export async function expectVideos(db: Tx, conditions: RawBuilder<SqlBool>): Promise<number> {
  const { rows } =
    await sql<ExplainedPlan>`EXPLAIN (FORMAT JSON) SELECT FROM videos WHERE ${conditions}`.execute(db);
  return rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
}

/** The key under which the time of all figures is stored, in ms since 1970. */
export const AS_OF_CURSOR = "figures.as_of";
/** Figures older than this are late. They are updated at least every 30 s, except by a long first update after a long pause. */
export const STALE_AFTER_SEC = 120;

/** Selects the time of the figures if they are late; otherwise null. */
export const staleFiguresTime = sql<Date | null>`(
  SELECT to_timestamp(value::text::float8 / 1000) FROM cursors WHERE name = ${sql.lit(AS_OF_CURSOR)}
    AND value::text::float8 / 1000 < extract(epoch FROM now()) - ${sql.lit(STALE_AFTER_SEC)})`;
