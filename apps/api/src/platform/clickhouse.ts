import { type ClickHouseClient, ClickHouseLogLevel, createClient } from "@clickhouse/client";

const TIMEOUT_MS = 20_000;

/** Tables of the analytics engine; only the engine clause differs on a cluster. */
const TABLES = [
  `CREATE TABLE IF NOT EXISTS session_minutes (
    client_uuid String, video_uuid String, session_uuid String, minute DateTime('UTC'), version UInt64,
    sec_server Float64, sec_peer Float64, sec_rebuf_http Float64, sec_rebuf_p2p Float64,
    bytes_server UInt64, bytes_peer UInt64, bytes_up UInt64, kbps_seconds Float64, sec_best_quality Float64,
    views UInt8, attempts UInt8, startup_ms Float64, peers UInt16, errors UInt32,
    country LowCardinality(String), network_prefix String, device LowCardinality(String), network LowCardinality(String)
  ) ENGINE = ReplacingMergeTree(version) PARTITION BY toYYYYMM(minute)
  ORDER BY (client_uuid, video_uuid, session_uuid, minute) TTL minute + INTERVAL 90 DAY`,
  `CREATE TABLE IF NOT EXISTS video_hours (
    client_uuid String, video_uuid String, hour DateTime('UTC'), country LowCardinality(String),
    device LowCardinality(String), network LowCardinality(String), version UInt64,
    sec_server Float64, sec_peer Float64, sec_rebuf Float64, bytes_server UInt64, bytes_peer UInt64, bytes_up UInt64,
    kbps_seconds Float64, sec_best_quality Float64, views UInt64, startup_ms Float64
  ) ENGINE = ReplacingMergeTree(version) PARTITION BY toYYYYMM(hour)
  ORDER BY (client_uuid, video_uuid, hour, country, device, network)`,
  "ALTER TABLE session_minutes ADD COLUMN IF NOT EXISTS link_uuid String DEFAULT ''",
  `CREATE TABLE IF NOT EXISTS link_hours (
    client_uuid String, link_uuid String, hour DateTime('UTC'), version UInt64, views UInt64, last DateTime('UTC')
  ) ENGINE = ReplacingMergeTree(version) PARTITION BY toYYYYMM(hour) ORDER BY (client_uuid, link_uuid, hour)`,
  // A row a session that came to the end: no time to live, since the screen shows what was counted ever.
  `CREATE TABLE IF NOT EXISTS outro_sessions (
    client_uuid String, outro_uuid String, video_uuid String, session_uuid String, version UInt64, at DateTime('UTC'),
    shown UInt16, button_clicks UInt16, subtext_clicks UInt16
  ) ENGINE = ReplacingMergeTree(version) ORDER BY (client_uuid, outro_uuid, video_uuid, session_uuid)`,
];

export type Analytics = ClickHouseClient;

export function openAnalytics(url: string): Analytics {
  return createClient({ url, request_timeout: TIMEOUT_MS, log: { level: ClickHouseLogLevel.OFF } });
}

/** Makes the tables that are missing. */
export async function prepareAnalytics(analytics: Analytics): Promise<void> {
  for (const query of TABLES) await analytics.command({ query });
}
