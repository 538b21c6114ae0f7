import {
  ENCODING_STATUSES,
  type EncodingStatus,
  type FigureSortField,
  REBUFFERING_ORANGE_FROM,
  REBUFFERING_RED_FROM,
  type SortField,
  type VideoListQuery,
  type VideoWarning,
} from "@shoal/contract";
import { canStop } from "@shoal/domain";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { FIGURE_COLUMNS } from "./figure-columns.ts";
import { traitsOf } from "./list-traits.ts";

/** The sort key of a list. Videos without a key come last. */
export type ListOrder = SortKey & {
  direction: RawBuilder<unknown>;
  /** The bounds that the filter sets for the key, which limit an index walk. */
  within: RawBuilder<SqlBool>;
};
/**
 * How the sort key is indexed. A `column` and the `tags` have an index in their order, and a `figure` has one in `video_stats`. A
 * `sparse` key exists where `isThere` is true, an `author` where the user was not deleted. The index of a column or a sparse key
 * also contains the columns of the conditions. Other keys, and sparse keys with `isPossible`, are narrowed by other columns first.
 */
type SortKey = { key: RawBuilder<unknown> } & (
  | { kind: "column" | "tags" | "figure" | "author" }
  | { kind: "sparse"; isThere: RawBuilder<SqlBool>; isPossible?: RawBuilder<SqlBool> }
);

const columnKey = (name: string): SortKey => ({ kind: "column", key: sql.ref(`videos.${name}`) });
const figureKey = (name: string): SortKey => ({ kind: "figure", key: sql.ref(`video_stats.${name}`) });

const IN_PROGRESS_STATUSES: EncodingStatus[] = [
  "uploading",
  ...ENCODING_STATUSES.filter((encodingStatus) => canStop({ encodingStatus })),
];
/** Selects work in progress, the only videos with a remaining time, by their traits, which have an index. */
const isInProgress = sql<SqlBool>`videos.traits = ANY(${traitsOf({ status: IN_PROGRESS_STATUSES }, [])}::integer[])`;
const remainingTimeKey = (name: string): SortKey => ({
  kind: "sparse",
  key: sql.ref(`videos.${name}`),
  isThere: sql`(${isInProgress} AND ${sql.ref(`videos.${name}`)} IS NOT NULL)`,
  isPossible: isInProgress,
});

/** The key of each sort field. Strings sort as French or English readers expect. */
const SORT_KEYS: Record<SortField, SortKey> = {
  createdAt: columnKey("created_at"),
  title: columnKey("title_lower"),
  status: columnKey("status"),
  type: columnKey("type"),
  author: { kind: "author", key: sql.ref("users.username") },
  tags: { kind: "tags", key: sql.ref("videos.tag_order") },
  duration: {
    kind: "sparse",
    key: sql.ref("videos.duration_sec"),
    isThere: sql`videos.duration_sec IS NOT NULL`,
  },
  uploadingETA: remainingTimeKey("uploading_eta_sec"),
  encodingETA: remainingTimeKey("encoding_eta_sec"),
  ...(Object.fromEntries(
    Object.entries(FIGURE_COLUMNS).map(([field, name]) => [field, figureKey(name)]),
  ) as Record<FigureSortField, SortKey>),
};

/** @param query a list query whose sort names at most one field; without a field, the newest videos come first. */
export function orderOf({ sort, filter }: Pick<VideoListQuery, "sort" | "filter">): ListOrder {
  const [field = "createdAt", direction = -1] = (Object.entries(sort ?? {})[0] ?? []) as [
    SortField?,
    (1 | -1)?,
  ];
  const { key } = SORT_KEYS[field];
  const within = field === "rebuff" ? rangeOfRebuffering(key, filter?.warnings ?? []) : sql<SqlBool>`true`;
  return { ...SORT_KEYS[field], direction: sql.raw(direction === 1 ? "ASC" : "DESC"), within };
}

/** Returns the range of rebuffering that the warnings imply; no limit if other warnings are selected as well. */
function rangeOfRebuffering(
  key: RawBuilder<unknown>,
  warnings: readonly VideoWarning[],
): RawBuilder<SqlBool> {
  const isOf = (...these: VideoWarning[]) =>
    warnings.length > 0 && warnings.every((warning) => these.includes(warning));
  if (isOf("mediumRebuffering"))
    return sql`${key} >= ${REBUFFERING_ORANGE_FROM}::float8 AND ${key} < ${REBUFFERING_RED_FROM}::float8`;
  if (isOf("highRebuffering")) return sql`${key} >= ${REBUFFERING_RED_FROM}::float8`;
  if (isOf("mediumRebuffering", "highRebuffering")) return sql`${key} >= ${REBUFFERING_ORANGE_FROM}::float8`;
  return sql`true`;
}
