import { type PluginListQuery, type PluginSortField, TAG_SEPARATOR } from "@shoal/contract";
import { parsePluginSearch } from "@shoal/domain";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { likeAnywhere } from "../../../platform/like.ts";
import { FIGURE_COLUMNS } from "../../media/videos/index.ts";

/** The conditions of the media list, on `plugin_videos`. */
export function matching(clientUuid: string, query: PluginListQuery): RawBuilder<SqlBool> {
  const { tags, excludedTags, filter = {} } = query;
  // PostgreSQL checks them in this order: those that cost least come first, the arrays of tags cost most.
  const conditions = [
    sql<SqlBool>`plugin_videos.client_uuid = ${clientUuid} AND plugin_videos.is_hidden = ${filter.hidden ?? false}`,
    ...(filter.collection ? [sql<SqlBool>`plugin_videos.collection_uuid = ${filter.collection}`] : []),
    ...parsePluginSearch(query.search ?? "").flatMap(({ keyword, values }) => values.map(SEARCHES[keyword])),
    ...(tags?.length ? [sql<SqlBool>`plugin_videos.tag_keys @> ARRAY[${sql.join(tags.map(keyOfTag))}]`] : []),
    ...(excludedTags ?? []).map((tag) => sql<SqlBool>`${keyOfTag(tag)} <> ALL(plugin_videos.tag_keys)`),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}

/** Whether `plugin_videos_list` has every column that the query needs: it lacks descriptions and words of tags. */
export const canUseListIndex = ({ search }: PluginListQuery): boolean =>
  parsePluginSearch(search ?? "").every(({ keyword }) => keyword === "title");

/** Tags are compared by their hashes of 64 bits, which the index of the list has room for. */
const keyOfTag = (tag: string) => sql`hashtextextended(${tag}, 0)`;

/** Title, name and description match if they contain each value; a tag matches if it starts with it; ignores case. */
const SEARCHES = {
  title: (value: string) => hasPart("words_lower", value),
  description: (value: string) => hasPart("description_lower", value),
  tags: (value: string) => hasPart("tag_words", TAG_SEPARATOR + value),
};
const hasPart = (column: string, part: string) =>
  sql<SqlBool>`${sql.ref(`plugin_videos.${column}`)} LIKE lower(${likeAnywhere(part)})`;

/** The sort keys of a list: a column with an index in its order, of `plugin_videos` or, for a figure, of `video_stats`. */
export interface PluginOrder {
  key: RawBuilder<unknown>;
  isFigure: boolean;
  direction: RawBuilder<unknown>;
}

const COLUMNS = {
  createdAt: "created_at",
  // Values that start with the displayed text.
  title: "words_lower",
  lastReportedAt: "last_reported_at",
} as const;

/** @param sort names one field at most; the newest come first without one. */
export function orderOf(sort: PluginListQuery["sort"]): PluginOrder {
  const [entry] = Object.entries(sort ?? {}) as [PluginSortField, 1 | -1][];
  const [field, way] = entry ?? ["createdAt", -1];
  const direction = sql.raw(way === 1 ? "ASC" : "DESC");
  if (field in COLUMNS)
    return { key: sql.ref(`plugin_videos.${COLUMNS[field as "title"]}`), isFigure: false, direction };
  return { key: sql.ref(`video_stats.${FIGURE_COLUMNS[field as "nbView"]}`), isFigure: true, direction };
}
