import type { KeyFigures, KeyMetric } from "@shoal/contract";
import { IS_RETAINED_SQL } from "../figures/index.ts";
import { QueryParams } from "./query-params.ts";
import type { SearchRow } from "./run-search.ts";
import { type ReadableRows, rowsSql } from "./search-scope.ts";
import type { SearchStatement } from "./search-statements.ts";

/** The ranking to compute, and its period in seconds since 1970; the end is exclusive. */
export interface RankingQuery {
  rows: readonly ReadableRows[];
  fromSec: number;
  untilSec: number;
  metric: KeyMetric;
  isDescending: boolean;
}

/** The maximum number of ranked entries. No page shows as many. */
const MAX_RANKED_ENTRIES = 10_000;

/** The SQL of each metric, which sums first and divides afterwards, like the figures of a video. */
const METRIC_SQL: Record<KeyMetric, string> = {
  hourview: "played / 3600",
  dataDelivered: "(server + peer) / 1e6",
  nbView: "nb",
  meanTime: "if(nb > 0, played / nb, NULL)",
  rebuff: "if(played > 0, 3600 * rebuffered / played, NULL)",
  offload: "if(server + peer > 0, 100 * peer / (server + peer), NULL)",
  bitrate: "if(played > 0, kbps / played, NULL)",
};

/** Returns the statement for one row per watched video in rank order, with its name in ClickHouse (`video`) and figures. */
export function rankingStatement({
  rows,
  fromSec,
  untilSec,
  metric,
  isDescending,
}: RankingQuery): SearchStatement {
  const params = new QueryParams();
  const scopes = rows.map((each) => rowsSql(each, params)).join(" AND ");
  const figures = Object.entries(METRIC_SQL).map(([name, sql]) => `${sql} AS ${name}`);
  const query = `SELECT video, ${figures.join(", ")} FROM (
      SELECT video_uuid AS video, toFloat64(sum(sec_server + sec_peer)) AS played, toFloat64(sum(sec_rebuf_http + sec_rebuf_p2p)) AS rebuffered,
        sum(bytes_server) AS server, sum(bytes_peer) AS peer, toFloat64(sum(kbps_seconds)) AS kbps, sum(views) AS nb
      FROM session_minutes FINAL
      WHERE ${scopes} AND ${IS_RETAINED_SQL} AND minute >= toDateTime(${params.add("UInt32", fromSec)}, 'UTC')
        AND minute < toDateTime(${params.add("UInt32", untilSec)}, 'UTC')
      GROUP BY video_uuid
    ) ORDER BY ${metric} ${isDescending ? "DESC" : "ASC"} NULLS LAST, video LIMIT ${MAX_RANKED_ENTRIES}`;
  return { query, params: params.values };
}

/** Returns the figures of a row of a ranking. */
export const figuresOfRow = (row: Record<string, unknown> | SearchRow): KeyFigures => {
  const value = (name: KeyMetric) => Number(row[name] ?? 0);
  const measured = (name: KeyMetric) =>
    row[name] === null || row[name] === undefined ? null : Number(row[name]);
  return {
    hourview: value("hourview"),
    dataDelivered: value("dataDelivered"),
    nbView: value("nbView"),

    meanTime: measured("meanTime"),
    rebuff: measured("rebuff"),

    offload: measured("offload"),
    bitrate: measured("bitrate"),
  };
};
