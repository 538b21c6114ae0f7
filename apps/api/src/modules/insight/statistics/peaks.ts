import {
  CONCURRENT_WINDOW_SEC,
  type QueryOf,
  type routes,
  type StatisticsNow,
  type StatisticsPeaks,
  type StatisticsQuery,
} from "@shoal/contract";
import { listSteps } from "@shoal/domain/statistics";
import { RECENT_MINUTES_SQL } from "../figures/index.ts";
import { readPeaks } from "./peaks-reader.ts";
import type { RunQuery, RunQueryFor } from "./query-analytics.ts";
import { openScope, type SessionScope, stepOf } from "./scope.ts";
import { conditionsOf, type SourceOptions } from "./session-source.ts";
import type { StatisticsRepository } from "./statistics.repository.ts";

const MINUTE_MS = 60_000;

interface PeaksDeps {
  runQueryFor: RunQueryFor;
  repository: StatisticsRepository;
  open: (clientUuid: string, query: StatisticsQuery) => Promise<SourceOptions>;
}

/** Creates the queries for current viewers and the peak of a period. They throw like the service's other queries. */
export function createPeaks({ runQueryFor, repository, open }: PeaksDeps) {
  return {
    async getNow(
      { clientUuid }: { clientUuid: string },
      query: QueryOf<typeof routes.getStatisticsNow>,
      isGone?: AbortSignal,
    ): Promise<StatisticsNow> {
      const nowMs = Date.now();
      const [from, to] = [nowMs - MINUTE_MS, nowMs].map((ms) => new Date(ms).toISOString());
      const scope = await openScope(repository, clientUuid, { ...query, from: from ?? "", to: to ?? "" });
      const [peaks, runningLives] = await Promise.all([
        countReporting(runQueryFor(isGone), scope, nowMs - CONCURRENT_WINDOW_SEC * 1_000),
        repository.countRunningLives(clientUuid, videosOf(scope)),
      ]);
      return { asOf: to ?? "", ...peaks, runningLives };
    },

    async getPeaks(
      { clientUuid }: { clientUuid: string },
      { step: wanted, ...query }: QueryOf<typeof routes.getStatisticsPeaks>,
      isGone?: AbortSignal,
    ): Promise<StatisticsPeaks> {
      const options = await open(clientUuid, query);
      const { scope, nowMs } = options;
      const step = stepOf(scope, wanted, nowMs);
      const starts = listSteps(scope, step, scope.timeZone);
      const found = await readPeaks(runQueryFor(isGone), { ...options, starts });
      const most = found.reduce<(typeof found)[number] | undefined>(
        (best, peak) => (best && best.sessions >= peak.sessions ? best : peak),
        undefined,
      );
      const byStep = new Map(found.map(({ stepSec, sessions }) => [stepSec, sessions]));
      return {
        step,
        asOf: new Date(nowMs).toISOString(),
        peak: most ? { sessions: most.sessions, at: toIso(most.atSec), isOfHour: most.isOfHour } : null,
        points: starts.map((atMs, index) => ({
          at: toIso(atMs / 1_000),
          to: toIso((starts[index + 1] ?? scope.toMs) / 1_000),
          sessions: byStep.get(atMs / 1_000) ?? 0,
        })),
      };
    },
  };
}

const toIso = (sec: number) => new Date(sec * 1_000).toISOString();

/** Returns the videos to which a scope is limited; undefined if it is not limited. */
function videosOf({ videos, filter, config }: SessionScope): string[] | undefined {
  const sets = [videos, filter.video, config?.videos].filter((set) => set !== undefined);
  const [first, ...others] = sets;
  return first?.filter((video) => others.every((set) => set.includes(video)));
}

/** Counts the sessions that reported since a moment, each once, with the last of its minutes. */
async function countReporting(runQuery: RunQuery, scope: SessionScope, sinceMs: number) {
  const { sql, params } = conditionsOf(scope, "minutes");
  const [row] = await runQuery<{ watching: number | string; byPeers: number | string }>(
    `SELECT uniqExact(session_uuid) AS watching, uniqExactIf(session_uuid, sec_peer > 0) AS byPeers FROM session_minutes
     WHERE client_uuid = {client:String} AND version > {since:UInt64} AND ${RECENT_MINUTES_SQL} AND ${sql}`,
    { ...params, client: scope.clientUuid, since: sinceMs },
  );
  return { watching: Number(row?.watching ?? 0), watchingByPeers: Number(row?.byPeers ?? 0) };
}
