import type { StatisticsDimension } from "@shoal/contract";
import { HOLDS_SQL } from "../../../platform/analytics-tables.ts";

const HALF_HOUR_MINUTES = 30;

/**
 * Returns the bit of a minute of the hour. The first half of the hour is in the lower 32 bits, and the second in the upper 32.
 * Both may be added up to 2^32 with one sum.
 */
const minuteBit = (minuteOfHour: string): string =>
  `bitShiftLeft(toUInt64(1), ${minuteOfHour} % ${HALF_HOUR_MINUTES} + if(${minuteOfHour} < ${HALF_HOUR_MINUTES}, 0, 32))`;

const minuteSums = Array.from(
  { length: HALF_HOUR_MINUTES },
  (_, minute) => `sum(bitAnd(bitShiftRight(minute_bits, ${minute}), 0x100000001))`,
).join(", ");

/**
 * The number of rows per minute, as an array of 60 that is computed from half as many columns.
 * @example `SELECT hour, ${MINUTE_COUNTS} AS counts FROM session_hours GROUP BY hour`
 */
export const MINUTE_COUNTS = `arrayConcat(arrayMap(both -> bitAnd(both, 0xffffffff), [${minuteSums}]),
  arrayMap(both -> bitShiftRight(both, 32), [${minuteSums}]))`;

/** The key columns of rows in both tables, except for minutes of several renditions. They are text, "" if unknown. */
export const DIMENSION_SQL: Record<StatisticsDimension, string> = {
  video: "video_uuid",
  country: "country",
  provider: "if(asn = 0, '', toString(asn))",
  device: "device",
  browser: "browser",
  system: "system",
  player: "player",
  network: "network",
  site: "site_uuid",
  rendition: "if(height = 0, '', toString(height))",
  host: "page_host",
  config: "config_uuid",
};

/** The grouping columns that are shorter than text. Grouping 90 days by provider took 470 ms by text, 290 by number. */
const KEY_SQL: Partial<Record<StatisticsDimension, string>> = { provider: "asn", rendition: "height" };
export const keySqlOf = (dimension: StatisticsDimension): string =>
  KEY_SQL[dimension] ?? DIMENSION_SQL[dimension];

/** Selects all renditions of a row of minutes: its main rendition and any others. */
export const RENDITIONS_OF_MINUTE_SQL =
  "arrayMap(each -> if(each = 0, '', toString(each)), arrayConcat([height], other_heights))";

/** How long an attempt waits for its first frame, or its error, before it counts as abandoned. */
const STARTUP_ABANDONED_AFTER_SEC = 300;
/** The ratio between the bounds of a bucket of start-up times, so that percentiles are exact to 2 %. */
export const STARTUP_BUCKET = 1.02;

/** The key that separates the rows of one session and hour, since viewers change networks and renditions while watching. */
const SESSION_ROW_KEY = "client_uuid, hour, video_uuid, session, height, country, asn, network, site_uuid";
const CONSTANT_COLUMNS = [
  "isp",
  "device",
  "browser",
  "system",
  "player",
  "page_host",
  "config_uuid",
  "viewer",
  // The proof-mode group of a viewer changes with the month. In time zones where a month starts half past the hour, the later group
  // counts for that hour.
  "proof_group",
] as const;
/** The columns that are added up when minutes are grouped into one row. */
export const SUMMED_COLUMNS = [
  "ms_server",
  "ms_peer",
  "ms_rebuf_http",
  "ms_rebuf_p2p",
  "ms_best",
  "kbits",

  "bytes_server",
  "bytes_peer",
  "bytes_up",
  "attempts",
  "views",
  "failures",
  "exits",
  "startup_ms",
] as const;

/**
 * The seconds of the video that the session played for the first time, and those it replayed, as the number of spans that start
 * (positive) or end (negative) at each second. These changes can be added in any order, and adjacent spans merge.
 */
const SPAN_NAMES = ["played", "replayed"] as const;
const SPAN_COLUMNS = SPAN_NAMES.flatMap((name) => [`${name}_at`, `${name}_by`]);
/** Returns the changes of a minute, whose spans are stored as from, to, from, to. */
const spanChangesSql = (name: string) =>
  `${name} AS at_${name}, arrayMap(place -> if(place % 2 = 1, 1, -1), arrayEnumerate(${name})) AS by_${name}`;
const sumOfChanges = (at: string, by: string, condition = "1") => [
  `sumMapIf(${at}, ${by}, ${condition}).1`,
  `arrayMap(change -> toInt32(change), sumMapIf(${at}, ${by}, ${condition}).2)`,
];

/** How a column of rows is computed from columns of minutes. */
interface RowExpressions {
  alike: (name: string) => string;
  /** The columns that are separated by rendition. */
  of: (column: string) => string;
  /** The columns that only the main rendition has. */
  ofMain: (column: string, condition?: string) => string;
  bits: string;
  changes: (at: string, by: string) => string[];
}

