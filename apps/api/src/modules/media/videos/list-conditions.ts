import type { VideoListQuery } from "@shoal/contract";
import { ARCHIVE_SOURCE_PATH, TAG_SEPARATOR } from "@shoal/contract";
import { parseVideoSearch, type SearchKeyword, statusesNamed } from "@shoal/domain";
import { type Expression, type SqlBool, sql } from "kysely";
import { likeAnywhere } from "../../../platform/like.ts";
import { splitWords, type WordKeys } from "./description-words.repository.ts";
import { traitsOf } from "./list-traits.ts";
import type { TagKeys } from "./tag-names.ts";

type SqlCondition = Expression<SqlBool>;
/** The query of a list; `userUuid` is the creator of the videos. */
export type VideoQuery = VideoListQuery & { userUuid?: string | undefined };

/** Keys by which the index finds the videos of a search. */
export interface SearchKeys {
  /** The matches of the words in `wordsSearched`. */
  words: WordKeys;
  /** The matches of the tag prefixes in `tagsSearched`. */
  tags: TagKeys;
}
const NO_KEYS: SearchKeys = { words: new Map(), tags: new Map() };

/**
 * Returns the conditions of a list on `videos`.
 * @param keys the keys of the searched words and tags. If they are undefined, the texts of each video are read, with the same
 * result.
 */
export const listConditions = (clientUuid: string, query: VideoQuery, keys: SearchKeys = NO_KEYS) =>
  sql<SqlBool>`videos.client_uuid = ${clientUuid} AND ${sql.join(conditionsOf(clientUuid, query, keys), sql` AND `)}`;

/** Returns the parts of words that are searched in descriptions. */
export const wordsSearched = ({ search }: VideoQuery): string[] =>
  parseVideoSearch(search ?? "").flatMap(({ keyword, values }) =>
    keyword === "description" ? values.flatMap(splitWords) : [],
  );

/** Returns the prefixes of tags that are searched for. */
export const tagsSearched = ({ search }: VideoQuery): string[] =>
  parseVideoSearch(search ?? "").flatMap(({ keyword, values }) => (keyword === "tags" ? values : []));

/** Whether the query does not filter by specific videos, texts or tags, which usually match few videos. */
export function isBroad({ search, tags, filter }: VideoQuery): boolean {
  const isOfStatus = parseVideoSearch(search ?? "").every(({ keyword }) => keyword === "status");
  return (
    isOfStatus &&
    !tags?.length &&
    !filter?.tags?.length &&
    !filter?.parent &&
    !filter?.archiveLive &&
    !filter?.inAndOutOrigin &&
    !filter?.user &&
    !filter?.uuids?.length &&
    !filter?.directStream?.length
  );
}

/**
 * Returns the traits that a query selects (all if they are undefined in the result); undefined if the query has other
 * conditions.
 */
export function chosenTraits(
  clientUuid: string,
  query: VideoQuery,
): { traits: number[] | undefined } | undefined {
  const traits = traitsOf(query.filter ?? {}, searchedStatuses(query));
  return conditionsOf(clientUuid, query, NO_KEYS).length === (traits ? 2 : 1) ? { traits } : undefined;
}

const searchedStatuses = ({ search }: VideoQuery) =>
  parseVideoSearch(search ?? "").flatMap(({ keyword, values }) =>
    keyword === "status" ? [values.flatMap(statusesNamed)] : [],
  );

function conditionsOf(clientUuid: string, query: VideoQuery, keys: SearchKeys): SqlCondition[] {
  const { excludedTags, filter = {}, userUuid } = query;
  const tags = [...(query.tags ?? []), ...(filter.tags ?? [])];
  const search = parseVideoSearch(query.search ?? "");
  const traits = traitsOf(filter, searchedStatuses(query));
  return [
    sql<SqlBool>`videos.trashed_at IS NULL AND videos.kind = 'video'`,
    // PostgreSQL checks conditions in this order, so the cheapest come first and the arrays of tags last.
    ...(traits ? [sql<SqlBool>`videos.traits = ANY(${traits}::integer[])`] : []),
    ...filtersOf(clientUuid, filter),
    ...groupingOf(clientUuid, query, keys),
    ...(userUuid ? [sql<SqlBool>`videos.user_uuid = ${userUuid}`] : []),
    ...search.flatMap(({ keyword, values }) =>
      keyword === "status" ? [] : [SEARCH_CONDITIONS[keyword](values, keys)],
    ),
    ...(tags.length > 0 ? [sql<SqlBool>`videos.tag_keys @> ARRAY[${sql.join(tags.map(keyOfTag))}]`] : []),
    ...(excludedTags ?? []).map((tag) => sql<SqlBool>`${keyOfTag(tag)} <> ALL(videos.tag_keys)`),
  ];
}

/** Returns the 64-bit hash by which tags are compared, because the index of lists has no room for the tags. */
const keyOfTag = (tag: string) => sql`hashtextextended(${tag}, 0)`;

