import {
  DIMENSION_SQL,
  type MinuteConditions,
  minutesBetween,
  oldestMinuteSec,
  RENDITIONS_OF_MINUTE_SQL,
  sessionRowColumns,
  sessionRowsOf,
} from "../figures/index.ts";
import type { SessionScope } from "./scope.ts";
import {
  isWithin,
  type PeriodSec,
  type SummedOptions,
  subtractPeriods,
  summedPeriods,
} from "./summed-periods.ts";

const HOUR_SEC = 3_600;

/** The FROM clause of a query about sessions, and its parameters. */
export interface SessionSource {
  sql: string;
  params: Record<string, unknown>;
}

export interface SourceOptions extends SummedOptions {
  nowMs: number;
  /** Whether rows have the seconds of the video that were played. */
  withSpans?: boolean;
  /** Whether the playback of a minute is separated by rendition; a filter by rendition always does. */
  isByRendition?: boolean;
}

/**
 * Opens the rows of a scope: closed hours from the roll-up, and session minutes for later times and for hours cut by a boundary, such as
 * midnight in time zones with half-hour offsets.
 */
export function openSource(options: SourceOptions): SessionSource {
  const source = openRest(options, []);
  if (!source) throw new Error("A period holds a minute at least");
  return source;
}

/**
 * Opens the rows of a scope except for closed hours that are read in another way.
 * @returns undefined if nothing else of the period is left: ClickHouse does not accept an empty FROM.
 */
export function openRest(options: SourceOptions, without: readonly PeriodSec[]): SessionSource | undefined {
  const { scope, closedUntilSec, nowMs, bordersSec, isByMinute = false, withSpans = false } = options;
  const [fromSec, toSec] = [scope.fromMs / 1_000, scope.toMs / 1_000];
  const minutesFromSec = oldestMinuteSec(nowMs);
  const openSec = isByMinute ? Math.max(fromSec, minutesFromSec) : Math.max(fromSec, closedUntilSec);
  const cut = cutHours([fromSec, toSec, ...bordersSec]).filter(
    (hourSec) => hourSec >= minutesFromSec && hourSec < openSec,
  );
  const isWhole = cut.some((hourSec) => hourSec >= fromSec)
    ? "toUnixTimestamp(hour) NOT IN {cut:Array(UInt32)}"
    : "1";
  const { sql: which, params } = conditionsOf(scope);
  const closed = closedHours(options, {
    columns: sessionRowColumns({ withSpans }),
    fromSec,
    toSec: Math.min(toSec, openSec),
    where: `${isWhole} AND ${which}`,
    without,
  });
  // Empty sources take time too, so they are left out: a past period has no open minutes, and a chart by minute needs no hours.
  const parts = [...closed.parts, ...(toSec > openSec || cut.length > 0 ? [openMinutes(options, cut)] : [])];
  if (parts.length === 0) return;
  return {
    sql: `(${parts.join(" UNION ALL ")})`,
    params: { ...closed.params, ...params, from: fromSec, to: toSec, open: openSec, cut },
  };
}

/** Selects the minutes after the closed hours, and the minutes in hours that are cut. */
function openMinutes({ scope, isByRendition, withSpans = false }: SourceOptions, cut: readonly number[]) {
  const { rendition } = scope.filter;
  return sessionRowsOf({
    ...minutesOf(cut),
    rows: rendition || isByRendition ? "minutes by rendition" : "minutes",

    clientCondition: "client_uuid = {client:String}",
    where: conditionsOf(scope, "minutes").sql,
    withSpans,
    ...(rendition ? { which: IS_OF_RENDITION } : {}),
  });
}

interface ClosedHoursQuery extends PeriodSec {
  columns: string;
  where: string;
  /** The periods that are left out. */
  without: readonly PeriodSec[];
}

/**
 * Returns SELECTs of closed hours that start in a period: for aggregated days, from the rows ordered by filter; otherwise from
 * the hours.
 */