/** The expressions that compute a row for each rendition of an hour. */
const ROWS_OF_MINUTES: RowExpressions = {
  alike: (name) => `max(minutes.${name})`,
  of: (column) => `sum(${column})`,
  ofMain: (column, condition = "1") => `sumIf(${column}, is_main AND ${condition})`,
  bits: "groupBitOr(if(is_main, minute_bit, 0))",
  changes: (at, by) => sumOfChanges(at, by, "is_main"),
};
/** How to compute a row per minute without grouping, because grouping 52,000 of them by their key took 30 ms. */
const ROWS_OF_ONE_MINUTE: RowExpressions = {
  alike: (name) => `minutes.${name}`,
  of: (column) => column,
  ofMain: (column, condition = "1") => `if(is_main AND ${condition}, ${column}, 0)`,
  bits: "if(is_main, minute_bit, 0)",
  changes: (at, by) => [
    `if(is_main, ${at}, emptyArrayUInt32())`,
    `if(is_main, arrayMap(change -> toInt32(change), ${by}), emptyArrayInt32())`,
  ],
};

/** How to compute one row for all renditions of a minute. Separating 56,000 takes 15 ms, and few queries need it. */
const ROWS_OF_WHOLE_MINUTE: RowExpressions = {
  alike: ROWS_OF_ONE_MINUTE.alike,
  of: (column) => `all_${column}`,
  ofMain: (column, condition) => (condition ? `if(${condition}, ${column}, 0)` : column),
  bits: "minute_bit",
  changes: (at, by) => [at, `arrayMap(change -> toInt32(change), ${by})`],
};

const ROW_EXPRESSIONS: Record<SessionRowsQuery["rows"], RowExpressions> = {
  minutes: ROWS_OF_WHOLE_MINUTE,
  "minutes by rendition": ROWS_OF_ONE_MINUTE,
  "hours by rendition": ROWS_OF_MINUTES,
};

const ROW_COLUMNS = [SESSION_ROW_KEY, ...CONSTANT_COLUMNS, ...SUMMED_COLUMNS, "startup_bucket"];

/** Returns the columns of `session_hours` and `day_rows` that pages read; `sessionRowsOf` returns the same columns. */
export const sessionRowColumns = ({ withSpans }: { withSpans: boolean }): string =>
  [...ROW_COLUMNS, "minute_bits", ...(withSpans ? SPAN_COLUMNS : []), "holds"].join(", ");

export interface SessionRowsQuery extends MinuteConditions {
  /** The length of the rows, and whether there is one per rendition, as always in the hourly roll-up. */
  rows: "minutes" | "minutes by rendition" | "hours by rendition";
  /** The further conditions on `session_minutes`: on sessions (key columns only), and on minutes. */
  clientCondition?: string;
  where?: string;
  /** A condition on the played `height`, which separates the renditions of a minute. */
  which?: string;
  /** Whether the seconds of the video that were played are wanted. */
  withSpans?: boolean;
}

/** The conditions on `minute`, which is part of the key, so that excluded minutes are not read. */
export interface MinuteConditions {
  minutes: string;
  /** The condition on minutes, extended by the time that an attempt may wait for its outcome. */
  withOutcomes: string;
}

/** Returns the conditions on minutes. @param fromSec, like the exclusive end, a parameter with seconds since 1970. */
export const minutesBetween = (fromSec: string, untilSec: string): MinuteConditions => {
  const before = (sec: string) =>
    `minute >= toDateTime(${fromSec}, 'UTC') AND minute < toDateTime(${sec}, 'UTC')`;
  return { minutes: before(untilSec), withOutcomes: before(`${untilSec} + ${STARTUP_ABANDONED_AFTER_SEC}`) };
};

/**
 * Returns session minutes with the columns of `session_hours`, so that pages read hours and minutes the same way. An attempt
 * without a first frame counts as failed if its session reported an error, otherwise as an exit.
 */
