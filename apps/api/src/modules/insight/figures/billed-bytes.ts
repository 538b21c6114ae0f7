import { MATCHED_PEERS_SQL } from "@shoal/contract/storage";

/** Beyond every hour that is counted, and within what the engine's times hold. */
const FAR_SEC = 4_000_000_000;

/** Hours in seconds since 1970; the end is exclusive. */
export interface BilledPeriod {
  fromSec: number;
  /** To the present without. */
  untilSec?: number;
  /** The end of the last hour of the roll-up. */
  closedUntilSec: number;
  /** Edges measure from here on; earlier data come only from players. */
  meteredSinceSec: number;
}

/** The parameters that `billedHoursSql` names. */
export const billedParams = ({
  fromSec,
  untilSec = FAR_SEC,
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

const at = (name: string) => `toDateTime({${name}:UInt32}, 'UTC')`;

/**
 * Rows of client_uuid, hour, fromServer, fromPeers, unmatched and unverified: the billed bytes, peer bytes that no peer reports
 * as sent, and claims beyond the usual level. The only place where bills are computed from rows.
 * @param clientCondition a condition on client_uuid.
 * @param params the parameters of the same query. Tables without any of its hours are left out, which saves some milliseconds each.
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

/** Rows of hour, video, serverBytes and peerBytes: those of which `billedHoursSql` makes its sums. Its parameters are the same. */
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
    WHERE ${clientCondition} AND hour >= ${at("meteredFrom")} AND hour < ${at("billedUntil")}
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
  WHERE ${clientCondition} AND hour >= ${at("billedFrom")} AND hour < ${at("reportedClosedUntil")}`;

const reportedMinutesSql = (clientCondition: string): string => `
  SELECT client_uuid, toStartOfHour(minute) AS hour, video_uuid, toInt64(bytes_server) AS fromServer, toInt64(bytes_peer) AS fromPeers,
    toInt64(0) AS unmatched, toInt64(0) AS unverified
  FROM session_minutes FINAL
  WHERE ${clientCondition} AND minute >= ${at("reportedOpenFrom")} AND minute < ${at("reportedOpenUntil")}`;