export function closedHours(
  options: SourceOptions,
  { columns, fromSec, toSec, where, without }: ClosedHoursQuery,
) {
  const { scope, withSpans } = options;
  const wanted = subtractPeriods([{ fromSec, toSec }], without);
  // Daily totals do not contain which seconds were played.
  const summed = withSpans ? { periods: [], versions: [] } : summedPeriods(options, "hour");
  const inHours = subtractPeriods(wanted, summed.periods);
  const inRows = subtractPeriods(wanted, inHours);
  const select = (from: string, periods: readonly PeriodSec[], which: string) =>
    periods.length > 0
      ? [
          `SELECT ${columns} FROM ${from} WHERE client_uuid = {client:String} AND ${isWithin("hour", periods)} AND ${which} AND ${where}`,
        ]
      : [];
  return {
    parts: [
      ...select("day_rows", inRows, "version IN {day_versions:Array(UInt64)}"),
      ...select("session_hours FINAL", inHours, "1"),
    ],
    params: { client: scope.clientUuid, day_versions: summed.versions },
  };
}

/** Restricts the rows of a source to these videos. @param videos the videos' names in ClickHouse. */
export function limitToVideos(options: SourceOptions, videos: readonly string[]): SourceOptions {
  const { scope } = options;
  const wanted = new Set(scope.videos);
  const left = scope.videos === undefined ? [...videos] : videos.filter((uuid) => wanted.has(uuid));
  return { ...options, scope: { ...scope, videos: left } };
}

const REQUESTED_MINUTES = minutesBetween("{from:UInt32}", "{to:UInt32}");
const OPEN_MINUTES = minutesBetween("{open:UInt32}", "{to:UInt32}");

/** Returns the condition for minutes by hour, the table's sort order: the days between the cut hours are not read. */
function minutesOf(cut: readonly number[]): MinuteConditions {
  if (cut.length === 0) return OPEN_MINUTES;
  const ofHours = (hours: readonly number[]) =>
    `toStartOfHour(minute) IN (${hours.map((sec) => `toDateTime(${sec}, 'UTC')`).join(", ")})`;
  return {
    minutes: `(${OPEN_MINUTES.minutes} OR (${ofHours(cut)} AND ${REQUESTED_MINUTES.minutes}))`,
    withOutcomes: `(${OPEN_MINUTES.withOutcomes} OR ${ofHours(cut.flatMap((sec) => [sec, sec + HOUR_SEC]))})`,
  };
}

/** Lists the hours that contain one of these times between their start and their end. */
const cutHours = (momentsSec: readonly number[]): number[] => [
  ...new Set(momentsSec.filter((sec) => sec % HOUR_SEC !== 0).map((sec) => sec - (sec % HOUR_SEC))),
];

const IS_OF_RENDITION = `${DIMENSION_SQL.rendition} IN {by_rendition:Array(String)}`;
const HAS_RENDITION = `hasAny(${RENDITIONS_OF_MINUTE_SQL}, {by_rendition:Array(String)})`;

/**
 * Selects the client's rows by the columns that both tables have; minutes of a rendition are minutes in which any of it was
 * played.
 */
export function conditionsOf(
  { filter, config, videos }: SessionScope,
  rows: "hours" | "minutes" = "hours",
): SessionSource {
  const conditions: string[] = [];
  const params: Record<string, unknown> = {};
  const add = (name: string, expression: string, values: readonly string[]) => {
    conditions.push(`${expression} IN {${name}:Array(String)}`);
    params[name] = values;
  };
  const { rendition, ...others } = filter;
  for (const [dimension, values] of Object.entries(others))
    add(`by_${dimension}`, DIMENSION_SQL[dimension as keyof typeof DIMENSION_SQL], values);
  if (rendition) {
    conditions.push(rows === "hours" ? IS_OF_RENDITION : HAS_RENDITION);
    params.by_rendition = rendition;
  }
  if (videos) add("collection", "video_uuid", videos);
  if (config) {
    conditions.push("(config_uuid = {config:String} OR video_uuid IN {given:Array(String)})");
    Object.assign(params, { config: config.uuid, given: config.videos });
  }
  return { sql: conditions.join(" AND ") || "1", params };
}
