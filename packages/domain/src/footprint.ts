import { averageIntensity } from "@tgwf/co2";
import countries from "i18n-iso-countries";

/** Delivery of one kind: what one country's viewers on one kind of device and network consumed. */
export interface Consumption {
  /** ISO 3166 alpha-2; "" when unknown. */
  country: string;
  device: "phone" | "tablet" | "laptop" | "desktop" | "tv";
  network: "fixed" | "mobile" | "unknown";
  hours: number;
  /** 10⁹ bytes from the server and from peers together. */
  deliveredGb: number;
  peerGb: number;
  uploadedGb: number;
}

export interface Footprint {
  methodId: string;
  energyKwh: number;
  /** Against delivery by servers alone; may be negative. */
  energySavedWh: number;
  co2Grams: number;
  waterLitres: number;
}

/**
 * The method's constants. Servers, networks and devices: Carbon Trust / DIMPACT, "Carbon impact of video streaming"
 * (2021). Marginal energy of bytes moved between peers instead of servers: slopes of Malmodin, "The power consumption of
 * mobile and fixed network data services" (2020). Grid intensities: Ember and UNFCCC data of The Green Web Foundation,
 * by its package @tgwf/co2. Water of data centres: mean WUE of 1.8 L/kWh (US DOE, 2016); of electricity: 3.14 L/kWh, the
 * US mean of WRI's guidance on water embedded in purchased electricity (2020), used for every country.
 */
export const SHOAL_2026 = {
  id: "shoal-2026",
  serverWhPerHour: 1.3,
  networkWhPerGb: { fixed: 31.5, unknown: 31.5, mobile: 100 },
  deviceWatts: { phone: 1, tablet: 3, laptop: 22, desktop: 115, tv: 100 },
  savedWhPerPeerGb: 0.58 + 0.067,
  spentWhPerUploadedGb: 0.044 + 0.1,
  waterLitresPerGridKwh: 3.14,
  waterLitresPerDataCentreKwh: 1.8,
} as const;

/**
 * Energy, carbon and water of deliveries, by the method above.
 * @example footprintOf([{ country: "FR", device: "laptop", network: "fixed", hours: 1, deliveredGb: 1, peerGb: 0, uploadedGb: 0 }]).energyKwh // 0.0548
 */
export function footprintOf(parts: readonly Consumption[]): Footprint {
  const total: Footprint = {
    methodId: SHOAL_2026.id,
    energyKwh: 0,
    energySavedWh: 0,
    co2Grams: 0,
    waterLitres: 0,
  };
  for (const part of parts) {
    const serverKwh = (SHOAL_2026.serverWhPerHour * part.hours) / 1000;
    const networkKwh = (SHOAL_2026.networkWhPerGb[part.network] * part.deliveredGb) / 1000;
    const kwh = serverKwh + networkKwh + (SHOAL_2026.deviceWatts[part.device] * part.hours) / 1000;
    total.energyKwh += kwh;
    total.energySavedWh +=
      part.peerGb * SHOAL_2026.savedWhPerPeerGb - part.uploadedGb * SHOAL_2026.spentWhPerUploadedGb;
    total.co2Grams += kwh * gridIntensity(part.country);
    total.waterLitres +=
      kwh * SHOAL_2026.waterLitresPerGridKwh + serverKwh * SHOAL_2026.waterLitresPerDataCentreKwh;
  }
  return total;
}

/** Grams of CO₂ a kWh in a country, the world's mean where it is unknown. */
function gridIntensity(country: string): number {
  const data: Record<string, number> = averageIntensity.data;
  const world = data.WORLD ?? 0;
  const code = country ? countries.alpha2ToAlpha3(country) : undefined;
  return code ? (data[code] ?? world) : world;
}