function filtersOf(clientUuid: string, filter: NonNullable<VideoListQuery["filter"]>): SqlCondition[] {
  const { categories, directStream, parent, archiveLive, inAndOutOrigin, user, uuids } = filter;
  const conditions: (SqlCondition | undefined)[] = [
    categories?.length
      ? sql`videos.uuid IN (SELECT video_uuid FROM video_categories WHERE category_uuid = ANY(${categories}::uuid[]))`
      : undefined,
    directStream?.length
      ? sql`videos.uuid IN (SELECT video_uuid FROM lives WHERE client_uuid = ${clientUuid} AND delay = ANY(${directStream}::text[]))`
      : undefined,
    parent ? sql`videos.origin_uuid = ${parent}` : undefined,
    archiveLive ? sql`videos.origin_uuid = ${archiveLive} AND ${isArchive}` : undefined,
    inAndOutOrigin ? sql`videos.origin_uuid = ${inAndOutOrigin} AND NOT ${isArchive}` : undefined,
    user
      ? sql`videos.user_uuid IN (SELECT uuid FROM users WHERE lower(username) = lower(${user}))`
      : undefined,
    uuids?.length ? sql`videos.uuid = ANY(${uuids}::uuid[])` : undefined,
  ];
  return conditions.filter((condition) => condition !== undefined);
}

const isArchive = sql<SqlBool>`(videos.source_path IS NOT DISTINCT FROM ${ARCHIVE_SOURCE_PATH})`;

/**
 * Selects videos that are not nested under another video in the list. A recording whose live is filtered out, or a cut whose
 * original is in the trash, is listed on its own, since it could not be found otherwise.
 */
function groupingOf(clientUuid: string, query: VideoQuery, keys: SearchKeys): SqlCondition[] {
  const { isTopLevel, ...filter } = query.filter ?? {};
  if (isTopLevel === undefined) return [];
  const listed = conditionsOf(clientUuid, { ...query, filter }, keys);
  const isTop = listed.length === 1 ? isTopOfAll(clientUuid) : isTopAmong(clientUuid, listed);
  return [isTopLevel ? isTop : sql`NOT ${isTop}`];
}

/** Selects top-level videos of a list without filters. The videos in the trash are few, and are read once. */
const isTopOfAll = (clientUuid: string) =>
  sql<SqlBool>`(videos.origin_uuid IS NULL OR videos.origin_uuid IN (
  SELECT uuid FROM videos AS trashed WHERE trashed.client_uuid = ${clientUuid} AND trashed.trashed_at IS NOT NULL))`;

/** @param listed the conditions of the list on `videos`, which is the parent in the inner query. */
const isTopAmong = (clientUuid: string, listed: SqlCondition[]) =>
  sql<SqlBool>`(videos.origin_uuid IS NULL OR NOT EXISTS (
  SELECT FROM (SELECT videos.origin_uuid AS parent_uuid) AS child CROSS JOIN LATERAL (
    SELECT FROM videos WHERE videos.uuid = child.parent_uuid AND videos.client_uuid = ${clientUuid}
      AND ${sql.join(listed, sql` AND `)}) AS parent))`;

/**
 * The conditions of each search keyword. Title and description match if they contain every value. Tags match if a tag starts with
 * each value, ignoring case. The uuid matches if it starts with one of the values. Statuses are traits.
 */
const SEARCH_CONDITIONS: Record<
  Exclude<SearchKeyword, "status">,
  (values: string[], keys: SearchKeys) => SqlCondition
> = {
  title: (values) => allOf(values.map((value) => hasPart(sql.ref("videos.title_lower"), value))),
  description: (values, keys) => allOf(values.map((value) => isDescribed(value, keys.words))),
  tags: (values, keys) => allOf(values.map((value) => isTagged(value, keys.tags))),
  id: (values) => anyOf(values.map(hasUuidBeginning)),
};

const hasPart = (column: SqlCondition | ReturnType<typeof sql.ref>, part: string): SqlCondition =>
  sql`${column} LIKE lower(${likeAnywhere(part)})`;

/** Matches tags by prefix. If too many tags have the prefix, the text of the tags is searched. */
function isTagged(value: string, keys: TagKeys): SqlCondition {
  const own = keys.get(value);
  if (own) return sql`videos.tag_keys && ${own}::bigint[]`;
  return hasPart(sql.ref("videos.tag_words"), TAG_SEPARATOR + value);
}

/** Matches descriptions. The text is read only for consecutive words, or if too many words contain a part. */
function isDescribed(value: string, keys: WordKeys): SqlCondition {
  const parts = splitWords(value);
  const known = parts.flatMap((part) => {
    const own = keys.get(part);
    return own ? [sql<SqlBool>`keys_of_words(videos.description) && ${own}::bigint[]`] : [];
  });
  const isCertain = known.length === 1 && parts.length === 1;
  return allOf([...known, ...(isCertain ? [] : [hasPart(sql.ref("videos.description_lower"), value)])]);
}

const UUID_DIGITS = 32;
/** Matches the range of uuids with this prefix, since a primary key does not support prefix search. */
function hasUuidBeginning(value: string): SqlCondition {
  const digits = value.replaceAll("-", "").toLowerCase();
  if (!/^[0-9a-f]{1,32}$/.test(digits)) return sql`false`;
  return sql`videos.uuid BETWEEN ${digits.padEnd(UUID_DIGITS, "0")}::uuid AND ${digits.padEnd(UUID_DIGITS, "f")}::uuid`;
}

const allOf = (conditions: SqlCondition[]): SqlCondition => sql`(${sql.join(conditions, sql` AND `)})`;
const anyOf = (conditions: SqlCondition[]): SqlCondition => sql`(${sql.join(conditions, sql` OR `)})`;
