import { DISTINCT, SUMS, type SummedDimension } from "../figures/index.ts";
import type { Scope } from "./scope.ts";
import { openSource, type Period, type SessionSource, type SourceOptions } from "./session-source.ts";

const HOUR_SEC = 3_600;
const DAY_SEC = 86_400;

/** What is asked of days that are summed up, and what of the rows of sessions for which there are no sums. */
export interface SummedQuestion {
  dimension: SummedDimension;
  /** Of a row of sessions. */
  valueSql: string;
  labelSql?: string;
  /** These values alone. */
  values?: readonly string[];
  /** Whether viewers, sessions and the times of starts are wanted, which takes most of the time. */
  hasDistinct: boolean;
}

/**
 * Sums by value and step: rows of `value`, `label`, `step`, the columns that are added up and what `DISTINCT` keeps. Days that
 * are summed up are read so; hours before and after them, and what is open, as sessions.
 * @returns undefined where no day of the period is summed up.
 */
export function openSums(options: SourceOptions, question: SummedQuestion): SessionSource | undefined {
  const summed = findSums(options, question.dimension);
  if (!summed) return;
  const { values, labelSql = "''", valueSql, hasDistinct } = question;
  const isWanted = values ? "value IN {values:Array(String)}" : "1";
  const distinct = hasDistinct ? ", viewer_bits, session_bits, startups" : "";
  const ofDays = `SELECT value, label, ${stepOf("slot")} AS step, ${SUMS.join(", ")} ${distinct} FROM day_sums
    WHERE ${summed.sql} AND ${isWanted}`;
  const rest = openSource({ ...options, without: summed.periods });
  const ofRest = `SELECT ${valueSql} AS value, ${labelSql} AS label, ${stepOf("hour")} AS step,
      ${SUMS.map((name) => `sum(rows.${name})`).join(", ")} ${hasDistinct ? `, ${DISTINCT}` : ""}
    FROM ${rest.sql} AS rows WHERE ${isWanted} GROUP BY value, step`;
  return {
    sql: `(${ofDays} UNION ALL ${ofRest})`,
    params: {
      ...{ ...rest.params, ...summed.params },
      ...{ steps: stepsOf(options), ...(values ? { values } : {}) },
    },
  };
}

/** Which rows of `day_sums` are to be read, and for which periods they stand. */
export interface FoundSums extends SessionSource {
  periods: readonly Period[];
}

/** @returns undefined where no day of the period is summed up, of hours of the dimension of hours. */
export function findSums(options: SourceOptions, dimension: SummedDimension): FoundSums | undefined {
  const periods = summedPeriods(options, dimension === "hour" ? HOUR_SEC : DAY_SEC);
  if (periods.length === 0) return;
  const within = periods.map(
    ({ fromSec, toSec }) => `(slot >= toDateTime(${fromSec}, 'UTC') AND slot < toDateTime(${toSec}, 'UTC'))`,
  );
  return {
    periods,
    sql: `client_uuid = {client:String} AND dimension = {dimension:String} AND version IN {versions:Array(UInt64)}
      AND (${within.join(" OR ")})`,
    params: { client: options.scope.clientUuid, dimension, versions: versionsOf(options, periods) },
  };
}

/** Where the sums of days tell what is asked for: those of all, of one dimension's values, or of some videos. */
export function summedDimensionOf({
  filter,
  config,
  videos,
}: Scope): Pick<SummedQuestion, "dimension" | "values"> | undefined {
  const [only, ...others] = Object.entries(filter) as [SummedDimension, string[]][];
  if (config || others.length > 0 || (only && videos)) return;
  if (only) return { dimension: only[0], values: only[1] };
  return videos ? { dimension: "video", values: videos } : { dimension: "whole" };
}

const stepOf = (at: string) => `roundDown(toUnixTimestamp(${at}), {steps:Array(UInt32)})`;
const stepsOf = ({ bordersSec, scope }: SourceOptions) =>
  bordersSec.length > 0 ? bordersSec : [scope.fromMs / 1_000];

/**
 * Days of which there are sums, those that follow one another in one; no step begins or ends within a slot. What lies after the
 * last closed hour is read from minutes, also where it was closed before, as after an update that closes hours anew.
 */
function summedPeriods(
  { scope, bordersSec, summedDays, closedUntilSec, isByMinute }: SourceOptions,
  slotSec: number,
): Period[] {
  if (!summedDays || isByMinute) return [];
  const [beginSec, endSec] = [scope.fromMs / 1_000, scope.toMs / 1_000];
  const inside = bordersSec.filter((sec) => sec > beginSec && sec < endSec);
  const cut = new Set(inside.filter((sec) => sec % slotSec !== 0).map((sec) => sec - (sec % DAY_SEC)));
  const isUsable = (sec: number) => !cut.has(sec) && sec + DAY_SEC <= closedUntilSec;
  const days = [...summedDays.keys()].filter(isUsable).sort((a, b) => a - b);
  const periods: Period[] = [];
  for (const daySec of days) {
    const fromSec = Math.max(daySec, Math.ceil(beginSec / slotSec) * slotSec);
    const toSec = Math.min(daySec + DAY_SEC, Math.floor(endSec / slotSec) * slotSec);
    if (toSec <= fromSec || (slotSec === DAY_SEC && toSec - fromSec < DAY_SEC)) continue;
    const last = periods.at(-1);
    if (last?.toSec === fromSec) last.toSec = toSec;
    else periods.push({ fromSec, toSec });
  }
  return periods;
}

/** Of the days that periods consist of. */
const versionsOf = ({ summedDays = new Map() }: SourceOptions, periods: readonly Period[]): number[] =>
  [...summedDays]
    .filter(([sec]) => periods.some(({ fromSec, toSec }) => sec + DAY_SEC > fromSec && sec < toSec))
    .map(([, version]) => version);
