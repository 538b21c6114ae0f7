/**
 * A row of the ClickHouse table `metered_hours`: what one run of an edge counted for billing, per video of a client and hour.
 * Counters only grow, so the latest `version` of (client, hour, video, meter) counts, and repeats change nothing.
 */
export interface MeteredHourRow {
  client_uuid: string;
  /** The uuid of a hosted video, or the name that its page uses. */
  video_uuid: string;
  /** The start of the hour, in seconds since 1970 (UTC). */
  hour: number;
  /** The id of the run: a restarted edge counts from zero under another id. */
  meter: string;
  version: number;
  /** The bytes sent by the edge. */
  bytes_edge: number;
  /** The bytes that players report from other servers, as far as their sessions allow. */
  bytes_elsewhere: number;
  /** The bytes that sessions report from peers, as far as plausible, and the bytes that sessions report as sent. */
  bytes_peer: number;
  bytes_up: number;
  /**
   * The largest number of peer bytes that one session received and sent, in total. It limits the billed peer traffic, since no viewer is
   * their own peer.
   */
  bytes_most: number;
  /** The plausible bytes that sessions of media on other CDNs report beyond the usual amount, or beyond a quota: stored, but not billed. */
  bytes_unverified: number;
  /** The highest share of the hourly billing limit that one address used, in percent. */
  address_percent: number;
}

/**
 * The table is written by edges and read by the api. It is kept forever, since invoices are based on it, and is small, with one row per
 * video and hour.
 */
export const METERED_HOURS_DDL = `CREATE TABLE IF NOT EXISTS metered_hours (
  client_uuid LowCardinality(String) CODEC(ZSTD(1)), video_uuid String CODEC(ZSTD(1)),
  hour DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)), meter String CODEC(ZSTD(1)), version UInt64 CODEC(Delta, ZSTD(1)),
  bytes_edge UInt64 CODEC(T64, ZSTD(1)), bytes_elsewhere UInt64 CODEC(T64, ZSTD(1)),
  bytes_peer UInt64 CODEC(T64, ZSTD(1)), bytes_up UInt64 CODEC(T64, ZSTD(1)), bytes_most UInt64 CODEC(T64, ZSTD(1)),
  bytes_unverified UInt64 DEFAULT 0 CODEC(T64, ZSTD(1)), address_percent UInt8 DEFAULT 0 CODEC(ZSTD(1))
) ENGINE = ReplacingMergeTree(version) PARTITION BY toYYYYMM(hour)
ORDER BY (client_uuid, hour, video_uuid, meter)`;

/**
 * A row of the ClickHouse table `cdn_hours`: what one run of an edge counted for a CDN entry in an hour. Counters only grow, so
 * the latest `version` of each (client, entry, hour, country, status class, cache, meter) counts, and repeats change nothing.
 */
export interface CdnHourRow {
  client_uuid: string;
  entry_uuid: string;
  /** The start of the hour, in seconds since 1970 (UTC). */
  hour: number;
  /** ISO 3166 alpha-2 country of the requester; "" if unknown, and for the edge's own fetches. */
  country: string;
  /** The first digit of the response's status, 2 to 5. */
  status_class: number;
  /** The source of responses: `hit` and `stale` from the cache, `miss` from the origin; `none` means rejected before either was used. */
  cache: "hit" | "miss" | "stale" | "none";
  /** The id of the edge's run. A restarted edge counts from zero under another id. */
  meter: string;
  version: number;
  requests: number;
  /** The size of bodies, as passed by nginx to the operating system, without the unsent rest of an aborted response. */
  bytes_sent: number;
  /** The bytes that the edge loaded from the origin; only in `miss` rows without a country and without requests. */
  bytes_origin: number;
}

/** The table of the edges' counts for CDN entries: kept forever, like `metered_hours`, since its statistics accompany invoices. */
export const CDN_HOURS_DDL = `CREATE TABLE IF NOT EXISTS cdn_hours (
  client_uuid LowCardinality(String) CODEC(ZSTD(1)), entry_uuid String CODEC(ZSTD(1)),
  hour DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)), country LowCardinality(String) CODEC(ZSTD(1)),
  status_class UInt8 CODEC(ZSTD(1)), cache LowCardinality(String) CODEC(ZSTD(1)),
  meter String CODEC(ZSTD(1)), version UInt64 CODEC(Delta, ZSTD(1)),
  requests UInt64 CODEC(T64, ZSTD(1)), bytes_sent UInt64 CODEC(T64, ZSTD(1)), bytes_origin UInt64 CODEC(T64, ZSTD(1))
) ENGINE = ReplacingMergeTree(version) PARTITION BY toYYYYMM(hour)
ORDER BY (client_uuid, entry_uuid, hour, country, status_class, cache, meter)`;

/**
 * The factor by which the reported received peer bytes may exceed those reported as sent: the last beacon of a closed page is sometimes
 * lost. Anything beyond is not billed.
 */
const PEERS_TOLERANCE = 1.05;

/**
 * The peer traffic billed for a video and hour: the least of what viewers report as received, what others
 * report as sent, and what viewers can have exchanged if nobody is their own peer. The last is the largest
 * flow between two sides of the same group: all that was received and sent, less the total of the viewer who
 * received and sent most.
 */
