import {
  CDN_HOURS_DDL,
  METERED_HOURS_DDL,
  ROBOT_MINUTES_DDL,
  SESSION_MINUTES_DDL,
} from "@shoal/contract/stored-data";
import { shardTable } from "./analytics-cluster.ts";
import type { Analytics } from "./clickhouse.ts";
import { type DailyTable, moveRows, renameToOld, SESSION_MINUTES } from "./rekeyed-tables.ts";

/** Whether a row has counts: an outdated row of an hour is replaced by zeros, not removed. */
export const HOLDS_SQL = `attempts + views + bytes_server + bytes_peer + bytes_up
      + ms_server + ms_peer + ms_rebuf_http + ms_rebuf_p2p > 0`;
/** The column is stored with the row: adding up nine columns of millions of rows took a sixth of a query's time. */
const HOLDS_COLUMN = `holds UInt8 DEFAULT ${HOLDS_SQL} CODEC(ZSTD(1))`;

/** The columns per session and hour; times in milliseconds. */
const SESSION_ROW = `client_uuid LowCardinality(String) CODEC(ZSTD(1)), hour DateTime('UTC') CODEC(DoubleDelta, ZSTD(1)), video_uuid String CODEC(ZSTD(1)),
    session UInt64 CODEC(ZSTD(1)), height UInt16 CODEC(ZSTD(1)),
    country LowCardinality(String) CODEC(ZSTD(1)), asn UInt32 CODEC(ZSTD(1)), network LowCardinality(String) CODEC(ZSTD(1)),
    site_uuid LowCardinality(String) CODEC(ZSTD(1)), version UInt64 CODEC(Delta, ZSTD(1)),
    isp LowCardinality(String) CODEC(ZSTD(1)), device LowCardinality(String) CODEC(ZSTD(1)),
    browser LowCardinality(String) CODEC(ZSTD(1)), system LowCardinality(String) CODEC(ZSTD(1)),
    player LowCardinality(String) CODEC(ZSTD(1)), page_host LowCardinality(String) CODEC(ZSTD(1)),
    config_uuid LowCardinality(String) CODEC(ZSTD(1)), viewer UInt64 CODEC(ZSTD(1)),
    ms_server UInt32 CODEC(T64, ZSTD(1)), ms_peer UInt32 CODEC(T64, ZSTD(1)),
    ms_rebuf_http UInt32 CODEC(T64, ZSTD(1)), ms_rebuf_p2p UInt32 CODEC(T64, ZSTD(1)),
    ms_best UInt32 CODEC(T64, ZSTD(1)), kbits UInt64 CODEC(T64, ZSTD(1)),
    bytes_server UInt64 CODEC(T64, ZSTD(1)), bytes_peer UInt64 CODEC(T64, ZSTD(1)), bytes_up UInt64 CODEC(T64, ZSTD(1)),
    attempts UInt16 CODEC(T64, ZSTD(1)), views UInt16 CODEC(T64, ZSTD(1)), failures UInt16 CODEC(T64, ZSTD(1)),
    exits UInt16 CODEC(T64, ZSTD(1)), startup_ms UInt32 CODEC(T64, ZSTD(1)), startup_bucket UInt16 CODEC(T64, ZSTD(1)),
    proof_group UInt8 DEFAULT 0 CODEC(ZSTD(1)), minute_bits UInt64 DEFAULT 0 CODEC(ZSTD(1)),
    ${HOLDS_COLUMN}`;

/**
 * The table that analytics pages read: one row per session and hour, kept as long as viewers may be identified. The client is stored as a
 * dictionary number: comparing texts took half of a query's time (84 → 43 ms for 3.3 M rows).
 */
const SESSION_HOURS_DDL = `CREATE TABLE IF NOT EXISTS session_hours (
    ${SESSION_ROW},
    played_at Array(UInt32) CODEC(ZSTD(1)), played_by Array(Int32) CODEC(ZSTD(1)),
    replayed_at Array(UInt32) CODEC(ZSTD(1)), replayed_by Array(Int32) CODEC(ZSTD(1))
  ) ENGINE = ReplacingMergeTree(version) PARTITION BY toYYYYMMDD(hour)
  ORDER BY (client_uuid, hour, video_uuid, session, height, country, asn, network, site_uuid)
  TTL hour + INTERVAL 400 DAY SETTINGS ttl_only_drop_parts = 1`;

