import type { StatisticsDimension, StatisticsSort } from "@shoal/contract";
import type { SessionSums } from "@shoal/domain/statistics";
import type { Ask } from "./ask-analytics.ts";
import { DIMENSION_SQL, keySqlOf } from "./dimensions.ts";
import type { Scope } from "./scope.ts";
import {
  conditionsOf,
  LATELY,
  openSource,
  type SessionSource,
  type SourceOptions,
} from "./session-source.ts";
import { SUMS_SQL, type SumsRow, sumsOf } from "./session-sums.ts";
import { SORT_SQL } from "./sort-sql.ts";

export const HAS_SOMETHING = "HAVING msServer + msPeer + nAttempts + bytesServer + bytesPeer > 0";

/** What was delivered to one country, device and network. */
export type PlaceSums = Pick<SessionSums, "msServer" | "msPeer" | "bytesServer" | "bytesPeer" | "bytesUp"> &
  Record<"country" | "device" | "network", string>;

export interface BreakdownOptions {
  dimension: StatisticsDimension;
  sort: StatisticsSort;
  order: "asc" | "desc";
  limit: number;
  offset: number;
}

const PLACE_SUMS = `sum(ms_server) AS msServer, sum(ms_peer) AS msPeer, sum(bytes_server) AS bytesServer,
  sum(bytes_peer) AS bytesPeer, sum(bytes_up) AS bytesUp`;

/** Which of the borders a row comes after. */
const STEP_SQL = "roundDown(toUnixTimestamp(hour), {steps:Array(UInt32)})";

/** A query whose answer is of sums; `rest` is what stands after FROM. */
export const selectFrom = (source: SessionSource, columns: string, rest: string) =>
  `SELECT ${columns}, ${SUMS_SQL} FROM ${source.sql} AS rows ${rest}`;

/** Queries about sessions. Sums first; ratios are made of them elsewhere. */
export function createStatisticsReader(ask: Ask) {
  return {
    /** By the borders, and by where and on what it was watched, which decides what it took. */
    async readPlaces(options: SourceOptions): Promise<Map<number, PlaceSums[]>> {
      const source = openSource(options);
      const rows = await ask<Record<keyof PlaceSums | "step", number | string>>(
        `SELECT ${STEP_SQL} AS step, country, device, network, ${PLACE_SUMS} FROM ${source.sql} AS rows
         GROUP BY step, country, device, network`,
        { ...source.params, steps: options.bordersSec },
      );
      const byStep = Map.groupBy(rows, ({ step }) => Number(step));
      return new Map([...byStep].map(([step, places]) => [step, places.map(placeOf)]));
    },

    /** By the borders, those in which nothing was watched left out. */
    async readSteps(options: SourceOptions): Promise<Map<number, SessionSums>> {
      const source = openSource(options);
      const rows = await ask<SumsRow & { step: number }>(
        selectFrom(source, `${STEP_SQL} AS step`, "GROUP BY step"),
        { ...source.params, steps: options.bordersSec },
      );
      return new Map(rows.map(({ step, ...sums }) => [Number(step), sumsOf(sums)]));
    },

    /** One page of the values of a dimension, and how many there are. */
    async readBreakdown(options: SourceOptions, { dimension, sort, order, limit, offset }: BreakdownOptions) {
      const source = openSource(options);
      const label = dimension === "provider" ? "max(isp)" : "''";
      const columns = `${DIMENSION_SQL[dimension]} AS value, ${label} AS label, count() OVER () AS size`;
      const rows = await ask<SumsRow & { value: string; label: string; size: number | string }>(
        selectFrom(
          source,
          columns,
          `GROUP BY ${keySqlOf(dimension)} ${HAS_SOMETHING} ORDER BY ${SORT_SQL[sort]} ${order.toUpperCase()} NULLS LAST, value
           LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
        ),
        { ...source.params, limit, offset },
      );
      return {
        rows: rows.map(({ value, label: name, ...sums }) => ({
          ...{ value, label: name || null, sums: sumsOf(sums) },
        })),
        size: Number(rows[0]?.size ?? 0),
      };
    },

    /** Sessions heard of since a moment. */
    async countHeard(scope: Scope, sinceMs: number): Promise<number> {
      const { sql, params } = conditionsOf(scope, "minutes");
      const [row] = await ask<{ heard: number | string }>(
        `SELECT uniqExact(session_uuid) AS heard FROM session_minutes
         WHERE client_uuid = {client:String} AND version > {since:UInt64} AND ${LATELY} AND ${sql}`,
        { ...params, client: scope.clientUuid, since: sinceMs },
      );
      return Number(row?.heard ?? 0);
    },
  };
}
export type StatisticsReader = ReturnType<typeof createStatisticsReader>;

const placeOf = ({
  country,
  device,
  network,
  ...sums
}: Record<keyof PlaceSums, number | string>): PlaceSums => ({
  ...{ country: String(country), device: String(device), network: String(network) },
  ...{ msServer: Number(sums.msServer), msPeer: Number(sums.msPeer) },
  ...{ bytesServer: Number(sums.bytesServer), bytesPeer: Number(sums.bytesPeer) },
  bytesUp: Number(sums.bytesUp),
});
