import {
  type QueryOf,
  RANKING_BEST_ORDER,
  RANKING_REST_REASONS,
  type RankedKind,
  type routes,
  type StatisticsFigures,
  type StatisticsQuery,
  type StatisticsRanking,
} from "@shoal/contract";
import { sessionFigures } from "@shoal/domain/statistics";
import type { Actor } from "../../accounts/auth/index.ts";
import { createClosedHoursStore } from "../figures/index.ts";
import { createOpening, elapsedMs } from "./open-source.ts";
import { runQueryWith } from "./query-analytics.ts";
import { createRankingRepository } from "./ranking.repository.ts";
import { createRankingReader, NO_MEMBERS, type RankedGroup, type RankedSums } from "./ranking-reader.ts";
import { precedingScope } from "./scope.ts";
import { limitToVideos, type SourceOptions } from "./session-source.ts";
import { createStatisticsRepository } from "./statistics.repository.ts";
import type { StatisticsDeps } from "./statistics.service.ts";
import { createValueLabels } from "./value-labels.ts";

/** Creates the service that ranks subjects in a period and compares their ranks with the preceding period. */
export function createRankingService({
  db,
  analytics,
  onError,
}: Omit<StatisticsDeps, "limitStore" | "secret">) {
  const [names, repository] = [createStatisticsRepository(db), createRankingRepository(db)];
  const open = createOpening(names, createClosedHoursStore(db));
  const runQueryFor = runQueryWith({ analytics, onError });
  const labels = createValueLabels(names);

  /** Opens the rows of the ranked subjects only, with the videos of each. */
  async function openRanking(clientUuid: string, of: RankedKind, query: StatisticsQuery) {
    const [whole, cameras, members] = await Promise.all([
      open(clientUuid, query),
      of === "camera" ? repository.listCameras(clientUuid) : undefined,
      membersOf(clientUuid, of),
    ]);
    if (!cameras) return { source: whole, whole, members };
    return { source: limitToVideos(whole, cameras), whole, members: { videos: cameras, values: cameras } };
  }

  const membersOf = (clientUuid: string, of: RankedKind) => {
    if (of === "collection") return repository.listCollected(clientUuid);
    return of === "config" ? repository.listConfigured(clientUuid) : NO_MEMBERS;
  };

  /** Finds the names of values. A collection's name is its value, and pages have the names of countries. */
  async function nameAll(clientUuid: string, of: RankedKind, values: readonly string[]) {
    if (of === "collection" || of === "country") return new Map<string, string>();
    const rows = values.map((value) => ({ value, label: null }));
    return labels.find(clientUuid, of === "camera" ? "video" : of, rows);
  }

  return {
    /**
     * @throws AppError "bad_request" for an unreadable period, "not_found" or "config_not_found" if the client does not have the
     * subject, "unavailable" while ClickHouse does not respond.
     */
    async getRanking(
      { clientUuid }: Actor,
      query: QueryOf<typeof routes.getStatisticsRanking>,
      isGone?: AbortSignal,
    ): Promise<StatisticsRanking> {
      const reader = createRankingReader(runQueryFor(isGone));
      const { of, sort, order = RANKING_BEST_ORDER[sort], size: limit, minViews, ...asked } = query;
      const { source, whole, members } = await openRanking(clientUuid, of, asked);
      const ranking = { of, members, sort, order, minViews };
      const [{ rows, size }, groups] = await Promise.all([
        reader.readFirst(source, ranking, limit),
        reader.readGroups(whole, ranking),
      ]);
      const earlier = { ...source, scope: precedingScope(source.scope) };
      const values = rows.map(({ value }) => value);
      const [then, named] = await Promise.all([
        values.length > 0 ? reader.readPlaces(earlier, ranking, values) : new Map<string, RankedSums>(),
        nameAll(clientUuid, of, values),
      ]);
      return {
        of,
        size,
        asOf: new Date(source.nowMs).toISOString(),
        rows: rows.map((row) => {
          const was = then.get(row.value);
          return {
            value: row.value,
            label: named.get(row.value) ?? null,

            ...presentRow(row, source),
            before: was ? presentRow(was, earlier) : null,
          };
        }),
        rest: sumRest(rows, groups),
      };
    },
  };
}
export type RankingService = ReturnType<typeof createRankingService>;

/** Sums up what is missing from the rows: values that are not ranked, and ranked values beyond the requested number. */
function sumRest(rows: readonly RankedSums[], groups: readonly RankedGroup[]): StatisticsRanking["rest"] {
  const rest = groups.flatMap(({ kind, count, views, watchedMs, deliveredBytes }) => {
    const shown = kind === "ranked" ? rows : [];
    const sumOf = (value: (sums: RankedSums["sums"]) => number) =>
      shown.reduce((sum, { sums }) => sum + value(sums), 0);
    const left = kind === "noSubject" ? 0 : count - shown.length;
    // Views can be added between the two queries that read the rows and the groups.
    if (kind !== "noSubject" && left <= 0) return [];
    return {
      reason: kind === "ranked" ? ("size" as const) : kind,
      count: left,
      views: Math.max(0, views - sumOf((sums) => sums.views)),
      watchedSec: Math.max(0, watchedMs - sumOf((sums) => sums.msServer + sums.msPeer)) / 1_000,
      deliveredBytes: Math.max(0, deliveredBytes - sumOf((sums) => sums.bytesServer + sums.bytesPeer)),
    };
  });
  const placeOf = ({ reason }: (typeof rest)[number]) => RANKING_REST_REASONS.indexOf(reason);
  return rest.toSorted((one, other) => placeOf(one) - placeOf(other));
}

const presentRow = (row: RankedSums, source: SourceOptions) => ({
  rank: row.rank,
  figures: figuresOfRanked(row, source),
});

/** Returns the figures of a ranked subject. */
export const figuresOfRanked = ({ sums }: RankedSums, { scope, nowMs }: SourceOptions): StatisticsFigures =>
  sessionFigures(sums, elapsedMs(scope.fromMs, scope.toMs, nowMs));
