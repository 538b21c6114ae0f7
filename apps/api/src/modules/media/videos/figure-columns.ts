import type { FigureSortField } from "@shoal/contract";
import { NO_FIGURES, type VideoFigures } from "@shoal/domain/figures";
import type { Selectable } from "kysely";
import type { VideoStatsRow } from "../../../platform/schema.ts";

/** The columns of `video_stats` by which lists are sorted; each has an index. */
export const FIGURE_COLUMNS: Record<FigureSortField, string> = {
  nbView: "nb_view",
  hourview: "hourview",
  concurrentUsers: "concurrent_users",
  meanTime: "mean_time_sec",
  bestQualityPercent: "best_quality_percent",
  bitrate: "bitrate_kbps",
  rebuff: "rebuff_order",
  offload: "offload",
  dataDelivered: "data_delivered_mb",
  totalMB_peer: "peer_mb",
  energySaved: "energy_saved_wh",
  kwhSpent: "energy_spent_wh",
  co2Spent: "co2_g",
};

/** Returns a video's figures as stored for lists; if there is no row, an unwatched video's figures. */
export function figuresOfRow(stats: Selectable<VideoStatsRow> | null): VideoFigures {
  if (!stats) return NO_FIGURES;
  return {
    nbView: stats.nb_view,
    hourview: stats.hourview,
    concurrentUsers: stats.concurrent_users,
    meanTimeSec: stats.mean_time_sec,
    bestQualityPercent: stats.best_quality_percent,
    bitrateKbps: stats.bitrate_kbps,
    rebuffSecPerHour: stats.rebuff,
    offloadPercent: stats.offload,
    dataDeliveredMb: stats.data_delivered_mb,
    peerMb: stats.peer_mb,
    startupMs: stats.startup_ms,
    energySavedWh: stats.energy_saved_wh,
    energySpentWh: stats.energy_spent_wh,
    co2Grams: stats.co2_g,
    waterLitres: stats.water_l,
  };
}
