import {
  CONCURRENT_WINDOW_SEC,
  type QueryOf,
  type routes,
  STATISTICS_MINUTES_DAYS,
  type StatisticsNow,
  type StatisticsPeaks,
  type StatisticsQuery,
} from "@shoal/contract";
import { listSteps } from "@shoal/domain/statistics";
import { minutesBetween } from "../figures/index.ts";
import type { Ask, AskFor } from "./ask-analytics.ts";
import { openScope, type Scope } from "./scope.ts";
import { conditionsOf, LATELY, type SourceOptions } from "./session-source.ts";
import type { StatisticsRepository } from "./statistics.repository.ts";
import { stepOf } from "./step-of.ts";

const MINUTE_MS = 60_000;
const HOUR_SEC = 3_600;
const DAY_SEC = 86_400;

interface PeaksDeps {
  askFor: AskFor;
  repository: StatisticsRepository;
  open: (clientUuid: string, query: StatisticsQuery) => Promise<SourceOptions>;
}

/** How many watch at the same time: now, and at most in a period. Throws as the service's other questions. */
export function createPeaks({ askFor, repository, open }: PeaksDeps) {
  return {
    async getNow(
      { clientUuid }: { clientUuid: string },
      query: QueryOf<typeof routes.getStatisticsNow>,
      isGone?: AbortSignal,
    ): Promise<StatisticsNow> {
      const nowMs = Date.now();
      const [from, to] = [nowMs - MINUTE_MS, nowMs].map((ms) => new Date(ms).toISOString());
      const scope = await openScope(repository, clientUuid, { ...query, from: from ?? "", to: to ?? "" });
      const [heard, runningLives] = await Promise.all([
        countHeard(askFor(isGone), scope, nowMs - CONCURRENT_WINDOW_SEC * 1_000),
        repository.countRunningLives(clientUuid, videosOf(scope)),
      ]);
      return { asOf: to ?? "", ...heard, runningLives };
    },

    async getPeaks(
      { clientUuid }: { clientUuid: string },
      { step: wanted, ...query }: QueryOf<typeof routes.getStatisticsPeaks>,
      isGone?: AbortSignal,
    ): Promise<StatisticsPeaks> {
      const { scope, nowMs } = await open(clientUuid, query);
      const step = stepOf(scope, wanted, nowMs);
      const starts = listSteps(scope, step, scope.timeZone);
      const found = await readPeaks(askFor(isGone), { scope, nowMs, starts });
      const most = found.reduce<Peak | undefined>(
        (best, peak) => (best && best.sessions >= peak.sessions ? best : peak),
        undefined,
      );
      const byStep = new Map(found.map(({ stepSec, sessions }) => [stepSec, sessions]));
      return {
        ...{ step, asOf: new Date(nowMs).toISOString() },
        peak: most ? { sessions: most.sessions, at: iso(most.atSec), isOfHour: most.isOfHour } : null,
        points: starts.map((atMs, place) => ({
          ...{ at: iso(atMs / 1_000), to: iso((starts[place + 1] ?? scope.toMs) / 1_000) },
          sessions: byStep.get(atMs / 1_000) ?? 0,
        })),
      };
    },
  };
}

const iso = (sec: number) => new Date(sec * 1_000).toISOString();

/** The videos that a scope is confined to; undefined where it is not. */
function videosOf({ videos, filter, config }: Scope): string[] | undefined {
  const sets = [videos, filter.video, config?.videos].filter((set) => set !== undefined);
  const [first, ...others] = sets;
  return first?.filter((video) => others.every((set) => set.includes(video)));
}

/** Sessions heard of since a moment, by what each told last of the minutes that it told of since. */
async function countHeard(ask: Ask, scope: Scope, sinceMs: number) {
  const { sql, params } = conditionsOf(scope, "minutes");
  const [row] = await ask<{ watching: number | string; byPeers: number | string }>(
    `SELECT uniqExact(session_uuid) AS watching, uniqExactIf(session_uuid, sec_peer > 0) AS byPeers FROM session_minutes
     WHERE client_uuid = {client:String} AND version > {since:UInt64} AND ${LATELY} AND ${sql}`,
    { ...params, client: scope.clientUuid, since: sinceMs },
  );
  return { watching: Number(row?.watching ?? 0), watchingByPeers: Number(row?.byPeers ?? 0) };
}

interface Peak {
  stepSec: number;
  sessions: number;
  atSec: number;
  isOfHour: boolean;
}

interface PeaksOptions {
  scope: Scope;
  nowMs: number;
  /** Where steps begin, in ms since 1970. */
  starts: readonly number[];
}

/** By the steps, ascending, those in which nobody watched left out. */
async function readPeaks(ask: Ask, { scope, nowMs, starts }: PeaksOptions): Promise<Peak[]> {
  const { sql: which, params } = conditionsOf(scope);
  const [fromSec, toSec] = [scope.fromMs / 1_000, scope.toMs / 1_000];
  const keptSec = Math.ceil((nowMs / 1_000 - STATISTICS_MINUTES_DAYS * DAY_SEC) / HOUR_SEC) * HOUR_SEC;
  const minutes = Math.max(fromSec, keptSec);
  // A row is a session and minute: its latest report alone, as an earlier one may lie elsewhere. To count rows takes a tenth of
  // the time of counting distinct sessions (23 and 234 ms of 1.7 M), and a session watches one video.
  const rows = await ask<Record<"step" | "sessions" | "atSec" | "isHour", number | string>>(
    `SELECT roundDown(began, {steps:Array(UInt32)}) AS step, max(watching) AS sessions,
       argMin(began, (-toInt64(watching), began)) AS atSec, argMin(isOfHour, (-toInt64(watching), began)) AS isHour
     FROM (
       SELECT toUnixTimestamp(minute) AS began, count() AS watching, 0 AS isOfHour FROM session_minutes FINAL
       PREWHERE client_uuid = {client:String} AND ${minutesBetween("{minutes:UInt32}", "{to:UInt32}").minutes}
       WHERE ${conditionsOf(scope, "minutes").sql} GROUP BY began
       UNION ALL
       SELECT toUnixTimestamp(hour) AS began, uniqExact(session) AS watching, 1 AS isOfHour
       FROM session_hours FINAL
       WHERE client_uuid = {client:String} AND hour >= toDateTime({from:UInt32}, 'UTC')
         AND hour < toDateTime({kept:UInt32}, 'UTC') AND ms_server + ms_peer + attempts > 0 AND ${which} GROUP BY began
     ) GROUP BY step ORDER BY step`,
    {
      ...params,
      ...{ client: scope.clientUuid, from: fromSec, to: toSec, minutes, kept: Math.min(toSec, keptSec) },
      steps: starts.map((ms) => ms / 1_000),
    },
  );
  return rows.map(({ step, sessions, atSec, isHour }) => ({
    ...{ stepSec: Number(step), sessions: Number(sessions), atSec: Number(atSec) },
    isOfHour: Number(isHour) === 1,
  }));
}
