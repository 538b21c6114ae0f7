import type { DeliverySums } from "@shoal/domain/figures";
import type { Analytics } from "../../../platform/clickhouse.ts";

/** A video, or media on another CDN, as ClickHouse identifies it. */
export interface FigureSubject {
  clientUuid: string;
  /** The uuid of a hosted video, otherwise the name used by its page, which several clients may share. */
  videoUuid: string;
}

export interface VideoSums extends DeliverySums, FigureSubject {}

const SUMS_SQL = `
  sum(sec_server) AS secServer, sum(sec_peer) AS secPeer, sum(sec_rebuf) AS secRebuf,
  sum(bytes_server) AS bytesServer, sum(bytes_peer) AS bytesPeer, sum(bytes_up) AS bytesUp,
  sum(kbps_seconds) AS kbpsSeconds, sum(sec_best_quality) AS secBestQuality,
  sum(views) AS views, sum(startup_ms) AS startupMs`;

/** The query for the latest report of each session and minute. */
const MINUTES_SQL = `
  SELECT client_uuid, video_uuid, minute, country, device, network,
    toFloat64(sec_server) AS sec_server, toFloat64(sec_peer) AS sec_peer,
    toFloat64(sec_rebuf_http + sec_rebuf_p2p) AS sec_rebuf, bytes_server, bytes_peer, bytes_up,
    toFloat64(kbps_seconds) AS kbps_seconds, toFloat64(sec_best_quality) AS sec_best_quality, views,
    toFloat64(startup_ms) AS startup_ms
  FROM session_minutes FINAL`;

/**
 * The query for the existing rows of closed hours as zeros. Without them, rows of a line that was later reported as another
 * would remain.
 */
const CLOSED_BEFORE = `
  SELECT DISTINCT client_uuid, video_uuid, hour AS minute, country, device, network,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0
  FROM video_hours WHERE hour >= toDateTime({from:UInt32}, 'UTC') AND hour < toDateTime({until:UInt32}, 'UTC')`;

/** The condition on clients and videos, which together match the tables' sort order. */
const IS_REQUESTED = "client_uuid IN {clients:Array(String)} AND video_uuid IN {videos:Array(String)}";

/** The condition for recent minutes. After a long absence, players also report older minutes. */
export const RECENT_MINUTES_SQL = "minute >= toDateTime(intDiv({since:UInt64}, 1000) - 120, 'UTC')";

/** Creates the analytics queries for totals. Ratios are computed elsewhere. */
export function createSumsReader(analytics: Analytics) {
  const rows = async <T>(query: string, params: Record<string, unknown>): Promise<T[]> => {
    const result = await analytics.query({ query, query_params: params, format: "JSONEachRow" });
    return result.json<T>();
  };

  return {
    /** Lists the media reported since `sinceMs`, with the newest version seen. */
    listReported: (sinceMs: number) =>
      rows<FigureSubject & { newest: number }>(
        `SELECT client_uuid AS clientUuid, video_uuid AS videoUuid, max(version) AS newest FROM session_minutes
         WHERE version > {since:UInt64} GROUP BY client_uuid, video_uuid`,
        { since: sinceMs },
      ),

    /** Lists the number of sessions that played since `sinceMs`, by video. */
    listConcurrent: (sinceMs: number) =>
      rows<FigureSubject & { sessions: number }>(
        `SELECT client_uuid AS clientUuid, video_uuid AS videoUuid, uniqExact(session_uuid) AS sessions
         FROM session_minutes WHERE version > {since:UInt64} AND ${RECENT_MINUTES_SQL} GROUP BY client_uuid, video_uuid`,
        { since: sinceMs },
      ),

    /**
     * Lists totals by video, from the roll-up for closed hours and from minutes for later hours. Includes media of other clients
     * with the same names.
     */
    listTotals: (watched: readonly FigureSubject[], closedUntilSec: number) =>
      rows<VideoSums>(
        `SELECT client_uuid AS clientUuid, video_uuid AS videoUuid, country, device, network, ${SUMS_SQL} FROM (
           SELECT client_uuid, video_uuid, country, device, network, sec_server, sec_peer, sec_rebuf, bytes_server,
             bytes_peer, bytes_up, kbps_seconds, sec_best_quality, views, startup_ms
           FROM video_hours FINAL WHERE ${IS_REQUESTED} AND hour < toDateTime({until:UInt32}, 'UTC')
           UNION ALL
           SELECT client_uuid, video_uuid, country, device, network, sec_server, sec_peer, sec_rebuf, bytes_server,
             bytes_peer, bytes_up, kbps_seconds, sec_best_quality, views, startup_ms
           FROM (${MINUTES_SQL} WHERE ${IS_REQUESTED} AND minute >= toDateTime({until:UInt32}, 'UTC'))
         ) GROUP BY client_uuid, video_uuid, country, device, network`,
        {
          clients: [...new Set(watched.map(({ clientUuid }) => clientUuid))],
          videos: [...new Set(watched.map(({ videoUuid }) => videoUuid))],
          until: closedUntilSec,
        },
      ),

    /** Aggregates whole hours, given in seconds since 1970. Repeating it gives the same rows. */
    async closeHours(fromSec: number, untilSec: number, version: number): Promise<void> {
      await analytics.command({
        query: `INSERT INTO video_hours
          SELECT client_uuid, video_uuid, toStartOfHour(minute) AS hour, country, device, network,
            {version:UInt64} AS version, sum(sec_server), sum(sec_peer), sum(sec_rebuf), sum(bytes_server),
            sum(bytes_peer), sum(bytes_up), sum(kbps_seconds), sum(sec_best_quality), sum(views), sum(startup_ms)
          FROM (
            ${MINUTES_SQL}
            WHERE minute >= toDateTime({from:UInt32}, 'UTC') AND minute < toDateTime({until:UInt32}, 'UTC')
            UNION ALL
            ${CLOSED_BEFORE}
          )
          GROUP BY client_uuid, video_uuid, hour, country, device, network`,
        query_params: { from: fromSec, until: untilSec, version },
      });
    },

    /** Finds the hour of the oldest report, in seconds since 1970; undefined if there is none. */
    async findFirstHour(): Promise<number | undefined> {
      const [row] = await rows<{ first: number; count: number }>(
        "SELECT toUnixTimestamp(toStartOfHour(min(minute))) AS first, count() AS count FROM session_minutes",
        {},
      );
      return row && row.count > 0 ? row.first : undefined;
    },
  };
}
export type SumsReader = ReturnType<typeof createSumsReader>;