/**
 * The rows of aggregated days, with the versions of their totals, in two sort orders that keep the rows of a filter together: by
 * location and device, and by video. Otherwise, all granules contain some of them, and a filter that kept one row in fifty took
 * as long as no filter (176 ms for 3.3 M rows; 20 ms in this order, 15 by video).
 */
const DAY_ROWS_DDL = `CREATE TABLE IF NOT EXISTS day_rows (
    ${SESSION_ROW},
    PROJECTION by_video (SELECT * ORDER BY client_uuid, video_uuid, hour)
  ) ENGINE = MergeTree PARTITION BY toYYYYMM(hour) ORDER BY (client_uuid, device, country, video_uuid, hour)
  TTL hour + INTERVAL 400 DAY SETTINGS ttl_only_drop_parts = 1, index_granularity = 1024`;

/**
 * The table with the totals of past days for each value of each dimension, which a breakdown of 90 days reads instead of the
 * sessions. Sets of viewers and sessions are stored as bits, so that several days can be combined. Granules are small because
 * rows are large (with 8,192 rows, the totals took 250 ms, since the bits of videos were next to them). A day that is aggregated
 * again gets another version; `summed_days` states which version counts.
 */
const DAY_SUMS_DDL = `CREATE TABLE IF NOT EXISTS day_sums (
    client_uuid LowCardinality(String) CODEC(ZSTD(1)), dimension LowCardinality(String) CODEC(ZSTD(1)), value String CODEC(ZSTD(1)),
    slot DateTime('UTC') CODEC(Delta, ZSTD(1)), version UInt64 CODEC(Delta, ZSTD(1)), label String CODEC(ZSTD(1)),
    ms_server UInt64 CODEC(T64, ZSTD(1)), ms_peer UInt64 CODEC(T64, ZSTD(1)),
    ms_rebuf_http UInt64 CODEC(T64, ZSTD(1)), ms_rebuf_p2p UInt64 CODEC(T64, ZSTD(1)),
    ms_best UInt64 CODEC(T64, ZSTD(1)), kbits UInt64 CODEC(T64, ZSTD(1)),
    bytes_server UInt64 CODEC(T64, ZSTD(1)), bytes_peer UInt64 CODEC(T64, ZSTD(1)), bytes_up UInt64 CODEC(T64, ZSTD(1)),
    attempts UInt64 CODEC(T64, ZSTD(1)), views UInt64 CODEC(T64, ZSTD(1)), failures UInt64 CODEC(T64, ZSTD(1)),
    exits UInt64 CODEC(T64, ZSTD(1)), startup_ms UInt64 CODEC(T64, ZSTD(1)),
    viewer_bits AggregateFunction(groupBitmap, UInt32) CODEC(ZSTD(1)),
    session_bits AggregateFunction(groupBitmap, UInt32) CODEC(ZSTD(1)),
    startups AggregateFunction(quantilesExactWeighted(0.5, 0.75, 0.95), UInt16, UInt8) CODEC(ZSTD(1)),
    minute_counts Array(UInt32) CODEC(ZSTD(1))
  ) ENGINE = MergeTree PARTITION BY toYYYYMM(slot) ORDER BY (client_uuid, dimension, value, slot)
  TTL slot + INTERVAL 400 DAY SETTINGS index_granularity = 64`;

const DAILY_TABLES: DailyTable[] = [SESSION_MINUTES, { name: "session_hours", at: "hour" }];

