import type { BilledDay } from "@shoal/contract";
import type { Analytics } from "../../../platform/clickhouse.ts";
import type { Tx } from "../../../platform/database.ts";
import { errorForCaller, isForCaller } from "../../../platform/query-in-time.ts";
import {
  type BilledPeriod,
  billedHoursSql,
  billedParams,
  billedRowsSql,
} from "../../insight/figures/index.ts";

/** The timeout of a query for which a caller waits. */
const QUERY_TIMEOUT_MS = 15_000;

type CountValue = number | string;
/** The delivery of a day. The day's storage is read from another source. */
export type DeliveredDay = Omit<BilledDay, "storedBytes">;

const DAY_SQL = "toString(toDate(hour, 'UTC')) AS day";
const CLIENT_CONDITION = "client_uuid = {client:String}";

interface FiguresDeps {
  analytics: Analytics;
  onError: (error: unknown) => void;
}

/**
 * Reads a client's delivery per UTC day of a period, ascending, without empty days, from the same hourly rows as the consumption.
 * @throws AppError "unavailable" if ClickHouse does not respond.
 */
export async function readBilledDays(
  { analytics, onError }: FiguresDeps,
  clientUuid: string,
  period: BilledPeriod,
): Promise<DeliveredDay[]> {
  const params = billedParams(period);
  const runQuery = async <Row>(query: string): Promise<Row[]> => {
    const result = await analytics.query({
      query,
      query_params: { client: clientUuid, ...params },
      format: "JSONEachRow",
      abort_signal: AbortSignal.timeout(QUERY_TIMEOUT_MS),
    });
    return result.json<Row>();
  };
  try {
    const [days, ofCdn] = await Promise.all([
      runQuery<{
        day: string;
        serverBytes: CountValue;
        peerBytes: CountValue;
      }>(`SELECT ${DAY_SQL}, sum(fromServer) AS serverBytes,
        sum(fromPeers) AS peerBytes FROM (${billedHoursSql(CLIENT_CONDITION, params)}) GROUP BY day ORDER BY day`),
      // The bytes of CDN entries also count towards the bill. Refused requests are not billed.
      runQuery<{
        day: string;
        bytes: CountValue;
      }>(`SELECT ${DAY_SQL}, sum(bytes_sent) AS bytes FROM cdn_hours FINAL
        WHERE ${CLIENT_CONDITION} AND cache != 'none' AND hour >= toDateTime({meteredFrom:UInt32}, 'UTC')
          AND hour < toDateTime({billedUntil:UInt32}, 'UTC') GROUP BY day`),
    ]);
    const cdnOf = new Map(ofCdn.map(({ day, bytes }) => [day, Number(bytes)]));
    return days.map(({ day, serverBytes, peerBytes }) => ({
      day,
      serverBytes: Number(serverBytes),
      peerBytes: Number(peerBytes),
      // CDN bytes are part of the server bytes, but the two tables are written at different times, so the smaller value is used.
      cdnBytes: Math.min(cdnOf.get(day) ?? 0, Number(serverBytes)),
    }));
  } catch (error) {
    if (!isForCaller(error)) onError(error);
    throw errorForCaller(error);
  }
}

interface BilledRow {
  /** The first second of the hour, in UTC. */
  hour: string;
  video: string;
  serverBytes: number;
  peerBytes: number;
}

/**
 * Reads the rows that `readBilledDays` sums, by hour and video.
 * @param period at most a day, because all of it is read at once.
 * @throws AppError "unavailable" while ClickHouse does not respond.
 */
export async function readBilledRows(
  { analytics, onError }: FiguresDeps,
  clientUuid: string,
  period: BilledPeriod,
): Promise<BilledRow[]> {
  try {
    const result = await analytics.query({
      query: `SELECT formatDateTime(hour, '%Y-%m-%dT%H:00:00Z', 'UTC') AS at, video, serverBytes, peerBytes
        FROM (${billedRowsSql(CLIENT_CONDITION)}) ORDER BY at, video`,
      query_params: { client: clientUuid, ...billedParams(period) },
      format: "JSONEachRow",
      abort_signal: AbortSignal.timeout(QUERY_TIMEOUT_MS),
    });
    const rows = await result.json<{
      at: string;
      video: string;
      serverBytes: CountValue;
      peerBytes: CountValue;
    }>();
    return rows.map(({ at, video, serverBytes, peerBytes }) => ({
      hour: at,
      video,
      serverBytes: Number(serverBytes),
      peerBytes: Number(peerBytes),
    }));
  } catch (error) {
    if (!isForCaller(error)) onError(error);
    throw errorForCaller(error);
  }
}

/**
 * Reads the bytes that edges sent and counted themselves in a period, excluding figures reported by players.
 * @throws AppError "unavailable" if ClickHouse does not respond.
 */
export async function readMeasuredBytes(
  { analytics, onError }: FiguresDeps,
  clientUuid: string,
  period: { fromSec: number; untilSec: number },
): Promise<number> {
  try {
    const result = await analytics.query({
      query: `SELECT sum(bytes_edge) AS bytes FROM metered_hours FINAL
        WHERE ${CLIENT_CONDITION} AND hour >= toDateTime({fromSec:UInt32}, 'UTC') AND hour < toDateTime({untilSec:UInt32}, 'UTC')`,
      query_params: { client: clientUuid, ...period },
      format: "JSONEachRow",
      abort_signal: AbortSignal.timeout(QUERY_TIMEOUT_MS),
    });
    const [row] = await result.json<{ bytes: CountValue }>();
    return Number(row?.bytes ?? 0);
  } catch (error) {
    if (!isForCaller(error)) onError(error);
    throw errorForCaller(error);
  }
}

export function createBillsRepository(db: Tx) {
  return {
    /** Finds the time when the client's account was created. */
    async getCreation(clientUuid: string): Promise<Date> {
      const row = await db
        .selectFrom("clients")
        .select("created_at")
        .where("uuid", "=", clientUuid)
        .executeTakeFirstOrThrow();
      return row.created_at;
    },
  };
}
