import {
  ACTIVE_WINDOW_SEC,
  type StatisticsFigures,
  type StatisticsPlaces,
  type StatisticsQuery,
} from "@shoal/contract";
import { hasRole } from "@shoal/domain";
import type { Actor } from "../../accounts/auth/index.ts";
import { createClosedHoursStore } from "../figures/index.ts";
import { createOpening } from "./open-source.ts";
import { runQueryWith } from "./query-analytics.ts";
import { createRankingRepository } from "./ranking.repository.ts";
import { figuresOfRanked } from "./ranking.service.ts";
import {
  createRankingReader,
  NO_MEMBERS,
  type RankingOptions,
  type RankingReader,
} from "./ranking-reader.ts";
import { limitToVideos, type SourceOptions } from "./session-source.ts";
import { createStatisticsRepository } from "./statistics.repository.ts";
import type { StatisticsDeps } from "./statistics.service.ts";

const MINUTE_MS = 60_000;
const EVERY_VIDEO: RankingOptions = {
  of: "video",
  sort: "watchedSec",
  order: "desc",

  minViews: 0,
  members: NO_MEMBERS,
};

/** Creates the service that returns the cameras on the map with their viewing figures. */
export function createPlacesService({
  db,
  analytics,
  onError,
}: Omit<StatisticsDeps, "limitStore" | "secret">) {
  const repository = createRankingRepository(db);
  const open = createOpening(createStatisticsRepository(db), createClosedHoursStore(db));
  const runQueryFor = runQueryWith({ analytics, onError });

  async function readFigures(
    source: SourceOptions,
    reader: RankingReader,
  ): Promise<Map<string, StatisticsFigures>> {
    const most = source.scope.videos?.length ?? 0;
    if (most === 0) return new Map();
    const { rows } = await reader.readFirst(source, EVERY_VIDEO, most);
    return new Map(rows.map((row) => [row.value, figuresOfRanked(row, source)]));
  }

  return {
    /**
     * @throws AppError "bad_request" for an unreadable period, "not_found" or "config_not_found" if the client does not have the
     * subject, "unavailable" while ClickHouse does not respond.
     */
    async getPlaces(
      { clientUuid, roles }: Actor,
      query: StatisticsQuery,
      isGone?: AbortSignal,
    ): Promise<StatisticsPlaces> {
      const reader = createRankingReader(runQueryFor(isGone));
      const [source, { videos, size }, unplaced] = await Promise.all([
        open(clientUuid, query),
        repository.listPlaced(clientUuid),
        repository.countUnplaced(clientUuid),
      ]);
      const isReader = hasRole(roles, "editor", "readAnalytics");
      const placed = limitToVideos(source, isReader ? videos.map(({ uuid }) => uuid) : []);
      const [figures, recent] = await Promise.all([
        readFigures(placed, reader),
        readFigures(recentSource(placed), reader),
      ]);
      return {
        asOf: new Date(source.nowMs).toISOString(),
        size,
        unplaced,
        videos: videos.map((video) => ({
          ...video,
          figures: figures.get(video.uuid) ?? null,
          recent: recent.get(video.uuid) ?? null,
        })),
      };
    },
  };
}
export type PlacesService = ReturnType<typeof createPlacesService>;

/** Returns the last few minutes, to the end of the current one. */
function recentSource(source: SourceOptions): SourceOptions {
  const toMs = Math.ceil(source.nowMs / MINUTE_MS) * MINUTE_MS;
  return { ...source, scope: { ...source.scope, fromMs: toMs - ACTIVE_WINDOW_SEC * 1_000, toMs } };
}
