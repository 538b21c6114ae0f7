import type { StatisticsDimension, StatisticsSort } from "@shoal/contract";
import type { SessionSums } from "@shoal/domain/statistics";
import { DIMENSION_SQL, keySqlOf, minutesBetween, PLACE_SQL, RECENT_MINUTES_SQL } from "../figures/index.ts";
import type { RunQuery } from "./query-analytics.ts";

import type { SessionScope } from "./scope.ts";
import { conditionsOf, openSource, type SessionSource, type SourceOptions } from "./session-source.ts";
import { ADDED_SQL, DISTINCT_SQL, SUMS_SQL, type SumsRow, sumsOf } from "./session-sums.ts";
import { NEEDS_DISTINCT, SORT_SQL } from "./sort-sql.ts";
import { openSums, type SummedQuestion, summedDimensionOf } from "./summed-source.ts";

export const HAVING_FIGURES = "HAVING msServer + msPeer + nAttempts + bytesServer + bytesPeer > 0";

/** The delivery to one country, device and network. */
export type PlaceSums = Pick<SessionSums, "msServer" | "msPeer" | "bytesServer" | "bytesPeer" | "bytesUp"> &
  Record<"country" | "device" | "network", string>;

export interface BreakdownOptions {
  dimension: StatisticsDimension;
  sort: StatisticsSort;
  order: "asc" | "desc";
  limit: number;
  offset: number;
}

const DAY_SEC = 86_400;

const PLACE_SUMS_SQL = `sum(ms_server) AS msServer, sum(ms_peer) AS msPeer, sum(bytes_server) AS bytesServer,
  sum(bytes_peer) AS bytesPeer, sum(bytes_up) AS bytesUp`;

/** The start of the step that contains a row. */
const STEP_SQL = "roundDown(toUnixTimestamp(hour), {steps:Array(UInt32)})";

/** Returns a query for totals; `rest` follows the FROM clause. */
export const selectFrom = (source: SessionSource, columns: string, rest: string) =>
  `SELECT ${columns}, ${SUMS_SQL} FROM ${source.sql} AS rows ${rest}`;

/** Creates the queries about sessions. They return totals; ratios are computed elsewhere. */
export function createStatisticsReader(runQuery: RunQuery) {
  return {
    /** Reads totals by step, location and device, which determine the consumption. */
    async readPlaces(options: SourceOptions): Promise<Map<number, PlaceSums[]>> {
      const { sql, params } = placesOf(options);
      const rows = await runQuery<Record<keyof PlaceSums | "step", number | string>>(
        `SELECT step, country, device, network, ${PLACE_SUMS_SQL} FROM ${sql} GROUP BY step, country, device, network`,
        { ...params, steps: options.bordersSec },
      );
      const byStep = Map.groupBy(rows, ({ step }) => Number(step));
      return new Map([...byStep].map(([step, places]) => [step, places.map(placeOf)]));
    },

    /** Reads totals by step. Steps without views are omitted. */
    async readSteps(options: SourceOptions): Promise<Map<number, SessionSums>> {
      const { query, params } = stepsOf(options);
      const rows = await runQuery<SumsRow & { step: number }>(query, {
        ...params,
        steps: options.bordersSec,
      });
      return new Map(rows.map(({ step, ...sums }) => [Number(step), sumsOf(sums)]));
    },

    /** Reads one page of a dimension's values, and their total number. */
    async readBreakdown(asked: SourceOptions, page: BreakdownOptions) {
      const options = { ...asked, isByRendition: page.dimension === "rendition" };
      const rows = await (readSummedPage(runQuery, options, page) ?? readPage(runQuery, options, page));
      return {
        rows: rows.map(({ value, label: name, ...sums }) => ({
          value,
          label: name || null,
          sums: sumsOf(sums),
        })),
        size: Number(rows[0]?.size ?? 0),
      };
    },

    /** Counts the sessions that reported since a moment. */
    async countReporting(scope: SessionScope, sinceMs: number): Promise<number> {
      const { sql, params } = conditionsOf(scope, "minutes");
      const [row] = await runQuery<{ reporting: number | string }>(
        `SELECT uniqExact(session_uuid) AS reporting FROM session_minutes
         WHERE client_uuid = {client:String} AND version > {since:UInt64} AND ${RECENT_MINUTES_SQL} AND ${sql}`,
        { ...params, client: scope.clientUuid, since: sinceMs },
      );
      return Number(row?.reporting ?? 0);
    },

    /** Counts the sessions of robots, which all other queries leave out. */
    async countRobots(scope: SessionScope): Promise<number> {
      const { sql, params } = conditionsOf(scope, "minutes");
      const [row] = await runQuery<{ robots: number | string }>(
        `SELECT uniqExact(session_uuid) AS robots FROM robot_minutes
         WHERE client_uuid = {client:String} AND ${minutesBetween("{from:UInt32}", "{to:UInt32}").minutes} AND ${sql}`,
        { ...params, client: scope.clientUuid, from: scope.fromMs / 1_000, to: scope.toMs / 1_000 },
      );
      return Number(row?.robots ?? 0);
    },
  };
}
export type StatisticsReader = ReturnType<typeof createStatisticsReader>;

