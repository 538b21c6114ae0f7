import type { DaySum } from "@shoal/domain/statistics";
import type { Analytics } from "../../../platform/clickhouse.ts";
import { errorForCaller, isForCaller } from "../../../platform/query-in-time.ts";
import { billedHoursSql, billedParams } from "../figures/index.ts";

/** The timeout of a query for which a caller waits. */
const QUERY_TIMEOUT_MS = 15_000;

/** The totals of a client's month. */
export interface ConsumptionSums {
  clientUuid: string;
  watchedSec: number;
  views: number;
  serverBytes: number;
  peerBytes: number;
  /** The part of the server bytes that belongs to CDN entries. */
  cdnBytes: number;
  /** The peer data that viewers report and no peer confirms, which is not billed. */
  unmatchedPeerBytes: number;
  /** The peer data that players on other CDNs claim beyond the client's usual level, which is not billed. */
  unverifiedBytes: number;
  /** The delivery per day, for the days used by a forecast. */
  days: DaySum[];
}

/** The boundaries of a query, in seconds since 1970. */
export interface ConsumptionPeriod {
  fromSec: number;
  untilSec: number;
  /** The range of days for the forecast, whose end is exclusive. */
  daysFromSec: number;
  daysUntilSec: number;
  /** The end of the last hour of the roll-up, in seconds since 1970. */
  closedUntilSec: number;
  /** When edges started to measure, in seconds since 1970. */
  meteredSinceSec: number;
}

interface ConsumptionRow
  extends Record<
    "watchedSec" | "views" | "serverBytes" | "peerBytes" | "unmatchedPeerBytes" | "unverifiedBytes",
    number | string
  > {
  clientUuid: string;
  days: [number, number | string][];
}

interface ConsumptionSumsDeps {
  analytics: Analytics;
  onError: (error: unknown) => void;
}

/** Reads the delivery of all clients in one query. @throws AppError "unavailable" while ClickHouse does not respond. */
export async function readConsumption(
  { analytics, onError }: ConsumptionSumsDeps,
  period: ConsumptionPeriod,
): Promise<Map<string, ConsumptionSums>> {
  try {
    const firstSec = Math.min(period.fromSec, period.daysFromSec);
    const runQuery = async <Answer>(query: string, query_params: object): Promise<Answer[]> => {
      const result = await analytics.query({
        query,
        query_params: { ...query_params },
        format: "JSONEachRow",
        abort_signal: AbortSignal.timeout(QUERY_TIMEOUT_MS),
      });
      return result.json<Answer>();
    };
    const [rows, ofCdn] = await Promise.all([
      runQuery<ConsumptionRow>(CONSUMPTION_SQL, {
        ...period,
        firstSec,
        ...billedParams({ ...period, fromSec: firstSec }),
      }),
      runQuery<{ clientUuid: string; bytes: number | string }>(BILLED_CDN_BYTES_QUERY, billedParams(period)),
    ]);
    const cdnOf = new Map(ofCdn.map(({ clientUuid, bytes }) => [clientUuid, Number(bytes)]));
    return new Map(rows.map((row) => [row.clientUuid, sumsOf(row, cdnOf.get(row.clientUuid) ?? 0)]));
  } catch (error) {
    if (!isForCaller(error)) onError(error);
    throw errorForCaller(error);
  }
}

const sumsOf = ({ clientUuid, days, ...row }: ConsumptionRow, cdnBytes: number): ConsumptionSums => ({
  clientUuid,
  watchedSec: Number(row.watchedSec),
  views: Number(row.views),
  serverBytes: Number(row.serverBytes),
  peerBytes: Number(row.peerBytes),
  // CDN bytes are part of the server bytes, but the two are written at different times, so the smaller value is used.
  cdnBytes: Math.min(cdnBytes, Number(row.serverBytes)),
  unmatchedPeerBytes: Number(row.unmatchedPeerBytes),
  unverifiedBytes: Number(row.unverifiedBytes),
  days: days.map(([sec, sum]) => ({ atMs: sec * 1_000, sum: Number(sum) })),
});

const dateTimeParam = (name: string) => `toDateTime({${name}:UInt32}, 'UTC')`;
const MONTH_CONDITION = `day >= ${dateTimeParam("fromSec")} AND day < ${dateTimeParam("untilSec")}`;

/** The query for CDN bytes as they are billed, without rejected requests. */
const BILLED_CDN_BYTES_QUERY = `
  SELECT client_uuid AS clientUuid, sum(bytes_sent) AS bytes FROM cdn_hours FINAL
  WHERE cache != 'none' AND hour >= ${dateTimeParam("meteredFrom")} AND hour < ${dateTimeParam("billedUntil")}
  GROUP BY clientUuid`;

/**
 * The query for billed bytes and for the viewing time that players report. A month starts with a UTC day, so each day belongs to
 * one month.
 */
const CONSUMPTION_SQL = `
  SELECT clientUuid, sumIf(sec, ${MONTH_CONDITION}) AS watchedSec, sumIf(seen, ${MONTH_CONDITION}) AS views,
    sumIf(fromServer, ${MONTH_CONDITION}) AS serverBytes, sumIf(fromPeers, ${MONTH_CONDITION}) AS peerBytes,
    sumIf(unmatched, ${MONTH_CONDITION}) AS unmatchedPeerBytes, sumIf(unverified, ${MONTH_CONDITION}) AS unverifiedBytes,
    groupArrayIf((toUnixTimestamp(day), fromServer + fromPeers),
      day >= ${dateTimeParam("daysFromSec")} AND day < ${dateTimeParam("daysUntilSec")}) AS days
  FROM (
    SELECT client_uuid AS clientUuid, toDateTime(toStartOfDay(at), 'UTC') AS day, sum(sec) AS sec, sum(seen) AS seen,
      sum(fromServer) AS fromServer, sum(fromPeers) AS fromPeers, sum(unmatched) AS unmatched,
      sum(unverified) AS unverified
    FROM (
      SELECT client_uuid, hour AS at, sec_server + sec_peer AS sec, views AS seen,
        toInt64(0) AS fromServer, toInt64(0) AS fromPeers, toInt64(0) AS unmatched, toInt64(0) AS unverified
      FROM video_hours FINAL
      WHERE hour >= ${dateTimeParam("firstSec")} AND hour < ${dateTimeParam("untilSec")} AND hour < ${dateTimeParam("closedUntilSec")}
      UNION ALL
      SELECT client_uuid, minute AS at, toFloat64(sec_server + sec_peer) AS sec, toUInt64(views) AS seen,
        toInt64(0) AS fromServer, toInt64(0) AS fromPeers, toInt64(0) AS unmatched, toInt64(0) AS unverified
      FROM session_minutes FINAL
      WHERE minute >= greatest(${dateTimeParam("firstSec")}, ${dateTimeParam("closedUntilSec")}) AND minute < ${dateTimeParam("untilSec")}
      UNION ALL
      SELECT client_uuid, hour AS at, toFloat64(0) AS sec, toUInt64(0) AS seen, fromServer, fromPeers, unmatched, unverified
      FROM (${billedHoursSql()})
    ) GROUP BY clientUuid, day
  ) GROUP BY clientUuid`;
