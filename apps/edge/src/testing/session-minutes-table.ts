/** The table as the api creates it. */
export const SESSION_MINUTES_DDL = `CREATE TABLE IF NOT EXISTS session_minutes (
  client_uuid String, video_uuid String, session_uuid String, minute DateTime('UTC'), version UInt64,
  sec_server Float64, sec_peer Float64, sec_rebuf_http Float64, sec_rebuf_p2p Float64,
  bytes_server UInt64, bytes_peer UInt64, bytes_up UInt64, kbps_seconds Float64, sec_best_quality Float64,
  views UInt8, attempts UInt8, startup_ms Float64, peers UInt16, errors UInt32,
  country LowCardinality(String), network_prefix String, device LowCardinality(String), network LowCardinality(String),
  link_uuid String DEFAULT '', sec_direct Float64 DEFAULT 0, bytes_direct UInt64 DEFAULT 0,
  asn UInt32 DEFAULT 0, is_vpn UInt8 DEFAULT 0, page_host LowCardinality(String) DEFAULT '',
  config_uuid LowCardinality(String) DEFAULT '', site_uuid LowCardinality(String) DEFAULT '', is_site_closed UInt8 DEFAULT 0
) ENGINE = ReplacingMergeTree(version) PARTITION BY toYYYYMM(minute)
ORDER BY (client_uuid, video_uuid, session_uuid, minute)`;
