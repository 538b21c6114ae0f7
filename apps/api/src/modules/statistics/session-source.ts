import { STATISTICS_MINUTES_DAYS } from "@shoal/contract";
import { SESSION_ROW_COLUMNS, sessionRowsOf } from "../figures/index.ts";
import { DIMENSION_SQL, RENDITIONS_OF_MINUTE_SQL } from "./dimensions.ts";
import type { Scope } from "./scope.ts";

const MINUTE_SEC = 60;
const HOUR_SEC = 3_600;
const DAY_SEC = 86_400;

/** SQL that stands in FROM, and what it is asked with. */
export interface SessionSource {
  sql: string;
  params: Record<string, unknown>;
}

export interface SourceOptions {
  scope: Scope;
  /** The end of the last hour of the roll-up, in seconds since 1970. */
  closedUntilSec: number;
  nowMs: number;
  /** Where steps begin, in seconds since 1970: no row may lie on both sides of one. */
  bordersSec: readonly number[];
  /** Rows are a minute long, as far back as there are minutes. */
  isByMinute?: boolean;
}

/**
 * The rows of a scope: closed hours from the roll-up; from the session-minutes what is after them, and hours that a border
 * cuts in two, such as those of midnights in zones that differ from UTC by half an hour.
 */
export function openSource(options: SourceOptions): SessionSource {
  const { scope, closedUntilSec, nowMs, bordersSec, isByMinute = false } = options;
  const [fromSec, toSec] = [scope.fromMs / 1_000, scope.toMs / 1_000];
  const minutesFromSec = Math.floor(nowMs / 1_000) - STATISTICS_MINUTES_DAYS * DAY_SEC;
  const openSec = isByMinute ? Math.max(fromSec, minutesFromSec) : Math.max(fromSec, closedUntilSec);
  const cut = cutHours([fromSec, toSec, ...bordersSec]).filter(
    (hourSec) => hourSec >= minutesFromSec && hourSec < openSec,
  );
  const { sql: which, params } = conditionsOf(scope);
  const whose = "client_uuid = {client:String}";
  const ofHours = `SELECT ${SESSION_ROW_COLUMNS} FROM session_hours FINAL
    WHERE ${whose} AND hour >= toDateTime({from:UInt32}, 'UTC') AND hour < toDateTime({open:UInt32}, 'UTC')
      AND hour < toDateTime({to:UInt32}, 'UTC') AND toUnixTimestamp(hour) NOT IN {cut:Array(UInt32)} AND ${which}`;
  const isAsked = cut.length === 0 ? "1" : IS_OPEN_OR_CUT;
  const ofMinutes = sessionRowsOf({
    fromSec: "{minutes:UInt32}",
    untilSec: "{to:UInt32}",
    ...{ slotSec: MINUTE_SEC, whose, where: `${isAsked} AND ${conditionsOf(scope, "minutes").sql}` },
    ...(scope.filter.rendition ? { which: IS_OF_RENDITION } : {}),
  });
  return {
    sql: `(${ofHours} UNION ALL ${ofMinutes})`,
    params: {
      ...params,
      ...{ client: scope.clientUuid, from: fromSec, to: toSec, open: openSec, cut },
      minutes: Math.min(openSec, ...cut.map((hourSec) => Math.max(hourSec, fromSec))),
    },
  };
}

/** The same rows, of these videos alone. @param videos as the analytics engine names them. */
export function within(options: SourceOptions, videos: readonly string[]): SourceOptions {
  const { scope } = options;
  const wanted = new Set(scope.videos);
  const left = scope.videos === undefined ? [...videos] : videos.filter((uuid) => wanted.has(uuid));
  return { ...options, scope: { ...scope, videos: left } };
}

const IS_OPEN_OR_CUT = `(minute >= toDateTime({open:UInt32}, 'UTC')
  OR toUnixTimestamp(toStartOfHour(minute)) IN {cut:Array(UInt32)})`;

/** The hours in whose midst one of these moments lies. */
const cutHours = (momentsSec: readonly number[]): number[] => [
  ...new Set(momentsSec.filter((sec) => sec % HOUR_SEC !== 0).map((sec) => sec - (sec % HOUR_SEC))),
];

/** Of the minutes of which players tell that play: those that were away for long tell of older ones as well. */
export const LATELY = "minute >= toDateTime(intDiv({since:UInt64}, 1000) - 120, 'UTC')";

const IS_OF_RENDITION = `${DIMENSION_SQL.rendition} IN {by_rendition:Array(String)}`;
const HAS_RENDITION = `hasAny(${RENDITIONS_OF_MINUTE_SQL}, {by_rendition:Array(String)})`;

/**
 * Which of the client's rows, by the columns that both tables have; minutes of one rendition are those in which any of it
 * was played.
 */
export function conditionsOf(
  { filter, config, videos }: Scope,
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
