import type { DaySum } from "@shoal/domain/statistics";
import { faultToTell } from "../../platform/ask-in-time.ts";
import type { Analytics } from "../../platform/clickhouse.ts";

/** A question of somebody who waits. */
const PATIENCE_MS = 15_000;

/** Of one client in a month. */
export interface ConsumptionSums {
  clientUuid: string;
  watchedSec: number;
  views: number;
  serverBytes: number;
  peerBytes: number;
  /** What was delivered on each of the days that a forecast looks at. */
  days: DaySum[];
}

/** Seconds since 1970. */
export interface ConsumptionPeriod {
  fromSec: number;
  untilSec: number;
  /** Days from the first to before the second. */
  daysFromSec: number;
  daysUntilSec: number;
  /** The end of the last hour of the roll-up. */
  closedUntilSec: number;
}

interface Row extends Record<"watchedSec" | "views" | "serverBytes" | "peerBytes", number | string> {
  clientUuid: string;
  days: [number, number | string][];
}

interface Deps {
  analytics: Analytics;
  onError: (error: unknown) => void;
}

/** What all clients had delivered, in one question. @throws AppError "unavailable" while the engine does not answer. */
export async function readConsumption(
  { analytics, onError }: Deps,
  period: ConsumptionPeriod,
): Promise<Map<string, ConsumptionSums>> {
  try {
    const result = await analytics.query({
      query: CONSUMPTION,
      query_params: { ...period, firstSec: Math.min(period.fromSec, period.daysFromSec) },
      format: "JSONEachRow",
      abort_signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const rows = await result.json<Row>();
    return new Map(rows.map((row) => [row.clientUuid, sumsOf(row)]));
  } catch (error) {
    onError(error);
    throw faultToTell(error);
  }
}

const sumsOf = ({ clientUuid, days, watchedSec, views, serverBytes, peerBytes }: Row): ConsumptionSums => ({
  ...{ clientUuid, watchedSec: Number(watchedSec), views: Number(views) },
  ...{ serverBytes: Number(serverBytes), peerBytes: Number(peerBytes) },
  days: days.map(([sec, sum]) => ({ atMs: sec * 1_000, sum: Number(sum) })),
});

const at = (name: string) => `toDateTime({${name}:UInt32}, 'UTC')`;
const IN_MONTH = `day >= ${at("fromSec")} AND day < ${at("untilSec")}`;

/** A month begins with a day of UTC, so that days can be told to lie in it or not. */
const CONSUMPTION = `
  SELECT clientUuid, sumIf(sec, ${IN_MONTH}) AS watchedSec, sumIf(seen, ${IN_MONTH}) AS views,
    sumIf(fromServer, ${IN_MONTH}) AS serverBytes, sumIf(fromPeers, ${IN_MONTH}) AS peerBytes,
    groupArrayIf((toUnixTimestamp(day), fromServer + fromPeers),
      day >= ${at("daysFromSec")} AND day < ${at("daysUntilSec")}) AS days
  FROM (
    SELECT client_uuid AS clientUuid, toDateTime(toStartOfDay(at), 'UTC') AS day, sum(sec) AS sec, sum(seen) AS seen,
      sum(fromServer) AS fromServer, sum(fromPeers) AS fromPeers
    FROM (
      SELECT client_uuid, hour AS at, sec_server + sec_peer AS sec, views AS seen, bytes_server AS fromServer,
        bytes_peer AS fromPeers
      FROM video_hours FINAL
      WHERE hour >= ${at("firstSec")} AND hour < ${at("untilSec")} AND hour < ${at("closedUntilSec")}
      UNION ALL
      SELECT client_uuid, minute AS at, toFloat64(sec_server + sec_peer) AS sec, toUInt64(views) AS seen,
        bytes_server AS fromServer, bytes_peer AS fromPeers
      FROM session_minutes FINAL
      WHERE minute >= greatest(${at("firstSec")}, ${at("closedUntilSec")}) AND minute < ${at("untilSec")}
    ) GROUP BY clientUuid, day
  ) GROUP BY clientUuid`;
