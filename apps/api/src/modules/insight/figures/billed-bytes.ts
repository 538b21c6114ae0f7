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
  toldClosedUntil: Math.min(untilSec, closedUntilSec, meteredSinceSec),
  toldOpenFrom: Math.max(fromSec, closedUntilSec),
  toldOpenUntil: Math.min(untilSec, meteredSinceSec),
  meteredFrom: Math.max(fromSec, meteredSinceSec),
});

const at = (name: string) => `toDateTime({${name}:UInt32}, 'UTC')`;

/**
 * Rows of client_uuid, hour, fromServer, fromPeers, unmatched and unverified: the billed bytes, peer bytes that no peer reports
 * as sent, and claims beyond the usual level. The only place where bills are computed from rows.
 * @param whose a condition on client_uuid.
 * @param params of the same query: tables without any of its hours are left out, since each costs some milliseconds.
 */
export function billedHoursSql(whose = "1", params?: ReturnType<typeof billedParams>): string {
  const hasToldHours = !params || params.billedFrom < params.toldClosedUntil;
  const hasToldMinutes = !params || params.toldOpenFrom < params.toldOpenUntil;
  return [
    meteredSql(whose),
    ...(hasToldHours ? [withoutVideo(toldHoursSql(whose))] : []),
    ...(hasToldMinutes ? [withoutVideo(toldMinutesSql(whose))] : []),
  ].join(" UNION ALL ");
}

/** Rows of hour, video, serverBytes and peerBytes: those of which `billedHoursSql` makes its sums. Its parameters are the same. */
export const billedRowsSql = (whose: string): string => `
  SELECT hour, video, sum(fromServer) AS serverBytes, sum(fromPeers) AS peerBytes FROM (
    SELECT hour, video_uuid AS video, edge AS fromServer, peers AS fromPeers FROM (${meteredRowsSql(whose)})
    UNION ALL SELECT hour, video_uuid AS video, fromServer, fromPeers FROM (${toldHoursSql(whose)})
    UNION ALL SELECT hour, video_uuid AS video, fromServer, fromPeers FROM (${toldMinutesSql(whose)})
  ) GROUP BY hour, video HAVING serverBytes != 0 OR peerBytes != 0`;

const meteredRowsSql = (whose: string): string => `
    SELECT client_uuid, hour, video_uuid, toInt64(sum(bytes_edge + bytes_elsewhere)) AS edge,
      toInt64(${MATCHED_PEERS_SQL}) AS peers, toInt64(sum(bytes_peer)) AS told, toInt64(sum(bytes_unverified)) AS held
    FROM metered_hours FINAL
    WHERE ${whose} AND hour >= ${at("meteredFrom")} AND hour < ${at("billedUntil")}
    GROUP BY client_uuid, hour, video_uuid`;

const meteredSql = (whose: string): string => `
  SELECT client_uuid, hour, sum(edge) AS fromServer, sum(peers) AS fromPeers, sum(told) - sum(peers) AS unmatched,
    sum(held) AS unverified
  FROM (${meteredRowsSql(whose)}) GROUP BY client_uuid, hour`;

const withoutVideo = (told: string): string =>
  `SELECT client_uuid, hour, fromServer, fromPeers, unmatched, unverified FROM (${told})`;

const toldHoursSql = (whose: string): string => `
  SELECT client_uuid, hour, video_uuid, toInt64(bytes_server) AS fromServer, toInt64(bytes_peer) AS fromPeers, toInt64(0) AS unmatched,
    toInt64(0) AS unverified
  FROM video_hours FINAL
  WHERE ${whose} AND hour >= ${at("billedFrom")} AND hour < ${at("toldClosedUntil")}`;

const toldMinutesSql = (whose: string): string => `
  SELECT client_uuid, toStartOfHour(minute) AS hour, video_uuid, toInt64(bytes_server) AS fromServer, toInt64(bytes_peer) AS fromPeers,
    toInt64(0) AS unmatched, toInt64(0) AS unverified
  FROM session_minutes FINAL
  WHERE ${whose} AND minute >= ${at("toldOpenFrom")} AND minute < ${at("toldOpenUntil")}`;
