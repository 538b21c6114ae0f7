import type { CdnStatistics, CdnSums } from "@shoal/contract";
import type { Analytics } from "../../../platform/clickhouse.ts";
import { errorForCaller, isForCaller } from "../../../platform/query-in-time.ts";

/** Milliseconds until a query times out while a caller waits. */
const QUERY_TIMEOUT_MS = 15_000;
const HOUR_SEC = 3_600;
const DAY_SEC = 86_400;
/** Statistics of up to this many days are shown by hour. */
const HOURLY_DAYS = 2;

/** Access to the tables in which edges count traffic. */
export interface CdnFigures {
  analytics: Analytics;
  onError: (error: unknown) => void;
}

/** Seconds since 1970; the end is exclusive. */
interface StatisticsPeriod {
  fromSec: number;
  untilSec: number;
}

/** Selects the figures of a group of rows. */
const TRAFFIC_SUMS_SQL = `sum(requests) AS asked, sumIf(requests, cache IN ('hit', 'stale')) AS hits,
  sumIf(requests, cache = 'miss') AS misses, sum(bytes_sent) AS sent, sum(bytes_origin) AS fetched`;
const PERIOD_CONDITION = `client_uuid = {clientUuid:String}
  AND hour >= toDateTime({fromSec:UInt32}, 'UTC') AND hour < toDateTime({untilSec:UInt32}, 'UTC')`;
const ENTRY_CONDITION = `${PERIOD_CONDITION} AND entry_uuid = {entryUuid:String}`;

type SumsRow = Record<"asked" | "hits" | "misses" | "sent" | "fetched", number | string>;
const sumsOf = (row: SumsRow | undefined): CdnSums => ({
  requests: Number(row?.asked ?? 0),
  hits: Number(row?.hits ?? 0),
  misses: Number(row?.misses ?? 0),
  bytesSent: Number(row?.sent ?? 0),
  bytesOrigin: Number(row?.fetched ?? 0),
});

/**
 * Reads the traffic of all entries of a client in a period. `metered_hours` counts the same bytes for the bill.
 * @throws AppError "unavailable" while ClickHouse does not respond.
 */
export async function readCdnSums(
  figures: CdnFigures,
  clientUuid: string,
  period: StatisticsPeriod,
): Promise<CdnSums> {
  const query = `SELECT ${TRAFFIC_SUMS_SQL} FROM cdn_hours FINAL WHERE ${PERIOD_CONDITION}`;
  const [row] = await runQuery<SumsRow>(figures, query, { clientUuid, ...period });
  return sumsOf(row);
}

/** Returns the period of the last days, including the current one, in whole steps. */
export function lastDays(days: number, nowMs: number, stepSec = DAY_SEC): StatisticsPeriod {
  const untilSec = (Math.floor(nowMs / 1_000 / stepSec) + 1) * stepSec;
  return { fromSec: untilSec - days * DAY_SEC, untilSec };
}

/**
 * Reads the traffic of each entry of a client in a period, by uuid; entries without a request are left out.
 * @param entries the entries to read; all by default.
 * @throws AppError "unavailable" while ClickHouse does not respond.
 */
export async function readCdnTraffic(
  figures: CdnFigures,
  clientUuid: string,
  period: StatisticsPeriod,
  entries?: readonly string[],
): Promise<Map<string, CdnSums>> {
  const only = entries ? "AND entry_uuid IN {entries:Array(String)}" : "";
  const query = `SELECT entry_uuid AS uuid, ${TRAFFIC_SUMS_SQL} FROM cdn_hours FINAL WHERE ${PERIOD_CONDITION} ${only}
    GROUP BY uuid HAVING asked > 0`;
  const rows = await runQuery<SumsRow & { uuid: string }>(figures, query, {
    clientUuid,
    ...period,
    ...(entries && { entries }),
  });
  return new Map(rows.map((row) => [row.uuid, sumsOf(row)]));
}

/**
 * Reads the traffic of an entry in the last days, including the current one.
 * @throws AppError "unavailable" while ClickHouse does not respond.
 */
export async function readCdnStatistics(
  figures: CdnFigures,
  of: { clientUuid: string; entryUuid: string },
  { days, nowMs }: { days: number; nowMs: number },
): Promise<CdnStatistics> {
  const stepSec = days <= HOURLY_DAYS ? HOUR_SEC : DAY_SEC;
  const params = { ...of, ...lastDays(days, nowMs, stepSec) };
  const read = <Row>(what: string, grouped: string) =>
    runQuery<Row>(
      figures,
      `SELECT ${what} FROM cdn_hours FINAL WHERE ${ENTRY_CONDITION} GROUP BY ${grouped}`,
      params,
    );
  const [points, countries, statuses] = await Promise.all([
    read<SumsRow & { at: number | string }>(
      `intDiv(toUnixTimestamp(hour), ${stepSec}) * ${stepSec} AS at, ${TRAFFIC_SUMS_SQL}`,
      "at",
    ),
    read<GroupRow & { country: string }>(`country, ${SENT_SUMS_SQL}`, "country HAVING asked > 0"),
    read<GroupRow & { statusClass: number }>(
      `status_class AS statusClass, ${SENT_SUMS_SQL}`,
      "statusClass HAVING asked > 0",
    ),
  ]);
  const byStep = new Map(points.map((row) => [Number(row.at), sumsOf(row)]));
  return {
    from: toIso(params.fromSec),
    until: toIso(params.untilSec),
    stepSec,
    total: [...byStep.values()].reduce(addSums, sumsOf(undefined)),
    points: Array.from({ length: (days * DAY_SEC) / stepSec }, (_, step) => {
      const atSec = params.fromSec + step * stepSec;
      return { at: toIso(atSec), ...(byStep.get(atSec) ?? sumsOf(undefined)) };
    }),
    countries: countries
      .map((row) => ({ country: row.country, ...presentSent(row) }))
      .toSorted((one, other) => other.bytesSent - one.bytesSent || other.requests - one.requests),
    statuses: statuses
      .map((row) => ({ statusClass: Number(row.statusClass), ...presentSent(row) }))
      .toSorted((one, other) => one.statusClass - other.statusClass),
  };
}

interface GroupRow {
  asked: number | string;
  sent: number | string;
}
const SENT_SUMS_SQL = "sum(requests) AS asked, sum(bytes_sent) AS sent";
const presentSent = (row: GroupRow) => ({ requests: Number(row.asked), bytesSent: Number(row.sent) });

const addSums = (one: CdnSums, other: CdnSums): CdnSums => ({
  requests: one.requests + other.requests,
  hits: one.hits + other.hits,
  misses: one.misses + other.misses,
  bytesSent: one.bytesSent + other.bytesSent,
  bytesOrigin: one.bytesOrigin + other.bytesOrigin,
});

/** Formats a time for the API. @param sec seconds since 1970. */
export const toIso = (sec: number) => new Date(sec * 1_000).toISOString();

async function runQuery<Row>(
  { analytics, onError }: CdnFigures,
  query: string,
  params: Record<string, unknown>,
): Promise<Row[]> {
  try {
    const result = await analytics.query({
      query,
      query_params: params,
      format: "JSONEachRow",
      abort_signal: AbortSignal.timeout(QUERY_TIMEOUT_MS),
    });
    return await result.json<Row>();
  } catch (error) {
    if (!isForCaller(error)) onError(error);
    throw errorForCaller(error);
  }
}
