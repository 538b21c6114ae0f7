import type { SortField } from "@shoal/contract";
import { type RawBuilder, sql } from "kysely";

/** What a list is ordered by. */
export interface ListOrder {
  key: RawBuilder<unknown>;
  /** An index holds the videos, or the figures, of each client in this order. */
  isIndexed: boolean;
  /** Where the key is found. */
  source: "videos" | "figures" | "users";
  direction: RawBuilder<unknown>;
  /** The order of keys that are not there. */
  nulls: RawBuilder<unknown>;
}

type Key = Pick<ListOrder, "key" | "isIndexed" | "source"> & { isNullable?: boolean };
const column = (name: string, isIndexed = true): Key => ({
  key: sql.ref(`videos.${name}`),
  isIndexed,
  source: "videos",
});
const figure = (name: string): Key => ({
  key: sql.ref(`video_stats.${name}`),
  isIndexed: true,
  source: "figures",
});

/** What each sort orders by. Strings sort as a French or English reader expects. */
const KEYS: Record<SortField, Key> = {
  createdAt: column("created_at"),
  title: column("title"),
  status: column("status"),
  type: column("type"),
  author: { key: sql.ref("users.username"), isIndexed: false, source: "users", isNullable: true },
  tags: { key: sql`array_to_string(videos.tags, ',')`, isIndexed: false, source: "videos" },
  duration: { ...column("duration_sec"), isNullable: true },
  uploadingETA: { ...column("uploading_eta_sec", false), isNullable: true },
  encodingETA: { ...column("encoding_eta_sec", false), isNullable: true },
  nbView: figure("nb_view"),
  hourview: figure("hourview"),
  concurrentUsers: figure("concurrent_users"),
  meanTime: figure("mean_time_sec"),
  bestQualityPercent: figure("best_quality_percent"),
  bitrate: figure("bitrate_kbps"),
  rebuff: { key: sql`coalesce(video_stats.rebuff, 0)`, isIndexed: true, source: "figures" },
  offload: figure("offload"),
  dataDelivered: figure("data_delivered_mb"),
  totalMB_peer: figure("peer_mb"),
  energySaved: figure("energy_saved_wh"),
  kwhSpent: figure("energy_spent_wh"),
  co2Spent: figure("co2_g"),
};

/** @param sort one field at most; the newest come first without one. */
export function orderOf(sort: Partial<Record<SortField, 1 | -1>> | undefined): ListOrder {
  const [field = "createdAt", direction = -1] = (Object.entries(sort ?? {})[0] ?? []) as [
    SortField?,
    (1 | -1)?,
  ];
  const { isNullable = false, ...key } = KEYS[field];
  const isAscending = direction === 1;
  return {
    ...key,
    direction: sql.raw(isAscending ? "ASC" : "DESC"),
    // Where there are none, saying so would keep the index from being walked backwards.
    nulls: sql.raw(isNullable && !isAscending ? "NULLS LAST" : ""),
    isIndexed: key.isIndexed && (!isNullable || isAscending),
  };
}