/** The tables of ClickHouse. On a cluster, only their engine clause differs. */
const TABLE_STATEMENTS = [
  SESSION_MINUTES_DDL,
  ROBOT_MINUTES_DDL,
  METERED_HOURS_DDL,
  CDN_HOURS_DDL,
  `CREATE TABLE IF NOT EXISTS video_hours (
    client_uuid String, video_uuid String, hour DateTime('UTC'), country LowCardinality(String),
    device LowCardinality(String), network LowCardinality(String), version UInt64,
    sec_server Float64, sec_peer Float64, sec_rebuf Float64, bytes_server UInt64, bytes_peer UInt64, bytes_up UInt64,
    kbps_seconds Float64, sec_best_quality Float64, views UInt64, startup_ms Float64
  ) ENGINE = ReplacingMergeTree(version) PARTITION BY toYYYYMM(hour)
  ORDER BY (client_uuid, video_uuid, hour, country, device, network)`,
  SESSION_HOURS_DDL,
  DAY_SUMS_DDL,
  DAY_ROWS_DDL,
  `CREATE TABLE IF NOT EXISTS link_hours (
    client_uuid String, link_uuid String, hour DateTime('UTC'), version UInt64, views UInt64, last DateTime('UTC')
  ) ENGINE = ReplacingMergeTree(version) PARTITION BY toYYYYMM(hour) ORDER BY (client_uuid, link_uuid, hour)`,
  // The table with one row per session that reached the end. Rows do not expire, since the screen shows all-time counts.
  `CREATE TABLE IF NOT EXISTS outro_sessions (
    client_uuid String, outro_uuid String, video_uuid String, session_uuid String, version UInt64, at DateTime('UTC'),
    shown UInt16, button_clicks UInt16, subtext_clicks UInt16
  ) ENGINE = ReplacingMergeTree(version) ORDER BY (client_uuid, outro_uuid, video_uuid, session_uuid)`,
];

/** The statements that add columns which tables of earlier versions do not have. */
const ADDED_COLUMNS = [
  `ALTER TABLE metered_hours ADD COLUMN IF NOT EXISTS bytes_unverified UInt64 DEFAULT 0 CODEC(T64, ZSTD(1)),
    ADD COLUMN IF NOT EXISTS address_percent UInt8 DEFAULT 0 CODEC(ZSTD(1))`,
  `ALTER TABLE session_minutes ADD COLUMN IF NOT EXISTS played Array(UInt32) DEFAULT [] CODEC(ZSTD(1)),
    ADD COLUMN IF NOT EXISTS replayed Array(UInt32) DEFAULT [] CODEC(ZSTD(1)),
    ADD COLUMN IF NOT EXISTS events Array(String) DEFAULT [] CODEC(ZSTD(1))`,
  `ALTER TABLE session_hours ADD COLUMN IF NOT EXISTS played_at Array(UInt32) CODEC(ZSTD(1)),
    ADD COLUMN IF NOT EXISTS played_by Array(Int32) CODEC(ZSTD(1)),
    ADD COLUMN IF NOT EXISTS replayed_at Array(UInt32) CODEC(ZSTD(1)),
    ADD COLUMN IF NOT EXISTS replayed_by Array(Int32) CODEC(ZSTD(1))`,
  "ALTER TABLE session_minutes ADD COLUMN IF NOT EXISTS proof_group UInt8 DEFAULT 0 CODEC(ZSTD(1))",
  "ALTER TABLE session_hours ADD COLUMN IF NOT EXISTS proof_group UInt8 DEFAULT 0 CODEC(ZSTD(1))",
  `ALTER TABLE session_hours ADD COLUMN IF NOT EXISTS ${HOLDS_COLUMN}`,
  "ALTER TABLE session_hours ADD COLUMN IF NOT EXISTS minute_bits UInt64 DEFAULT 0 CODEC(ZSTD(1))",
  `ALTER TABLE session_minutes ADD COLUMN IF NOT EXISTS other_heights Array(UInt16) DEFAULT [] CODEC(ZSTD(1)),
    ADD COLUMN IF NOT EXISTS other_ms_server Array(UInt32) DEFAULT [] CODEC(ZSTD(1)),
    ADD COLUMN IF NOT EXISTS other_ms_peer Array(UInt32) DEFAULT [] CODEC(ZSTD(1)),
    ADD COLUMN IF NOT EXISTS other_ms_best Array(UInt32) DEFAULT [] CODEC(ZSTD(1)),
    ADD COLUMN IF NOT EXISTS other_kbits Array(UInt64) DEFAULT [] CODEC(ZSTD(1))`,
];

