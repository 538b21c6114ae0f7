import type { SessionSort } from "@shoal/contract";
import { IS_RETAINED_SQL } from "../figures/index.ts";
import type { RunQuery } from "./query-analytics.ts";
import type { SessionScope } from "./scope.ts";
import { conditionsOf, type SessionSource } from "./session-source.ts";
import { spellingsOf } from "./viewer-spellings.ts";

type NumberOrText = number | string;
const TEXT_COLUMNS = [
  "country",
  "isp",
  "network_prefix",
  "device",
  "browser",
  "system",
  "player",
  "network",

  "page_host",
  "viewer",
] as const;
const SUM_COLUMNS = [
  "sec_server",
  "sec_peer",
  "sec_rebuf_http",
  "sec_rebuf_p2p",
  "bytes_server",
  "bytes_peer",

  "bytes_up",
  "errors",
  "views",
  "startup_ms",
] as const;

/** A row as ClickHouse returns it: large integers may be strings. */
export type SessionRow = Record<(typeof TEXT_COLUMNS)[number], string> &
  Record<(typeof SUM_COLUMNS)[number], NumberOrText> & {
    uuid: string;
    video: string;
    startedSec: NumberOrText;
    lastSec: NumberOrText;
  };

const MINUTE_COLUMNS = [
  "sec_server",
  "sec_peer",
  "sec_rebuf_http",
  "sec_rebuf_p2p",
  "bytes_server",
  "bytes_peer",

  "bytes_up",
  "kbps_seconds",
  "height",
  "peers",
  "errors",
] as const;

export type MinuteRow = Record<(typeof MINUTE_COLUMNS)[number], NumberOrText> & {
  minuteSec: NumberOrText;
  /** The played spans, as from, to, from, to. */
  played: number[];
  replayed: number[];
  /** JSON. */
  events: string[];
};

interface SessionPageQuery {
  sort: SessionSort;
  order: "asc" | "desc";
  limit: number;
  offset: number;
}

/** The sort keys of sessions; missing values come last in both directions. */
const SORT_SQL: Record<SessionSort, string> = {
  startedAt: "min(minute)",
  watchedSec: "sum(sec_server + sec_peer)",
  rebufferingSec: "sum(sec_rebuf_http + sec_rebuf_p2p)",
  startupMs: "if(sum(views) = 0, NULL, sum(startup_ms))",
  errors: "sum(errors)",
};

/** Creates the ClickHouse queries that list sessions and read single ones. */
export function createSessionReader(runQuery: RunQuery) {
  const describe = (source: SessionSource) =>
    runQuery<SessionRow>(describeSessionsSql(source.sql), source.params);
  return {
    /** Lists one page of sessions, and their total number. */
    async list(
      of: { scope: SessionScope; viewer: string | undefined },
      { sort, order, limit, offset }: SessionPageQuery,
    ) {
      const source = minutesOf(of);
      // The page's keys are read first from the few necessary columns, and then all data of these sessions.
      const page = await runQuery<{ uuid: string; video: string; size: NumberOrText }>(
        `SELECT session_uuid AS uuid, video_uuid AS video, count() OVER () AS size FROM ${source.sql} AS minutes
         GROUP BY session_uuid, video_uuid
         ORDER BY ${SORT_SQL[sort]} ${order.toUpperCase()} NULLS LAST, session_uuid
         LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
        { ...source.params, limit, offset },
      );
      if (page.length === 0) return { rows: [], size: 0 };
      const params = {
        sessions: page.map(({ uuid }) => uuid),
        videos: [...new Set(page.map(({ video }) => video))],
      };
      const wanted = "session_uuid IN {sessions:Array(String)} AND video_uuid IN {videos:Array(String)}";
      const rows = await describe({
        sql: `(SELECT * FROM ${source.sql} AS minutes WHERE ${wanted})`,
        params: { ...source.params, ...params },
      });
      const byUuid = new Map(rows.map((row) => [row.uuid, row]));
      return { rows: page.flatMap(({ uuid }) => byUuid.get(uuid) ?? []), size: Number(page[0]?.size ?? 0) };
    },

    /** Finds a client's session from its first minute to its last; undefined if there is none. */
    async find(clientUuid: string, uuid: string) {
      const params = { client: clientUuid, session: uuid };
      const clientCondition = `client_uuid = {client:String} AND session_uuid = {session:String} AND ${IS_RETAINED_SQL}`;
      // Finds the session's rows by their sorting key first, which avoids merging 90 days of the client's rows.
      const [place] = await runQuery<{
        video: string;
        fromSec: NumberOrText;
        lastSec: NumberOrText;
        found: NumberOrText;
      }>(
        `SELECT any(video_uuid) AS video, toUnixTimestamp(min(minute)) AS fromSec,
           toUnixTimestamp(max(minute)) AS lastSec, count() AS found FROM session_minutes WHERE ${clientCondition}`,
        params,
      );
      if (!place || Number(place.found) === 0) return undefined;
      const source = {
        sql: `(SELECT * FROM session_minutes FINAL WHERE ${clientCondition} AND video_uuid = {video:String}
          AND minute >= toDateTime({from:UInt32}, 'UTC') AND minute <= toDateTime({last:UInt32}, 'UTC'))`,
        params: { ...params, video: place.video, from: place.fromSec, last: place.lastSec },
      };
      const [[session], minutes] = await Promise.all([
        describe(source),
        runQuery<MinuteRow>(
          `SELECT toUnixTimestamp(minute) AS minuteSec, ${MINUTE_COLUMNS.join(", ")}, played, replayed, events
           FROM ${source.sql} AS minutes ORDER BY minuteSec`,
          source.params,
        ),
      ]);
      return session && { session, minutes };
    },
  };
}

/** Selects the sessions of a scope, each with its latest report; limited to one viewer if given. */
function minutesOf({ scope, viewer }: { scope: SessionScope; viewer: string | undefined }): SessionSource {
  const { sql, params } = conditionsOf(scope, "minutes");
  const viewerCondition = viewer === undefined ? "1" : "viewer IN {viewers:Array(String)}";
  return {
    sql: `(SELECT * FROM session_minutes FINAL WHERE client_uuid = {client:String} AND ${IS_RETAINED_SQL}
      AND minute >= toDateTime({from:UInt32}, 'UTC') AND minute < toDateTime({to:UInt32}, 'UTC') AND ${viewerCondition} AND ${sql})`,
    params: {
      ...params,

      client: scope.clientUuid,
      from: scope.fromMs / 1_000,
      to: scope.toMs / 1_000,
      ...(viewer === undefined ? {} : { viewers: spellingsOf(viewer) }),
    },
  };
}

const describeSessionsSql = (minutes: string) => `SELECT session_uuid AS uuid, any(video_uuid) AS video,
    toUnixTimestamp(min(minute)) AS startedSec, toUnixTimestamp(max(minute)) AS lastSec,
    ${TEXT_COLUMNS.map((name) => `max(minutes.${name}) AS ${name}`).join(", ")},
    ${SUM_COLUMNS.map((name) => `sum(minutes.${name}) AS ${name}`).join(", ")}
  FROM ${minutes} AS minutes GROUP BY session_uuid`;
