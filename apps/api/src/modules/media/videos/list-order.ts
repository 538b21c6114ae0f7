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
export type ListOrder = Key & {
  direction: RawBuilder<unknown>;
  /** The bounds that the filter sets for the key, which limit an index walk. */
  within: RawBuilder<SqlBool>;
};
/**
 * A `column` and the `tags` have an index in their order, and so does a `figure`, in `video_stats`. A `sparse` key exists where
 * `isThere` is true; an `author` where the user was not deleted. Conditions are checked in an index that also contains the key,
 * except for figures, tags and keys with `isPossible`: other columns that tell whether there may be a key.
 */
type Key = { key: RawBuilder<unknown> } & (
  | { kind: "column" | "tags" | "figure" | "author" }
  | { kind: "sparse"; isThere: RawBuilder<SqlBool>; isPossible?: RawBuilder<SqlBool> }
);

const column = (name: string): Key => ({ kind: "column", key: sql.ref(`videos.${name}`) });
const figure = (name: string): Key => ({ kind: "figure", key: sql.ref(`video_stats.${name}`) });

const IN_PROGRESS: EncodingStatus[] = [
  "uploading",
  ...ENCODING_STATUSES.filter((encodingStatus) => canStop({ encodingStatus })),
];
/** Selects work in progress, the only videos with a remaining time, by their traits, which have an index. */
const isInProgress = sql<SqlBool>`videos.traits = ANY(${traitsOf({ status: IN_PROGRESS }, [])}::integer[])`;
const timeLeft = (name: string): Key => ({
  kind: "sparse",
  key: sql.ref(`videos.${name}`),
  isThere: sql`(${isInProgress} AND ${sql.ref(`videos.${name}`)} IS NOT NULL)`,
  isPossible: isInProgress,
});

/** The key of each sort field. Strings sort as French or English readers expect. */
const KEYS: Record<SortField, Key> = {
  createdAt: column("created_at"),
  title: column("title_lower"),
  status: column("status"),
  type: column("type"),
  author: { kind: "author", key: sql.ref("users.username") },
  tags: { kind: "tags", key: sql.ref("videos.tag_order") },
  duration: {
    kind: "sparse",
    key: sql.ref("videos.duration_sec"),
    isThere: sql`videos.duration_sec IS NOT NULL`,
  },
  uploadingETA: timeLeft("uploading_eta_sec"),
  encodingETA: timeLeft("encoding_eta_sec"),
  ...(Object.fromEntries(
    Object.entries(FIGURE_COLUMNS).map(([field, name]) => [field, figure(name)]),
  ) as Record<FigureSortField, Key>),
};

/** @param query a list query whose sort names at most one field; without a field, the newest come first. */
export function orderOf({ sort, filter }: Pick<VideoListQuery, "sort" | "filter">): ListOrder {
  const [field = "createdAt", direction = -1] = (Object.entries(sort ?? {})[0] ?? []) as [
    SortField?,
    (1 | -1)?,
  ];
  const { key } = KEYS[field];
  const within = field === "rebuff" ? rangeOfRebuffering(key, filter?.warnings ?? []) : sql<SqlBool>`true`;
  return { ...KEYS[field], direction: sql.raw(direction === 1 ? "ASC" : "DESC"), within };
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
