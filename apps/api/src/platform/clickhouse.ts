import { randomUUID } from "node:crypto";
import { type ClickHouseClient, ClickHouseLogLevel, createClient, type Logger } from "@clickhouse/client";

type LogParams = Parameters<Logger["debug"]>[0];

const TIMEOUT_MS = 20_000;
/** Of a statement, in an error. */
const QUERY_CHARS = 200;

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
  "ALTER TABLE session_minutes ADD COLUMN IF NOT EXISTS sec_direct Float64 DEFAULT 0",
  "ALTER TABLE session_minutes ADD COLUMN IF NOT EXISTS bytes_direct UInt64 DEFAULT 0",
  `ALTER TABLE session_minutes ADD COLUMN IF NOT EXISTS asn UInt32 DEFAULT 0,
    ADD COLUMN IF NOT EXISTS is_vpn UInt8 DEFAULT 0,
    ADD COLUMN IF NOT EXISTS page_host LowCardinality(String) DEFAULT '',
    ADD COLUMN IF NOT EXISTS config_uuid LowCardinality(String) DEFAULT '',
    ADD COLUMN IF NOT EXISTS site_uuid LowCardinality(String) DEFAULT ''`,
  "ALTER TABLE session_minutes ADD COLUMN IF NOT EXISTS is_site_closed UInt8 DEFAULT 0",
  `CREATE TABLE IF NOT EXISTS link_hours (
    client_uuid String, link_uuid String, hour DateTime('UTC'), version UInt64, views UInt64, last DateTime('UTC')
  ) ENGINE = ReplacingMergeTree(version) PARTITION BY toYYYYMM(hour) ORDER BY (client_uuid, link_uuid, hour)`,
  // A row a session that came to the end: no time to live, since the screen shows what was counted ever.
  `CREATE TABLE IF NOT EXISTS outro_sessions (
    client_uuid String, outro_uuid String, video_uuid String, session_uuid String, version UInt64, at DateTime('UTC'),
    shown UInt16, button_clicks UInt16, subtext_clicks UInt16
  ) ENGINE = ReplacingMergeTree(version) ORDER BY (client_uuid, outro_uuid, video_uuid, session_uuid)`,
];

/**
 * Rows that are taken are on disk, as edges forget what they have sent: an insert and a merge that replaces older parts
 * wait for it. 1,000 rows take 19 ms instead of 11.
 */
const DURABLE = `MODIFY SETTING fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1,
  min_compressed_bytes_to_fsync_after_merge = 1`;
const TABLE_NAMES = ["session_minutes", "video_hours", "link_hours", "outro_sessions"];

export type Analytics = Pick<ClickHouseClient, "query" | "command" | "ping" | "close">;

/** The analytics engine refused a statement, or did not answer. The message names its status and the statement. */
export class AnalyticsError extends Error {
  /** Of HTTP; undefined when there was no answer. */
  readonly status: number | undefined;
  constructor(query: string, status: number | undefined, cause: unknown) {
    const words = (cause instanceof Error ? cause.message : String(cause)) || "no word of why";
    const text = query.replaceAll(/\s+/g, " ").trim().slice(0, QUERY_CHARS);
    super(`${words} (${status === undefined ? "no answer" : `HTTP ${status}`} to: ${text})`, { cause });
    this.name = "AnalyticsError";
    this.status = status;
  }
}

/**
 * Opens the analytics engine. What `query` and `command` throw is an AnalyticsError.
 * @param url with user, password and database.
 */
export function openAnalytics(url: string): Analytics {
  const statuses = new Map<string, number | undefined>();
  const client = createClient({
    url,
    request_timeout: TIMEOUT_MS,
    log: { level: ClickHouseLogLevel.DEBUG, LoggerClass: statusLogger(statuses) },
    // Long parameters go in the body: servers and those before them limit an address to some kB.
    use_multipart_params_auto: true,
  });
  const explain =
    <Params extends { query: string }, Result>(call: (params: Params) => Promise<Result>) =>
    async (params: Params): Promise<Result> => {
      const queryId = randomUUID();
      statuses.set(queryId, undefined);
      try {
        return await call({ ...params, query_id: queryId });
      } catch (error) {
        throw new AnalyticsError(params.query, statuses.get(queryId), error);
      } finally {
        statuses.delete(queryId);
      }
    };
  return {
    query: explain(client.query.bind(client)) as ClickHouseClient["query"],
    command: explain(client.command.bind(client)),
    ping: client.ping.bind(client),
    close: client.close.bind(client),
  };
}

/** The client's errors do not tell the status of an answer, its debug log alone does. Prints nothing. */
function statusLogger(statuses: Map<string, number | undefined>): new () => Logger {
  const nothing = () => undefined;
  return class {
    trace = nothing;
    info = nothing;
    warn = nothing;
    error = nothing;
    debug({ args }: LogParams): void {
      const { query_id: id, response_status: status } = args ?? {};
      if (typeof id === "string" && typeof status === "number" && statuses.has(id)) statuses.set(id, status);
    }
  };
}

/** Makes the tables that are missing. */
export async function prepareAnalytics(analytics: Analytics): Promise<void> {
  for (const query of TABLES) await analytics.command({ query });
  for (const name of TABLE_NAMES) await analytics.command({ query: `ALTER TABLE ${name} ${DURABLE}` });
}
