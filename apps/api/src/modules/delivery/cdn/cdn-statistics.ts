import type { CdnStatistics, CdnSums } from "@shoal/contract";
import type { Analytics } from "../../../platform/clickhouse.ts";
import { faultForCaller, isForCaller } from "../../../platform/query-in-time.ts";

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
interface Period {
  fromSec: number;
  untilSec: number;
}

/** Selects the figures of a group of rows. */
const SUMS = `sum(requests) AS asked, sumIf(requests, cache IN ('hit', 'stale')) AS hits,
  sumIf(requests, cache = 'miss') AS misses, sum(bytes_sent) AS sent, sum(bytes_origin) AS fetched`;
const IN_PERIOD = `client_uuid = {clientUuid:String}
  AND hour >= toDateTime({fromSec:UInt32}, 'UTC') AND hour < toDateTime({untilSec:UInt32}, 'UTC')`;
const OF_ENTRY = `${IN_PERIOD} AND entry_uuid = {entryUuid:String}`;

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
 * @throws AppError "unavailable" while the engine does not answer.
 */
export async function readCdnSums(figures: CdnFigures, clientUuid: string, period: Period): Promise<CdnSums> {
  const query = `SELECT ${SUMS} FROM cdn_hours FINAL WHERE ${IN_PERIOD}`;
  const [row] = await runQuery<SumsRow>(figures, query, { clientUuid, ...period });
  return sumsOf(row);
}

/** Returns the period of the last days, including the current one, in whole steps. */
export function lastDays(days: number, nowMs: number, stepSec = DAY_SEC): Period {
  const untilSec = (Math.floor(nowMs / 1_000 / stepSec) + 1) * stepSec;
  return { fromSec: untilSec - days * DAY_SEC, untilSec };
}

/**
 * Reads the traffic of each entry of a client in a period, by uuid; entries without a request are left out.
 * @param entries the entries to read; all by default.
 * @throws AppError "unavailable" while the engine does not answer.
 */
export async function readCdnTraffic(
  figures: CdnFigures,
  clientUuid: string,
  period: Period,
  entries?: readonly string[],
): Promise<Map<string, CdnSums>> {
  const only = entries ? "AND entry_uuid IN {entries:Array(String)}" : "";
  const query = `SELECT entry_uuid AS uuid, ${SUMS} FROM cdn_hours FINAL WHERE ${IN_PERIOD} ${only}
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
 * @throws AppError "unavailable" while the engine does not answer.
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
      `SELECT ${what} FROM cdn_hours FINAL WHERE ${OF_ENTRY} GROUP BY ${grouped}`,
      params,
    );
  const [points, countries, statuses] = await Promise.all([
    read<SumsRow & { at: number | string }>(
      `intDiv(toUnixTimestamp(hour), ${stepSec}) * ${stepSec} AS at, ${SUMS}`,
      "at",
    ),
    read<GroupRow & { country: string }>(`country, ${SENT}`, "country HAVING asked > 0"),
    read<GroupRow & { statusClass: number }>(
      `status_class AS statusClass, ${SENT}`,
      "statusClass HAVING asked > 0",
    ),
  ]);
  const byStep = new Map(points.map((row) => [Number(row.at), sumsOf(row)]));
  return {
    from: textOf(params.fromSec),
    until: textOf(params.untilSec),
    stepSec,
    total: [...byStep.values()].reduce(addSums, sumsOf(undefined)),
    points: Array.from({ length: (days * DAY_SEC) / stepSec }, (_, step) => {
      const atSec = params.fromSec + step * stepSec;
      return { at: textOf(atSec), ...(byStep.get(atSec) ?? sumsOf(undefined)) };
    }),
    countries: countries
      .map((row) => ({ country: row.country, ...sentOf(row) }))
      .toSorted((one, other) => other.bytesSent - one.bytesSent || other.requests - one.requests),
    statuses: statuses
      .map((row) => ({ statusClass: Number(row.statusClass), ...sentOf(row) }))
      .toSorted((one, other) => one.statusClass - other.statusClass),
  };
}

interface GroupRow {
  asked: number | string;
  sent: number | string;
}
const SENT = "sum(requests) AS asked, sum(bytes_sent) AS sent";
const sentOf = (row: GroupRow) => ({ requests: Number(row.asked), bytesSent: Number(row.sent) });

const addSums = (one: CdnSums, other: CdnSums): CdnSums => ({
  requests: one.requests + other.requests,
  hits: one.hits + other.hits,
  misses: one.misses + other.misses,
  bytesSent: one.bytesSent + other.bytesSent,
  bytesOrigin: one.bytesOrigin + other.bytesOrigin,
});

/** Formats a time for the API. @param sec seconds since 1970. */
export const textOf = (sec: number) => new Date(sec * 1_000).toISOString();

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
    throw faultForCaller(error);
  }
}