/**
 * Accepted rows must be on disk, because edges discard what they have sent: inserts, and merges that replace older parts, wait
 * for it. 1,000 rows take 19 ms instead of 11.
 */
const DURABLE_SETTINGS = [
  "fsync_after_insert = 1",
  "fsync_part_directory = 1",
  "min_rows_to_fsync_after_merge = 1",
  "min_compressed_bytes_to_fsync_after_merge = 1",
];

/** All tables with counters by client. */
export const ANALYTICS_TABLES = [
  // The tables of minutes come before those of hours, which are computed from them.
  "session_minutes",
  "robot_minutes",
  "session_hours",
  "day_sums",
  "day_rows",
  "video_hours",
  "link_hours",
  "outro_sessions",
  "metered_hours",
  "cdn_hours",
] as const;

/**
 * Creates missing tables and updates those of earlier versions, except for their rows. Tables that are up to date are not
 * altered: even a statement without effect rewrites the table's metadata and waits for the disk.
 */
export async function prepareAnalytics(analytics: Analytics): Promise<void> {
  if (analytics.cluster) return prepareTables(analytics, shardTable);
  for (const table of DAILY_TABLES) await renameToOld(analytics, table);
  await prepareTables(analytics, (name) => name);
}

/** @param storedIn the table that holds the rows of another table. */
async function prepareTables(analytics: Analytics, storedIn: (name: string) => string): Promise<void> {
  const before = await readDescriptions(analytics);
  for (const query of TABLE_STATEMENTS) {
    const [, name = ""] = /^CREATE TABLE IF NOT EXISTS (\w+)/.exec(query) ?? [];
    const isThere = [name, storedIn(name)].every((table) => before.has(table));
    if (isThere) continue;
    if (before.has(name) && storedIn(name) !== name)
      throw new Error(`CLICKHOUSE_CLUSTER is set, and ${name} is a table of one server: use a new database`);
    await analytics.command({ query: withDurableSettings(query) });
  }
  const present = await readDescriptions(analytics);
  for (const query of ADDED_COLUMNS) if (!hasColumns(present, query)) await analytics.command({ query });
  for (const name of ANALYTICS_TABLES)
    if (!DURABLE_SETTINGS.every((setting) => present.get(storedIn(name))?.includes(setting)))
      await analytics.command({ query: `ALTER TABLE ${name} MODIFY SETTING ${DURABLE_SETTINGS.join(", ")}` });
}

const withDurableSettings = (ddl: string) =>
  `${ddl}${ddl.includes(" SETTINGS ") ? "," : " SETTINGS"} ${DURABLE_SETTINGS.join(", ")}`;

/** Reads ClickHouse's description of each table, by name. */
async function readDescriptions(analytics: Analytics): Promise<Map<string, string>> {
  const query =
    "SELECT name, create_table_query AS description FROM system.tables WHERE database = currentDatabase()";
  const answer = await analytics.query({ query, format: "JSONEachRow" });
  const rows = await answer.json<{ name: string; description: string }>();
  return new Map(rows.map(({ name, description }) => [name, description]));
}

/** Returns whether the table already has every column that the statement would add. */
function hasColumns(present: ReadonlyMap<string, string>, query: string): boolean {
  const [, table = ""] = /^ALTER TABLE (\w+)/.exec(query) ?? [];
  const columns = [...query.matchAll(/ADD COLUMN IF NOT EXISTS (\w+)/g)].map(([, name]) => name);
  return columns.length > 0 && columns.every((name) => present.get(table)?.includes(`\`${name}\` `));
}

/** Moves the rows of earlier versions' tables into the current tables; millions of rows take a minute. */
export async function moveOldRows(analytics: Analytics): Promise<void> {
  // Clusters are newer than the tables of earlier versions.
  if (analytics.cluster) return;
  for (const table of DAILY_TABLES) await moveRows(analytics, table);
}