/** Opens rows of places, each with its step and the columns that are added up. */
function placesOf(options: SourceOptions): SessionSource {
  const isWhole = summedDimensionOf(options.scope)?.dimension === "whole";
  const question: SummedQuestion = { dimension: "place", valueSql: PLACE_SQL, hasDistinct: false };
  const sums = isWhole ? openSums(options, question) : undefined;
  const { sql, params } = sums ?? openSource(options);
  const columns = sums
    ? ["country", "device", "network"].map((name, at) => `splitByChar('\n', value)[${at + 1}] AS ${name}`)
    : [`${STEP_SQL} AS step`, "country", "device", "network"];
  const of = ["ms_server", "ms_peer", "bytes_server", "bytes_peer", "bytes_up"];
  return {
    sql: `(SELECT ${[...(sums ? ["step"] : []), ...columns, ...of].join(", ")} FROM ${sql} AS rows)`,
    params,
  };
}

function stepsOf(options: SourceOptions): { query: string; params: Record<string, unknown> } {
  const only = summedDimensionOf(options.scope);
  const isByHour =
    only?.dimension === "whole" && options.bordersSec.slice(1).some((sec) => sec % DAY_SEC !== 0);
  const question: SummedQuestion | undefined = only && {
    ...only,
    ...(isByHour ? { dimension: "hour" } : {}),

    valueSql: isDimension(only.dimension) ? DIMENSION_SQL[only.dimension] : "''",
    hasDistinct: true,
  };
  const sums = question && openSums(options, question);
  if (sums)
    return {
      query: `SELECT step, ${ADDED_SQL}, ${DISTINCT_SQL} FROM ${sums.sql} GROUP BY step`,
      params: sums.params,
    };
  const source = openSource(options);
  return { query: selectFrom(source, `${STEP_SQL} AS step`, "GROUP BY step"), params: source.params };
}

const isDimension = (dimension: SummedQuestion["dimension"]): dimension is StatisticsDimension =>
  dimension in DIMENSION_SQL;

type BreakdownRow = SumsRow & { value: string; label: string; size: number | string };

const PAGE_SQL = "LIMIT {limit:UInt32} OFFSET {offset:UInt32}";
const orderBySql = ({ sort, order }: BreakdownOptions) =>
  `${HAVING_FIGURES} ORDER BY ${SORT_SQL[sort]} ${order.toUpperCase()} NULLS LAST, value ${PAGE_SQL}`;

function readPage(
  runQuery: RunQuery,
  options: SourceOptions,
  page: BreakdownOptions,
): Promise<BreakdownRow[]> {
  const { dimension, limit, offset } = page;
  const source = openSource(options);
  const label = dimension === "provider" ? "max(isp)" : "''";
  const columns = `${DIMENSION_SQL[dimension]} AS value, ${label} AS label, count() OVER () AS size`;
  return runQuery<BreakdownRow>(
    selectFrom(source, columns, `GROUP BY ${keySqlOf(dimension)} ${orderBySql(page)}`),
    {
      ...source.params,
      limit,
      offset,
    },
  );
}

/** The dimensions with so few values that reading all of them is no slower than a second statement. */
const HAS_FEW_VALUES: ReadonlySet<StatisticsDimension> = new Set<StatisticsDimension>([
  "country",
  "device",
  "browser",
  "system",
  "player",
  "network",
  "rendition",
  "config",
]);

/**
 * Reads a page of aggregated days: first the lines by their totals, then only these lines' viewers. Joining the viewers of 300
 * videos takes twenty times as long as adding up everything else.
 * @returns undefined if there are no daily totals.
 */
function readSummedPage(
  runQuery: RunQuery,
  options: SourceOptions,
  page: BreakdownOptions,
): Promise<BreakdownRow[]> | undefined {
  const { dimension, sort, limit, offset } = page;
  if (summedDimensionOf(options.scope)?.dimension !== "whole") return;
  const labelSql = dimension === "provider" ? "max(isp)" : "''";
  const question = { dimension, valueSql: DIMENSION_SQL[dimension], labelSql };
  const needsAll = NEEDS_DISTINCT.has(sort) || HAS_FEW_VALUES.has(dimension);
  const first = openSums(options, { ...question, hasDistinct: needsAll });
  if (!first) return;
  const columns = `value, max(label) AS label, count() OVER () AS size, ${ADDED_SQL}${needsAll ? `, ${DISTINCT_SQL}` : ""}`;
  const lines = runQuery<BreakdownRow>(
    `SELECT ${columns} FROM ${first.sql} GROUP BY value ${orderBySql(page)}`,
    {
      ...first.params,
      limit,
      offset,
    },
  );
  return needsAll ? lines : addDistinct(runQuery, options, { question, lines });
}

interface LinesQuery {
  question: Omit<SummedQuestion, "hasDistinct">;
  lines: Promise<BreakdownRow[]>;
}

async function addDistinct(
  runQuery: RunQuery,
  options: SourceOptions,
  { question, lines }: LinesQuery,
): Promise<BreakdownRow[]> {
  const found = await lines;
  const values = found.map(({ value }) => value);
  const sums = values.length > 0 ? openSums(options, { ...question, values, hasDistinct: true }) : undefined;
  if (!sums) return [];
  const rows = await runQuery<Pick<BreakdownRow, "value" | "viewers" | "sessions" | "startupBuckets">>(
    `SELECT value, ${DISTINCT_SQL} FROM ${sums.sql} GROUP BY value`,
    sums.params,
  );
  const byValue = new Map(rows.map((row) => [row.value, row]));
  return found.map((row) => ({ ...row, ...byValue.get(row.value) }));
}

const placeOf = ({
  country,
  device,
  network,
  ...sums
}: Record<keyof PlaceSums, number | string>): PlaceSums => ({
  country: String(country),
  device: String(device),
  network: String(network),

  msServer: Number(sums.msServer),
  msPeer: Number(sums.msPeer),

  bytesServer: Number(sums.bytesServer),
  bytesPeer: Number(sums.bytesPeer),
  bytesUp: Number(sums.bytesUp),
});
