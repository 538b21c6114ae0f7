import type { StatisticsFootprint, VideoStats } from "@shoal/contract";
import { type Consumption, footprintOf } from "./footprint/index.ts";
import {
  formatCount,
  formatGrams,
  formatHours,
  formatKbps,
  formatLitres,
  formatMegabytes,
  formatMilliseconds,
  formatPercent,
  formatRebuffering,
  formatSeconds,
  formatWattHours,
} from "./units.ts";

/** Totals of session minutes by country, device and network: seconds, bytes, kbps × seconds, milliseconds. */
export interface DeliverySums {
  country: string;
  device: string;
  network: string;
  secServer: number;
  secPeer: number;
  secRebuf: number;
  bytesServer: number;
  bytesPeer: number;
  bytesUp: number;
  kbpsSeconds: number;
  secBestQuality: number;
  views: number;
  startupMs: number;
}

/** The figures of one video as numbers; `null` if nothing was measured. */
export interface VideoFigures {
  nbView: number;
  hourview: number;
  concurrentUsers: number;
  meanTimeSec: number;
  bestQualityPercent: number;
  bitrateKbps: number;
  rebuffSecPerHour: number | null;
  offloadPercent: number;
  dataDeliveredMb: number;
  peerMb: number;
  startupMs: number | null;
  energySavedWh: number;
  energySpentWh: number;
  co2Grams: number;
  waterLitres: number;
}

export const NO_FIGURES: VideoFigures = {
  nbView: 0,
  hourview: 0,
  concurrentUsers: 0,
  meanTimeSec: 0,
  bestQualityPercent: 100,
  bitrateKbps: 0,
  rebuffSecPerHour: null,
  offloadPercent: 0,
  dataDeliveredMb: 0,
  peerMb: 0,
  startupMs: null,
  energySavedWh: 0,
  energySpentWh: 0,
  co2Grams: 0,
  waterLitres: 0,
};

/**
 * Computes figures from totals: adds first, then divides, and never averages ratios.
 * @param parts one entry for each country, device and network.
 */
export function figuresOf(parts: readonly DeliverySums[], concurrentUsers: number): VideoFigures {
  const sum = (field: keyof DeliverySums) => parts.reduce((total, part) => total + Number(part[field]), 0);
  const playedSec = sum("secServer") + sum("secPeer");
  const bytes = sum("bytesServer") + sum("bytesPeer");
  const views = sum("views");
  const footprint = footprintOf(parts.map(consumptionOf));
  return {
    nbView: views,
    hourview: playedSec / 3600,
    concurrentUsers,
    meanTimeSec: views > 0 ? playedSec / views : 0,
    bestQualityPercent: playedSec > 0 ? Math.min(100, (100 * sum("secBestQuality")) / playedSec) : 100,
    bitrateKbps: playedSec > 0 ? sum("kbpsSeconds") / playedSec : 0,
    rebuffSecPerHour: playedSec > 0 ? (3600 * sum("secRebuf")) / playedSec : null,
    offloadPercent: bytes > 0 ? (100 * sum("bytesPeer")) / bytes : 0,
    dataDeliveredMb: bytes / 1e6,
    peerMb: sum("bytesPeer") / 1e6,
    startupMs: views > 0 ? sum("startupMs") / views : null,
    energySavedWh: footprint.energySavedWh,
    energySpentWh: footprint.energyKwh * 1000,
    co2Grams: footprint.co2Grams,
    waterLitres: footprint.waterLitres,
  };
}

/**
 * Returns the footprint of deliveries by the given method.
 * @param parts one entry for each country, device and network.
 */
export function footprintOfDeliveries(
  parts: readonly (Pick<
    DeliverySums,
    "country" | "device" | "network" | "bytesServer" | "bytesPeer" | "bytesUp"
  > & {
    msServer: number;
    msPeer: number;
  })[],
): StatisticsFootprint {
  const { methodId, energyKwh, ...rest } = footprintOf(
    parts.map(({ msServer, msPeer, ...part }) =>
      consumptionOf({ ...part, secServer: msServer / 1_000, secPeer: msPeer / 1_000 }),
    ),
  );
  return { method: methodId, energySpentWh: energyKwh * 1_000, ...rest };
}

const KNOWN_DEVICES = ["phone", "tablet", "laptop", "desktop", "tv"] as const;
const KNOWN_NETWORKS = ["fixed", "mobile", "unknown"] as const;

/**
 * Returns the consumption of deliveries, in the units of the footprint. Devices and networks without specific constants count as unknown.
 */
export function consumptionOf(
  part: Omit<DeliverySums, "secRebuf" | "kbpsSeconds" | "secBestQuality" | "views" | "startupMs">,
): Consumption {
  return {
    country: part.country,
    device: KNOWN_DEVICES.find((device) => device === part.device) ?? "unknown",
    network: KNOWN_NETWORKS.find((network) => network === part.network) ?? "unknown",
    hours: (part.secServer + part.secPeer) / 3600,
    deliveredGb: (part.bytesServer + part.bytesPeer) / 1e9,
    peerGb: part.bytesPeer / 1e9,
    uploadedGb: part.bytesUp / 1e9,
  };
}

/** Returns the figures under their wire names, each with its formatted counterpart (§3). */
export function presentFigures(figures: VideoFigures): VideoStats {
  const { rebuffSecPerHour: rebuff, startupMs: startup } = figures;
  return {
    nbView: figures.nbView,
    nbView_unit: formatCount(figures.nbView),
    hourview: figures.hourview,
    hourview_unit: formatHours(figures.hourview),
    concurrentUsers: figures.concurrentUsers,
    concurrentUsers_unit: formatCount(figures.concurrentUsers),
    meanTime: figures.meanTimeSec,
    meanTime_unit: formatSeconds(figures.meanTimeSec),
    bestQualityPercent: figures.bestQualityPercent,
    bestQualityPercent_unit: formatPercent(figures.bestQualityPercent),
    bitrate: figures.bitrateKbps,
    bitrate_unit: formatKbps(figures.bitrateKbps),
    rebuff,
    rebuff_unit: rebuff === null ? "0" : formatRebuffering(rebuff),
    offload: figures.offloadPercent,
    offload_unit: formatPercent(figures.offloadPercent),
    dataDelivered: figures.dataDeliveredMb,
    dataDelivered_unit: formatMegabytes(figures.dataDeliveredMb),
    totalMB_peer: figures.peerMb,
    totalMB_peer_unit: formatMegabytes(figures.peerMb),
    startup,
    startup_unit: startup === null ? "0s" : formatMilliseconds(startup),
    energySaved: figures.energySavedWh,
    energySaved_unit: formatWattHours(figures.energySavedWh),
    kwhSpent: figures.energySpentWh / 1000,
    kwhSpent_unit: formatWattHours(figures.energySpentWh),
    co2Spent: figures.co2Grams,
    co2Spent_unit: formatGrams(figures.co2Grams),
    waterSpent: figures.waterLitres,
    waterSpent_unit: formatLitres(figures.waterLitres),
  };
}
