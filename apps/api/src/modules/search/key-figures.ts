import type { KeyFigures, KeyMetric } from "@shoal/contract";
import { QueryParams } from "./query-params.ts";
import type { Row } from "./run-search.ts";
import { type Rows, rowsSql } from "./search-scope.ts";
import type { Statement } from "./search-statements.ts";

/** What is ranked: a period, in seconds since 1970, of which the end is not part. */
export interface Ranking {
  rows: readonly Rows[];
  fromSec: number;
  untilSec: number;
  /** The end of the last hour of the roll-up. */
  closedUntilSec?: number;
  metric: KeyMetric;
  isDescending: boolean;
}

/** The more of them the less they are worth: no page shows as many. */
const RANKED_MAX = 10_000;

/** Sum first, divide after: by the definitions of the figures of a video. */
const METRIC_SQL: Record<KeyMetric, string> = {
  hourview: "played / 3600",
  dataDelivered: "(server + peer) / 1e6",
  nbView: "nb",
  meanTime: "if(nb > 0, played / nb, NULL)",
  rebuff: "if(played > 0, 3600 * rebuffered / played, NULL)",
  offload: "if(server + peer > 0, 100 * peer / (server + peer), NULL)",
  bitrate: "if(played > 0, kbps / played, NULL)",
};

/** A column holds more seconds than its own type can count in milliseconds. */
const msOf = (column: string) => `toUInt64(toDecimal64(${column}, 3) * 1000)`;
/** Of both tables the same: sums of milliseconds, bits and bytes. */
const OF_MINUTES = `${msOf("sec_server")} + ${msOf("sec_peer")} AS ms_played,
  ${msOf("sec_rebuf_http")} + ${msOf("sec_rebuf_p2p")} AS ms_rebuf, bytes_server AS of_server,
  bytes_peer AS of_peer, toUInt64(kbps_seconds) AS kbit, toUInt64(views) AS seen, toUInt64(attempts) AS tried`;
const OF_HOURS = `toUInt64(ms_server) + toUInt64(ms_peer) AS ms_played,
  toUInt64(ms_rebuf_http) + toUInt64(ms_rebuf_p2p) AS ms_rebuf, bytes_server AS of_server,
  bytes_peer AS of_peer, kbits AS kbit, toUInt64(views) AS seen, toUInt64(attempts) AS tried`;

const HOUR_SEC = 3_600;
type Part = readonly [fromSec: number, untilSec: number];

/**
 * Which parts of a period are read from hours that are closed, and which from minutes.
 * @example partsOf({ fromSec: 1_800, untilSec: 9_000, closedUntilSec: 7_200 }).hours // [[3_600, 7_200]]
 */
export function partsOf({
  fromSec,
  untilSec,
  closedUntilSec,
}: Record<"fromSec" | "untilSec" | "closedUntilSec", number>): {
  hours: Part[];
  minutes: Part[];
} {
  const firstSec = Math.ceil(fromSec / HOUR_SEC) * HOUR_SEC;
  const lastSec = Math.min(Math.floor(untilSec / HOUR_SEC) * HOUR_SEC, closedUntilSec);
  if (lastSec <= firstSec) return { hours: [], minutes: [[fromSec, untilSec]] };
  const around: Part[] = [
    [fromSec, firstSec],
    [lastSec, untilSec],
  ];
  return { hours: [[firstSec, lastSec]], minutes: around.filter(([from, until]) => until > from) };
}

/**
 * One row of each that was watched, in order: what the analytics engine calls it (`video`), and its figures. Hours that are closed
 * and lie in the period as a whole are read as the roll-up has them, what is before and after them from the minutes: both count
 * milliseconds and whole bytes, so that sums do not depend on where they come from.
 */
export function rankingStatement(ranking: Ranking): Statement {
  const { rows, fromSec, untilSec, closedUntilSec = 0, metric, isDescending } = ranking;
  const params = new QueryParams();
  const scopes = rows.map((each) => rowsSql(each, params)).join(" AND ");
  const figures = Object.entries(METRIC_SQL).map(([name, sql]) => `${sql} AS ${name}`);
  const time = (sec: number) => `toDateTime(${params.add("UInt32", sec)}, 'UTC')`;
  const within = (column: string, [from, until]: readonly [number, number]) =>
    `(${column} >= ${time(from)} AND ${column} < ${time(until)})`;
  const { hours, minutes } = partsOf({ fromSec, untilSec, closedUntilSec });
  const ofMinutes = minutes.map((part) => within("minute", part)).join(" OR ") || "0";
  const sources = [
    `SELECT video_uuid, ${OF_MINUTES} FROM session_minutes FINAL WHERE ${scopes} AND (${ofMinutes})`,
    ...hours.map(
      (part) =>
        `SELECT video_uuid, ${OF_HOURS} FROM session_hours FINAL WHERE ${scopes} AND ${within("hour", part)}`,
    ),
  ];
  const query = `SELECT video, ${figures.join(", ")} FROM (
      SELECT video_uuid AS video, sum(ms_played) / 1000 AS played, sum(ms_rebuf) / 1000 AS rebuffered,
        sum(of_server) AS server, sum(of_peer) AS peer, sum(kbit) AS kbps, sum(seen) AS nb
      FROM (${sources.join(" UNION ALL ")}) GROUP BY video_uuid
      HAVING played + rebuffered + server + peer + nb + sum(tried) > 0
    ) ORDER BY ${metric} ${isDescending ? "DESC" : "ASC"} NULLS LAST, video LIMIT ${RANKED_MAX}`;
  return { query, params: params.values };
}

/** Figures of a row of a ranking. */
export const figuresOfRow = (row: Record<string, unknown> | Row): KeyFigures => {
  const value = (name: KeyMetric) => Number(row[name] ?? 0);
  const measured = (name: KeyMetric) =>
    row[name] === null || row[name] === undefined ? null : Number(row[name]);
  return {
    ...{ hourview: value("hourview"), dataDelivered: value("dataDelivered"), nbView: value("nbView") },
    ...{ meanTime: measured("meanTime"), rebuff: measured("rebuff") },
    ...{ offload: measured("offload"), bitrate: measured("bitrate") },
  };
};