export function sessionRowsOf({
  minutes: isWanted,
  withOutcomes,
  rows,
  clientCondition = "1",
  where = "1",
  which = "1",
  withSpans = true,
}: SessionRowsQuery): string {
  const sessionsWith = (counter: string) => `session_uuid IN (SELECT session_uuid FROM session_minutes
    PREWHERE ${clientCondition} AND ${withOutcomes} WHERE ${counter} > 0)`;
  const spans = withSpans ? SPAN_NAMES : [];
  const made = ROW_EXPRESSIONS[rows];
  const isByRendition = rows !== "minutes";
  const minutes = `SELECT client_uuid, ${rows === "hours by rendition" ? "toStartOfHour(minute)" : "minute"} AS hour,
      video_uuid, sipHash64(session_uuid) AS session, height${isByRendition ? " AS main_height" : ""}, country, asn, network, site_uuid,
      isp, device, browser, system, player, page_host, config_uuid, if(viewer = '', 0, sipHash64(viewer)) AS viewer, proof_group,
      toUInt32(sec_server * 1000) AS all_server, toUInt32(sec_peer * 1000) AS all_peer,
      toUInt32(sec_rebuf_http * 1000) AS rebuf_http, toUInt32(sec_rebuf_p2p * 1000) AS rebuf_p2p,
      toUInt32(sec_best_quality * 1000) AS all_best, toUInt64(kbps_seconds) AS all_kbit,
      bytes_server AS from_server, bytes_peer AS from_peer, bytes_up AS up, attempts AS tried, views AS seen,
      tried > 0 AND NOT ${sessionsWith("views")} AS is_unseen, is_unseen AND ${sessionsWith("errors")} AS is_failed,
      toUInt32(startup_ms) AS startup, ${minuteBit("toMinute(minute)")} AS minute_bit, other_heights, other_ms_server, other_ms_peer, other_ms_best, other_kbits
      ${spans.map((name) => `, ${spanChangesSql(name)}`).join("")}
    FROM session_minutes FINAL PREWHERE ${clientCondition} AND ${isWanted} WHERE ${where}`;
  return `SELECT ${SESSION_ROW_KEY}, ${CONSTANT_COLUMNS.map((name) => `${made.alike(name)} AS ${name}`).join(", ")},
      toUInt32(${made.of("server")}) AS ms_server, toUInt32(${made.of("peer")}) AS ms_peer,
      toUInt32(${made.ofMain("rebuf_http")}) AS ms_rebuf_http, toUInt32(${made.ofMain("rebuf_p2p")}) AS ms_rebuf_p2p,
      toUInt32(${made.of("best")}) AS ms_best, ${made.of("kbit")} AS kbits,
      ${made.ofMain("from_server")} AS bytes_server, ${made.ofMain("from_peer")} AS bytes_peer, ${made.ofMain("up")} AS bytes_up,
      toUInt16(${made.ofMain("tried")}) AS attempts, toUInt16(${made.ofMain("seen")}) AS views,
      toUInt16(${made.ofMain("tried", "is_failed")}) AS failures,
      toUInt16(${made.ofMain("tried", "is_unseen AND NOT is_failed")}) AS exits,
      toUInt32(${made.ofMain("startup")}) AS startup_ms,
      toUInt16(if(startup_ms < 1, 0, floor(log(startup_ms) / log(${STARTUP_BUCKET})))) AS startup_bucket,
      ${made.bits} AS minute_bits
      ${spans
        .map((name) => {
          const [at, by] = made.changes(`at_${name}`, `by_${name}`);
          return `, ${at} AS ${name}_at, ${by} AS ${name}_by`;
        })
        .join("")}, ${HOLDS_SQL} AS holds
    FROM (${minutes}) AS minutes ${isByRendition ? RENDITIONS_JOIN : ""} WHERE ${which}
    ${rows === "hours by rendition" ? `GROUP BY ${SESSION_ROW_KEY}` : ""}`;
}

/**
 * The clause that makes one row per rendition of a minute. The main rendition comes first and has all other figures, since
 * only playback can be separated by rendition.
 */
const RENDITIONS_JOIN = `ARRAY JOIN arrayConcat([main_height], other_heights) AS height,
  arrayMap(place -> place = 1, arrayEnumerate(arrayConcat([main_height], other_heights))) AS is_main,
  ${[
    ["server", "ms_server", "toUInt32"],
    ["peer", "ms_peer", "toUInt32"],
    ["best", "ms_best", "toUInt32"],
    ["kbit", "kbits", "toUInt64"],
  ]
    .map(([name, other, type]) => {
      const ofMain = `${type}(all_${name} - arraySum(other_${other}))`;
      return `arrayConcat([${ofMain}], other_${other}) AS ${name}`;
    })
    .join(", ")}`;

/**
 * The statement that aggregates hours again. Rows that no longer apply, because a viewer's network was later reported
 * differently, become zeros. Repeating it gives the same totals.
 */
export const CLOSE_SESSION_HOURS = `INSERT INTO session_hours (${[...ROW_COLUMNS, ...SPAN_COLUMNS].join(", ")},
    minute_bits, version)
  SELECT ${SESSION_ROW_KEY}, ${CONSTANT_COLUMNS.map((name) => `max(hours.${name})`).join(", ")},
    ${[...SUMMED_COLUMNS, "startup_bucket"].map((name) => `sum(hours.${name})`).join(", ")},
    ${SPAN_NAMES.flatMap((name) => sumOfChanges(`hours.${name}_at`, `hours.${name}_by`)).join(", ")},
    groupBitOr(hours.minute_bits), {version:UInt64}
  FROM (
    ${sessionRowsOf({ ...minutesBetween("{from:UInt32}", "{until:UInt32}"), rows: "hours by rendition" })}
    UNION ALL
    SELECT ${SESSION_ROW_KEY}, ${CONSTANT_COLUMNS.join(", ")}, ${SUMMED_COLUMNS.map((name) => `0 AS ${name}`).join(", ")}, 0 AS startup_bucket,
      toUInt64(0) AS minute_bits,
      ${SPAN_NAMES.map((name) => `emptyArrayUInt32() AS ${name}_at, emptyArrayInt32() AS ${name}_by`).join(", ")}, 0 AS holds
    FROM session_hours
    WHERE hour >= toDateTime({from:UInt32}, 'UTC') AND hour < toDateTime({until:UInt32}, 'UTC')
  ) AS hours GROUP BY ${SESSION_ROW_KEY}`;
