import type { VideoListQuery, VideoWarning } from "@shoal/contract";
import { TAG_SEPARATOR } from "@shoal/contract";
import { parseVideoSearch, type SearchKeyword, statusesNamed } from "@shoal/domain";
import { type Expression, type SqlBool, sql } from "kysely";
import { likeAnywhere } from "../../platform/like.ts";

type Condition = Expression<SqlBool>;
/** What a list asks for; `userUuid` is who made the videos. */
export type VideoQuery = VideoListQuery & { userUuid?: string | undefined };

/** What a video of a list must meet, on `videos`. */
export const matching = (clientUuid: string, query: VideoQuery) =>
  sql<SqlBool>`videos.client_uuid = ${clientUuid} AND ${sql.join(conditionsOf(clientUuid, query), sql` AND `)}`;

function conditionsOf(clientUuid: string, query: VideoQuery): Condition[] {
  const { search, tags, excludedTags, filter, userUuid } = query;
  return [
    sql<SqlBool>`videos.trashed_at IS NULL`,
    ...parseVideoSearch(search ?? "").map(({ keyword, values }) => SEARCHES[keyword](values)),
    ...(tags?.length ? [sql<SqlBool>`videos.tag_keys @> ARRAY[${sql.join(tags.map(keyOfTag))}]`] : []),
    ...(excludedTags ?? []).map((tag) => sql<SqlBool>`${keyOfTag(tag)} <> ALL(videos.tag_keys)`),
    ...(userUuid ? [sql<SqlBool>`videos.user_uuid = ${userUuid}`] : []),
    ...filtersOf(clientUuid, filter ?? {}),
  ];
}

/** Tags are compared by their hashes of 64 bits, which the index of lists has room for. */
const keyOfTag = (tag: string) => sql`hashtextextended(${tag}, 0)`;

function filtersOf(clientUuid: string, filter: NonNullable<VideoListQuery["filter"]>): Condition[] {
  const { type, status, error, warnings, categories, isTopLevel, parent, uuids } = filter;
  const conditions: (Condition | false | undefined)[] = [
    type && sql`videos.type = ${type}`,
    status?.length ? sql`videos.status = ANY(${status}::text[])` : undefined,
    error !== undefined && (error ? sql`videos.error_type IS NOT NULL` : sql`videos.error_type IS NULL`),
    warnings?.length ? anyOf(warnings.map((warning) => WARNINGS[warning])) : undefined,
    categories?.length
      ? sql`videos.uuid IN (SELECT video_uuid FROM video_categories WHERE category_uuid = ANY(${categories}::uuid[]))`
      : undefined,
    isTopLevel !== undefined && (isTopLevel ? isTop(clientUuid) : sql`NOT ${isTop(clientUuid)}`),
    parent ? sql`videos.origin_uuid = ${parent}` : undefined,
    uuids?.length ? sql`videos.uuid = ANY(${uuids}::uuid[])` : undefined,
  ];
  return conditions.filter((condition) => condition !== false && condition !== undefined);
}

/** What was cut from a video in the trash stands on its own: nobody would find it. */
const isTop = (clientUuid: string) => sql<SqlBool>`(videos.origin_uuid IS NULL OR videos.origin_uuid IN (
  SELECT uuid FROM videos AS trashed WHERE trashed.client_uuid = ${clientUuid} AND trashed.trashed_at IS NOT NULL))`;

/**
 * What each keyword of a search looks for. Title and description hold every value anywhere; a video has a tag that begins
 * with each value, in any case; its uuid begins with one of the values; it is in a status that one of them names.
 */
const SEARCHES: Record<SearchKeyword, (values: string[]) => Condition> = {
  title: (values) => allOf(values.map((value) => hasPart(sql.ref("videos.title_lower"), value))),
  description: (values) => allOf(values.map((value) => hasPart(sql.ref("videos.description_lower"), value))),
  tags: (values) => allOf(values.map((value) => hasPart(sql.ref("videos.tag_words"), TAG_SEPARATOR + value))),
  id: (values) => anyOf(values.map(hasUuidBeginning)),
  status: (values) => sql`videos.status = ANY(${values.flatMap(statusesNamed)}::text[])`,
};

const hasPart = (column: Condition | ReturnType<typeof sql.ref>, part: string): Condition =>
  sql`${column} LIKE lower(${likeAnywhere(part)})`;

/** The database keeps how much viewers waited in `rebuffering`, by the thresholds of §9. */
const WARNINGS: Record<VideoWarning, Condition> = {
  criticalError: sql`videos.error_type IS NOT NULL`,
  uploadError: sql`(videos.status = 'upload_failed' OR videos.error_type = 'upload_failed')`,
  mediumRebuffering: sql`videos.rebuffering = 1`,
  highRebuffering: sql`videos.rebuffering = 2`,
  plannedDeletion: sql`(videos.delete_at IS NOT NULL AND NOT videos.is_deleted)`,
};

const UUID_DIGITS = 32;
/** The range of uuids that begin so: a primary key has no prefixes. */
function hasUuidBeginning(value: string): Condition {
  const digits = value.replaceAll("-", "").toLowerCase();
  if (!/^[0-9a-f]{1,32}$/.test(digits)) return sql`false`;
  return sql`videos.uuid BETWEEN ${digits.padEnd(UUID_DIGITS, "0")}::uuid AND ${digits.padEnd(UUID_DIGITS, "f")}::uuid`;
}

const allOf = (conditions: Condition[]): Condition => sql`(${sql.join(conditions, sql` AND `)})`;
const anyOf = (conditions: Condition[]): Condition => sql`(${sql.join(conditions, sql` OR `)})`;
