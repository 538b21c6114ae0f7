import { DISTINCT_STATES, SUMMED_COLUMNS, type SummedDimension } from "../figures/index.ts";
import type { SessionScope } from "./scope.ts";
import { openRest, type SessionSource, type SourceOptions } from "./session-source.ts";
import { isWithin, type PeriodSec, summedPeriods } from "./summed-periods.ts";

/** A query that reads the stored totals of completed days, and session rows for all other times. */
export interface SummedQuestion {
  dimension: SummedDimension;
  /** The SQL of the value for a row of sessions. */
  valueSql: string;
  labelSql?: string;
  /** The only values to read; all if undefined. */
  values?: readonly string[];
  /** Whether viewers, sessions and start-up times are needed, which take most of the time. */
  hasDistinct: boolean;
}

/**
 * Opens totals by value and step: rows of `value`, `label`, `step`, the aggregated columns, and what `DISTINCT_STATES` needs.
 * Aggregated days are read from their totals; hours before and after them, and open hours, from sessions.
 * @returns undefined if no day of the period is aggregated.
 */
export function openSums(options: SourceOptions, question: SummedQuestion): SessionSource | undefined {
  const summed = findSums(options, question.dimension);
  if (!summed) return;
  const { values, labelSql = "''", valueSql, hasDistinct } = question;
  const isWanted = values ? "value IN {values:Array(String)}" : "1";
  const distinct = hasDistinct ? ", viewer_bits, session_bits, startups" : "";
  const ofDays = `SELECT value, label, ${stepOf("slot")} AS step, ${SUMMED_COLUMNS.join(", ")} ${distinct} FROM day_sums
    WHERE ${summed.sql} AND ${isWanted}`;
  const rest = openRest(options, summed.periods);
  const ofRest =
    rest &&
    `SELECT ${valueSql} AS value, ${labelSql} AS label, ${stepOf("hour")} AS step,
      ${SUMMED_COLUMNS.map((name) => `sum(rows.${name})`).join(", ")} ${hasDistinct ? `, ${DISTINCT_STATES}` : ""}
    FROM ${rest.sql} AS rows WHERE ${isWanted} GROUP BY value, step`;
  return {
    sql: `(${[ofDays, ...(ofRest ? [ofRest] : [])].join(" UNION ALL ")})`,
    params: {
      ...rest?.params,
      ...summed.params,
      steps: stepsOf(options),
      ...(values ? { values } : {}),
    },
  };
}

/** The rows of `day_sums` to read, and the periods that they cover. */
export interface FoundSums extends SessionSource {
  periods: readonly PeriodSec[];
}

/**
 * Finds the totals of a dimension.
 * @returns undefined if no day of the period is aggregated or, for the dimension of hours, no hour of it.
 */
export function findSums(options: SourceOptions, dimension: SummedDimension): FoundSums | undefined {
  const { periods, versions } = summedPeriods(options, dimension === "hour" ? "hour" : "day");
  if (periods.length === 0) return;
  return {
    periods,
    sql: `client_uuid = {client:String} AND dimension = {dimension:String} AND version IN {versions:Array(UInt64)}
      AND ${isWithin("slot", periods)}`,
    params: { client: options.scope.clientUuid, dimension, versions },
  };
}

/** Returns the dimension whose daily totals cover the query: totals, one dimension's values, or some videos. */
export function summedDimensionOf({
  filter,
  config,
  videos,
}: SessionScope): Pick<SummedQuestion, "dimension" | "values"> | undefined {
  const [only, ...others] = Object.entries(filter) as [SummedDimension, string[]][];
  if (config || others.length > 0 || (only && videos)) return;
  if (only) return { dimension: only[0], values: only[1] };
  return videos ? { dimension: "video", values: videos } : { dimension: "whole" };
}

const stepOf = (at: string) => `roundDown(toUnixTimestamp(${at}), {steps:Array(UInt32)})`;
const stepsOf = ({ bordersSec, scope }: SourceOptions) =>
  bordersSec.length > 0 ? bordersSec : [scope.fromMs / 1_000];
