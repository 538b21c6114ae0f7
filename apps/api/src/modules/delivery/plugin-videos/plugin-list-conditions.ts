import { type PluginListQuery, type PluginSortField, TAG_SEPARATOR } from "@shoal/contract";
import { parsePluginSearch } from "@shoal/domain";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { likeAnywhere } from "../../../platform/like.ts";
import { FIGURE_COLUMNS } from "../../media/videos/index.ts";

/** Returns the conditions of the media list on `plugin_videos`. */
export function pluginListConditions(clientUuid: string, query: PluginListQuery): RawBuilder<SqlBool> {
  const { tags, excludedTags, filter = {} } = query;
  // PostgreSQL checks conditions in this order, so the cheapest come first and the arrays of tags last.
  const conditions = [
    sql<SqlBool>`plugin_videos.client_uuid = ${clientUuid} AND plugin_videos.is_hidden = ${filter.hidden ?? false}`,
    ...(filter.collection ? [sql<SqlBool>`plugin_videos.collection_uuid = ${filter.collection}`] : []),
    ...parsePluginSearch(query.search ?? "").flatMap(({ keyword, values }) =>
      values.map(SEARCH_CONDITIONS[keyword]),
    ),
    ...(tags?.length ? [sql<SqlBool>`plugin_videos.tag_keys @> ARRAY[${sql.join(tags.map(keyOfTag))}]`] : []),
    ...(excludedTags ?? []).map((tag) => sql<SqlBool>`${keyOfTag(tag)} <> ALL(plugin_videos.tag_keys)`),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}

/** Whether the index `plugin_videos_list` has every column that the query needs. It lacks descriptions and words of tags. */
export const canUseListIndex = ({ search }: PluginListQuery): boolean =>
  parsePluginSearch(search ?? "").every(({ keyword }) => keyword === "title");

/** Returns the 64-bit hash by which tags are compared, because the index of the list has no room for the tags. */
const keyOfTag = (tag: string) => sql`hashtextextended(${tag}, 0)`;

/** The conditions of each search keyword. Texts match if they contain every value; a tag matches a prefix. Case is ignored. */
const SEARCH_CONDITIONS = {
  title: (value: string) => hasPart("words_lower", value),
  description: (value: string) => hasPart("description_lower", value),
  tags: (value: string) => hasPart("tag_words", TAG_SEPARATOR + value),
};
const hasPart = (column: string, part: string) =>
  sql<SqlBool>`${sql.ref(`plugin_videos.${column}`)} LIKE lower(${likeAnywhere(part)})`;

/** The sort key of a list: a column with an index in its order, of `plugin_videos` or, for a figure, of `video_stats`. */
export interface PluginOrder {
  key: RawBuilder<unknown>;
  isFigure: boolean;
  direction: RawBuilder<unknown>;
}

const SORT_COLUMNS = {
  createdAt: "created_at",
  // The column that sorts by title: its values start with the displayed title.
  title: "words_lower",
  lastReportedAt: "last_reported_at",
} as const;

/** @param sort at most one field; if it is undefined, the newest media come first. */
export function orderOf(sort: PluginListQuery["sort"]): PluginOrder {
  const [entry] = Object.entries(sort ?? {}) as [PluginSortField, 1 | -1][];
  const [field, way] = entry ?? ["createdAt", -1];
  const direction = sql.raw(way === 1 ? "ASC" : "DESC");
  if (field in SORT_COLUMNS)
    return { key: sql.ref(`plugin_videos.${SORT_COLUMNS[field as "title"]}`), isFigure: false, direction };
  return { key: sql.ref(`video_stats.${FIGURE_COLUMNS[field as "nbView"]}`), isFigure: true, direction };
}