export const MATCHED_PEERS_SQL = `greatest(0, least(toInt64(sum(bytes_peer)), toInt64(floor(sum(bytes_up) * ${PEERS_TOLERANCE})),
  toInt64(sum(bytes_peer)) + toInt64(sum(bytes_up)) - toInt64(max(bytes_most))))`;

/** How long session minutes are kept. Older data is available by the hour only. */
const MINUTES_RETENTION = "INTERVAL 90 DAY";

/**
 * The table is written by edges and read by the api: one `SessionMinuteRow` per session and minute, of which the latest version counts.
 * Seconds are decimals, so that sums are exact to the millisecond in any order. It is partitioned by day and sorted by hour within it, so
 * that a client's last hour is read without reading earlier hours (555,000 minutes a day: 176 → 57 ms). On a cluster, only the engine
 * clause differs.
 */
export const SESSION_MINUTES_DDL = `CREATE TABLE IF NOT EXISTS session_minutes (
  client_uuid LowCardinality(String) CODEC(ZSTD(1)), video_uuid String CODEC(ZSTD(1)), session_uuid String CODEC(ZSTD(1)),
  minute DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)), version UInt64 CODEC(Delta, ZSTD(1)),
  taken_at DateTime('UTC') DEFAULT now() CODEC(Delta, ZSTD(1)),
  sec_server Decimal32(3) CODEC(ZSTD(1)), sec_peer Decimal32(3) CODEC(ZSTD(1)),
  sec_rebuf_http Decimal32(3) CODEC(ZSTD(1)), sec_rebuf_p2p Decimal32(3) CODEC(ZSTD(1)),
  bytes_server UInt64 CODEC(T64, ZSTD(1)), bytes_peer UInt64 CODEC(T64, ZSTD(1)), bytes_up UInt64 CODEC(T64, ZSTD(1)),
  kbps_seconds Decimal64(3) CODEC(ZSTD(1)), sec_best_quality Decimal32(3) CODEC(ZSTD(1)),
  views UInt8 CODEC(ZSTD(1)), attempts UInt8 CODEC(ZSTD(1)), startup_ms Decimal32(3) CODEC(ZSTD(1)),
  peers UInt16 CODEC(ZSTD(1)), errors UInt32 CODEC(ZSTD(1)),
  country LowCardinality(String) CODEC(ZSTD(1)), network_prefix String CODEC(ZSTD(1)),
  device LowCardinality(String) CODEC(ZSTD(1)), network LowCardinality(String) CODEC(ZSTD(1)),
  link_uuid String DEFAULT '' CODEC(ZSTD(1)),
  sec_direct Decimal32(3) DEFAULT 0 CODEC(ZSTD(1)), bytes_direct UInt64 DEFAULT 0 CODEC(T64, ZSTD(1)),
  asn UInt32 DEFAULT 0 CODEC(ZSTD(1)), isp LowCardinality(String) DEFAULT '' CODEC(ZSTD(1)),
  is_vpn UInt8 DEFAULT 0 CODEC(ZSTD(1)), page_host LowCardinality(String) DEFAULT '' CODEC(ZSTD(1)),
  config_uuid LowCardinality(String) DEFAULT '' CODEC(ZSTD(1)),
  site_uuid LowCardinality(String) DEFAULT '' CODEC(ZSTD(1)), is_site_closed UInt8 DEFAULT 0 CODEC(ZSTD(1)),
  viewer String DEFAULT '' CODEC(ZSTD(1)), height UInt16 DEFAULT 0 CODEC(ZSTD(1)),
  browser LowCardinality(String) DEFAULT '' CODEC(ZSTD(1)), system LowCardinality(String) DEFAULT '' CODEC(ZSTD(1)),
  player LowCardinality(String) DEFAULT '' CODEC(ZSTD(1)),
  played Array(UInt32) DEFAULT [] CODEC(ZSTD(1)), replayed Array(UInt32) DEFAULT [] CODEC(ZSTD(1)),
  events Array(String) DEFAULT [] CODEC(ZSTD(1)), proof_group UInt8 DEFAULT 0 CODEC(ZSTD(1)),
  other_heights Array(UInt16) DEFAULT [] CODEC(ZSTD(1)),
  other_ms_server Array(UInt32) DEFAULT [] CODEC(ZSTD(1)), other_ms_peer Array(UInt32) DEFAULT [] CODEC(ZSTD(1)),
  other_ms_best Array(UInt32) DEFAULT [] CODEC(ZSTD(1)), other_kbits Array(UInt64) DEFAULT [] CODEC(ZSTD(1)),
  INDEX by_version version TYPE minmax GRANULARITY 1, INDEX by_taken taken_at TYPE minmax GRANULARITY 1
) ENGINE = ReplacingMergeTree(version) PARTITION BY toYYYYMMDD(minute)
ORDER BY (client_uuid, toStartOfHour(minute), video_uuid, session_uuid, minute) TTL minute + ${MINUTES_RETENTION} SETTINGS ttl_only_drop_parts = 1`;

/**
 * Session minutes whose browser identifies itself as a robot, such as a search engine's: used only for the number of
 * robot sessions. `browser` is the robot's name.
 */
export const ROBOT_MINUTES_DDL = SESSION_MINUTES_DDL.replace("session_minutes", "robot_minutes");
