import { MATCHED_PEERS_SQL } from "@shoal/contract/stored-data";

/** A time after every counted hour, within the range of ClickHouse's times. */
const DISTANT_FUTURE_SEC = 4_000_000_000;

/** A range of hours in seconds since 1970, whose end is exclusive. */
export interface BilledPeriod {
  fromSec: number;
  /** The end of the range; the present if undefined. */
  untilSec?: number;
  /** The end of the last hour of the roll-up, in seconds since 1970. */
  closedUntilSec: number;
  /** When edges started to measure. Earlier data come only from players. */
  meteredSinceSec: number;
}

/** Returns the parameters that `billedHoursSql` uses. */
export const billedParams = ({
  fromSec,
  untilSec = DISTANT_FUTURE_SEC,
  closedUntilSec,
  meteredSinceSec,
}: BilledPeriod) => ({
  billedFrom: fromSec,
  billedUntil: untilSec,
  reportedClosedUntil: Math.min(untilSec, closedUntilSec, meteredSinceSec),
  reportedOpenFrom: Math.max(fromSec, closedUntilSec),
  reportedOpenUntil: Math.min(untilSec, meteredSinceSec),
  meteredFrom: Math.max(fromSec, meteredSinceSec),
});

const dateTimeParam = (name: string) => `toDateTime({${name}:UInt32}, 'UTC')`;

/**
 * Returns SQL for rows of client_uuid, hour, fromServer, fromPeers, unmatched and unverified: billed bytes, those no peer
 * reports as sent, and claims beyond the usual level. This is the only place where bills are computed from rows.
 * @param clientCondition a condition on client_uuid.
 * @param params the parameters of the same query. Tables without any of its hours are left out, which saves some milliseconds
 * each.
 */
export function billedHoursSql(clientCondition = "1", params?: ReturnType<typeof billedParams>): string {
  const hasReportedHours = !params || params.billedFrom < params.reportedClosedUntil;
  const hasReportedMinutes = !params || params.reportedOpenFrom < params.reportedOpenUntil;
  return [
    meteredSql(clientCondition),
    ...(hasReportedHours ? [withoutVideo(reportedHoursSql(clientCondition))] : []),
    ...(hasReportedMinutes ? [withoutVideo(reportedMinutesSql(clientCondition))] : []),
  ].join(" UNION ALL ");
}

/** Returns SQL for rows of hour, video, serverBytes and peerBytes, which `billedHoursSql` sums, with the same parameters. */
export const billedRowsSql = (clientCondition: string): string => `
  SELECT hour, video, sum(fromServer) AS serverBytes, sum(fromPeers) AS peerBytes FROM (
    SELECT hour, video_uuid AS video, edge AS fromServer, peers AS fromPeers FROM (${meteredRowsSql(clientCondition)})
    UNION ALL SELECT hour, video_uuid AS video, fromServer, fromPeers FROM (${reportedHoursSql(clientCondition)})
    UNION ALL SELECT hour, video_uuid AS video, fromServer, fromPeers FROM (${reportedMinutesSql(clientCondition)})
  ) GROUP BY hour, video HAVING serverBytes != 0 OR peerBytes != 0`;

const meteredRowsSql = (clientCondition: string): string => `
    SELECT client_uuid, hour, video_uuid, toInt64(sum(bytes_edge + bytes_elsewhere)) AS edge,
      toInt64(${MATCHED_PEERS_SQL}) AS peers, toInt64(sum(bytes_peer)) AS claimed, toInt64(sum(bytes_unverified)) AS held
    FROM metered_hours FINAL
    WHERE ${clientCondition} AND hour >= ${dateTimeParam("meteredFrom")} AND hour < ${dateTimeParam("billedUntil")}
    GROUP BY client_uuid, hour, video_uuid`;

const meteredSql = (clientCondition: string): string => `
  SELECT client_uuid, hour, sum(edge) AS fromServer, sum(peers) AS fromPeers, sum(claimed) - sum(peers) AS unmatched,
    sum(held) AS unverified
  FROM (${meteredRowsSql(clientCondition)}) GROUP BY client_uuid, hour`;

const withoutVideo = (rows: string): string =>
  `SELECT client_uuid, hour, fromServer, fromPeers, unmatched, unverified FROM (${rows})`;

const reportedHoursSql = (clientCondition: string): string => `
  SELECT client_uuid, hour, video_uuid, toInt64(bytes_server) AS fromServer, toInt64(bytes_peer) AS fromPeers, toInt64(0) AS unmatched,
    toInt64(0) AS unverified
  FROM video_hours FINAL
  WHERE ${clientCondition} AND hour >= ${dateTimeParam("billedFrom")} AND hour < ${dateTimeParam("reportedClosedUntil")}`;

const reportedMinutesSql = (clientCondition: string): string => `
  SELECT client_uuid, toStartOfHour(minute) AS hour, video_uuid, toInt64(bytes_server) AS fromServer, toInt64(bytes_peer) AS fromPeers,
    toInt64(0) AS unmatched, toInt64(0) AS unverified
  FROM session_minutes FINAL
  WHERE ${clientCondition} AND minute >= ${dateTimeParam("reportedOpenFrom")} AND minute < ${dateTimeParam("reportedOpenUntil")}`;
