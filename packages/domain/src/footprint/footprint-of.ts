import type { FootprintMethod } from "@shoal/contract";
import { gridOf } from "./grid.ts";
import { DEFAULT_FOOTPRINT_METHOD, footprintMethod } from "./methods.ts";
import { totalsAtBound } from "./result.ts";

/** Delivery of one kind: the consumption of one country's viewers on one kind of device and network. */
export interface Consumption {
  /** ISO 3166 alpha-2 code of the country; "" when unknown. */
  country: string;
  device: "phone" | "tablet" | "laptop" | "desktop" | "tv" | "unknown";
  network: "fixed" | "mobile" | "unknown";
  hours: number;
  /** The bytes delivered from servers and peers together, in 10⁹ bytes. */
  deliveredGb: number;
  peerGb: number;
  uploadedGb: number;
}

export interface Footprint {
  methodId: string;
  energyKwh: number;
  /** Energy saved compared with delivery from servers only; may be negative. */
  energySavedWh: number;
  co2Grams: number;
  waterLitres: number;
}

/**
 * Returns energy, carbon and water of deliveries, by the central values of a method.
 * @example footprintOf([{ country: "FR", device: "laptop", network: "fixed", hours: 1, deliveredGb: 1, peerGb: 0, uploadedGb: 0
 * }]).energyKwh // 0.0548
 */
export function footprintOf(
  parts: readonly Consumption[],
  { id, constants }: FootprintMethod = footprintMethod(DEFAULT_FOOTPRINT_METHOD),
): Footprint {
  const grid = new Map(parts.map(({ country }) => [country, gridOf(country)]));
  const totals = totalsAtBound({ consumption: parts, constants, grid }, "central");
  return {
    methodId: id,
    energyKwh: totals.energyWh / 1_000,
    energySavedWh: totals.peersSaved - totals.peersSpent,
    co2Grams: totals.grams,
    waterLitres: totals.water,
  };
}
