import type {
  QueryOf,
  routes,
  StatisticsBreakdown,
  StatisticsQuery,
  StatisticsSeries,
  StatisticsSubjects,
  StatisticsTotals,
  StatisticsVideos,
} from "@shoal/contract";
import { CONCURRENT_WINDOW_SEC } from "@shoal/contract";
import { footprintOfDeliveries } from "@shoal/domain/figures";
import { listSteps, NO_SESSIONS, sessionFigures } from "@shoal/domain/statistics";
import type { Analytics } from "../../../platform/clickhouse.ts";
import type { Database } from "../../../platform/database.ts";
import type { LimitStore } from "../../../platform/rate-limit.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createClosedHoursStore } from "../figures/index.ts";
import { createForgetViewer } from "./forget-viewer.ts";
import { createOpening, elapsedMs } from "./open-source.ts";
import { createPeaks } from "./peaks.ts";
import { runQueryWith } from "./query-analytics.ts";
import { createRetention } from "./retention.ts";
import { openScope, precedingScope, type SessionScope, stepOf } from "./scope.ts";
import type { SourceOptions } from "./session-source.ts";
import { createSessions } from "./sessions.ts";
import { createStatisticsRepository } from "./statistics.repository.ts";
import { createStatisticsReader, type StatisticsReader } from "./statistics-reader.ts";
import { createValueLabels } from "./value-labels.ts";

export interface StatisticsDeps {
  db: Database;
  /** The store of attempts, which is in the same database. */
  limitStore: LimitStore;
  analytics: Analytics;
  /** The installation's secret. */
  secret: string;
  onError: (error: unknown) => void;
}

/**
 * Creates the service of the figures on analytics pages. Each function throws AppError "bad_request" for an invalid period,
 * "not_found" or "config_not_found" for unknown subjects, "unavailable" while ClickHouse does not respond, "took_too_long".
 * Requests of callers who have disconnected (`isGone`) are cancelled.
 */
export function createStatisticsService({ db, limitStore, analytics, secret, onError }: StatisticsDeps) {
  const repository = createStatisticsRepository(db);
  const runQueryFor = runQueryWith({ analytics, onError });
  const readerFor = (isGone: AbortSignal | undefined) => createStatisticsReader(runQueryFor(isGone));
  const labels = createValueLabels(repository);

  const store = createClosedHoursStore(db);
  const open = createOpening(repository, store);

  return {
    ...createPeaks({ runQueryFor, repository, open }),
    ...createRetention({ runQueryFor, repository, open }),
    ...createSessions({ runQueryFor, repository, openScope: (...of) => openScope(repository, ...of) }),
    ...createForgetViewer({
      db,
      limitStore,
      runQuery: runQueryFor(undefined),
      analytics,
      days: store.days,
      secret,
      onError,
    }),

    async getTotals(
      { clientUuid }: Actor,
      query: StatisticsQuery,
      isGone?: AbortSignal,
    ): Promise<StatisticsTotals> {
      const reader = readerFor(isGone);
      const options = await open(clientUuid, query);
      const { scope, nowMs } = options;
      const [totals, robotSessions, watchingNow] = await Promise.all([
        readTotals(reader, options),
        reader.countRobots(scope),
        reader.countReporting(scope, nowMs - CONCURRENT_WINDOW_SEC * 1_000),
      ]);
      const [from, to, asOf] = [scope.fromMs, scope.toMs, nowMs].map((ms) => new Date(ms).toISOString());
      return { from: from ?? "", to: to ?? "", asOf: asOf ?? "", watchingNow, robotSessions, ...totals };
    },

    async getSeries(
      { clientUuid }: Actor,
      { step: wanted, ...query }: QueryOf<typeof routes.getStatisticsSeries>,
      isGone?: AbortSignal,
    ): Promise<StatisticsSeries> {
      const options = await open(clientUuid, query);
      const { scope, nowMs } = options;
      const step = stepOf(scope, wanted, nowMs);
      const starts = listSteps(scope, step, scope.timeZone);
      const sums = await readerFor(isGone).readSteps({
        ...options,
        bordersSec: starts.map((ms) => ms / 1_000),
        isByMinute: step === "minute",
      });
      const points = starts.map((atMs, index) => {
        const toMs = starts[index + 1] ?? scope.toMs;
        const figures = sessionFigures(sums.get(atMs / 1_000) ?? NO_SESSIONS, elapsedMs(atMs, toMs, nowMs));
        return { at: new Date(atMs).toISOString(), to: new Date(toMs).toISOString(), ...figures };
      });
      return { step, timeZone: scope.timeZone, asOf: new Date(nowMs).toISOString(), points };
    },

    async getBreakdown(
      { clientUuid }: Actor,
      query: QueryOf<typeof routes.getStatisticsBreakdown>,
      isGone?: AbortSignal,
    ): Promise<StatisticsBreakdown> {
      const { dimension, sort, order, page, pagesize, ...asked } = query;
      const options = await open(clientUuid, asked);
      const { scope, nowMs } = options;
      const { rows, size } = await readerFor(isGone).readBreakdown(options, {
        dimension,
        sort,
        order,
        limit: pagesize,
        offset: (page - 1) * pagesize,
      });
      const named = await labels.find(clientUuid, dimension, rows);
      return {
        dimension,
        asOf: new Date(nowMs).toISOString(),
        rows: rows.map(({ value, sums }) => ({
          value,
          label: named.get(value) ?? null,
          figures: sessionFigures(sums, elapsedMs(scope.fromMs, scope.toMs, nowMs)),
        })),
        size,
      };
    },

    async getSubjects({ clientUuid }: Actor): Promise<StatisticsSubjects> {
      const [chosenZone, configs, collections] = await Promise.all([
        repository.findChosenTimeZone(clientUuid),
        repository.listConfigs(clientUuid),
        repository.listCollections(clientUuid),
      ]);
      return {
        timeZone: chosenZone ?? "UTC",
        isTimeZoneChosen: chosenZone !== undefined,
        configs: configs.map(({ uuid, name }) => ({ uuid, name })),
        collections,
      };
    },

    findVideos: (
      { clientUuid }: Actor,
      { search, videos }: QueryOf<typeof routes.findStatisticsVideos>,
    ): Promise<StatisticsVideos> =>
      videos ? repository.listNamed(clientUuid, videos) : repository.findVideos(clientUuid, search ?? ""),
  };
}
export type StatisticsService = ReturnType<typeof createStatisticsService>;

/**
 * Reads the figures of a period and of the preceding one, in one statement: planning takes ClickHouse longer than adding up a
 * day.
 */
async function readTotals(reader: StatisticsReader, options: SourceOptions) {
  const { scope, nowMs } = options;
  const earlier = precedingScope(scope);
  const both = {
    ...options,
    scope: { ...scope, fromMs: earlier.fromMs },
    bordersSec: [earlier.fromMs / 1_000, scope.fromMs / 1_000],
  };
  const [sums, places] = await Promise.all([reader.readSteps(both), reader.readPlaces(both)]);
  const totalsOf = ({ fromMs, toMs }: SessionScope) => ({
    figures: sessionFigures(sums.get(fromMs / 1_000) ?? NO_SESSIONS, elapsedMs(fromMs, toMs, nowMs)),
    footprint: footprintOfDeliveries(places.get(fromMs / 1_000) ?? []),
  });
  return { ...totalsOf(scope), before: totalsOf(earlier) };
}
