import {
  ENCODING_STATUSES,
  REBUFFERING_ORANGE_FROM,
  REBUFFERING_RED_FROM,
  type SortField,
  type VideoListQuery,
  type VideoWarning,
} from "@shoal/contract";
import { canStop } from "@shoal/domain";
import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * What a list is ordered by. `column` and `figure` have an index in this order. A `sparse` key is there where `isThere`
 * says so, and an `author` where the user was not deleted; videos without a key come last.
 */
export type ListOrder = Key & {
  direction: RawBuilder<unknown>;
  /** What the filter says of the key: a walk begins there. */
  within?: RawBuilder<SqlBool>;
};
type Key = {
  key: RawBuilder<unknown>;
  /** The index that conditions are checked in holds the key too: it costs nothing more to read. */
  isListed: boolean;
} & ({ kind: "column" | "figure" | "author" } | { kind: "sparse"; isThere: RawBuilder<SqlBool> });

const column = (name: string): Key => ({ kind: "column", key: sql.ref(`videos.${name}`), isListed: true });
const figure = (name: string): Key => ({
  kind: "figure",
  key: sql.ref(`video_stats.${name}`),
  isListed: false,
});

const IN_PROGRESS = [
  "uploading",
  ...ENCODING_STATUSES.filter((encodingStatus) => canStop({ encodingStatus })),
];
/** Only what goes on has a time left; its statuses lead to it by an index. */
const timeLeft = (name: string): Key => ({
  kind: "sparse",
  key: sql.ref(`videos.${name}`),
  isListed: false,
  isThere: sql`(videos.status = ANY(${IN_PROGRESS}::text[]) AND ${sql.ref(`videos.${name}`)} IS NOT NULL)`,
});

/** What each sort orders by. Strings sort as a French or English reader expects. */
const KEYS: Record<SortField, Key> = {
  createdAt: column("created_at"),
  title: column("title_lower"),
  status: column("status"),
  type: column("type"),
  author: { kind: "author", key: sql.ref("users.username"), isListed: true },
  // As the index holds them, which has room for so much.
  tags: { kind: "column", key: sql`left(videos.tag_words, 200)`, isListed: false },
  duration: {
    kind: "sparse",
    key: sql.ref("videos.duration_sec"),
    isListed: true,
    isThere: sql`videos.duration_sec IS NOT NULL`,
  },
  uploadingETA: timeLeft("uploading_eta_sec"),
  encodingETA: timeLeft("encoding_eta_sec"),
  nbView: figure("nb_view"),
  hourview: figure("hourview"),
  concurrentUsers: figure("concurrent_users"),
  meanTime: figure("mean_time_sec"),
  bestQualityPercent: figure("best_quality_percent"),
  bitrate: figure("bitrate_kbps"),
  rebuff: { kind: "figure", key: sql`coalesce(video_stats.rebuff, 0)`, isListed: false },
  offload: figure("offload"),
  dataDelivered: figure("data_delivered_mb"),
  totalMB_peer: figure("peer_mb"),
  energySaved: figure("energy_saved_wh"),
  kwhSpent: figure("energy_spent_wh"),
  co2Spent: figure("co2_g"),
};

/** @param query its sort names one field at most; the newest come first without one. */
export function orderOf({ sort, filter }: Pick<VideoListQuery, "sort" | "filter">): ListOrder {
  const [field = "createdAt", direction = -1] = (Object.entries(sort ?? {})[0] ?? []) as [
    SortField?,
    (1 | -1)?,
  ];
  const order = { ...KEYS[field], direction: sql.raw(direction === 1 ? "ASC" : "DESC") };
  const waitedFrom = field === "rebuff" ? leastRebuffering(filter?.warnings ?? []) : 0;
  return waitedFrom > 0 ? { ...order, within: sql`${order.key} >= ${waitedFrom}::float8` } : order;
}

/** Seconds per hour from which on a video has one of the warnings; 0 when it may have one for another reason. */
function leastRebuffering(warnings: readonly VideoWarning[]): number {
  const from = warnings.map((warning) => {
    if (warning === "mediumRebuffering") return REBUFFERING_ORANGE_FROM;
    return warning === "highRebuffering" ? REBUFFERING_RED_FROM : 0;
  });
  return from.length > 0 ? Math.min(...from) : 0;
}
