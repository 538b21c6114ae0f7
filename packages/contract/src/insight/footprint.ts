import { z } from "zod";

export const FOOTPRINT_METHODS = [
  "shoal-2026",
  "swd-4",
  "iea-2020",
  "carbon-trust-2021",
  "shift-2019",
] as const;
export type FootprintMethodId = (typeof FOOTPRINT_METHODS)[number];

/** The parts of a result. Each constant contributes to one part: its value times a column of the consumption. */
export const FOOTPRINT_PARTS = [
  "dataCentre",
  "network",
  "devices",
  /** The manufacture of machines, spread over their use. */
  "embodied",
  /** The energy saved compared with delivery by servers only. */
  "peersSaved",
  "peersSpent",
  "water",
] as const;
export type FootprintPart = (typeof FOOTPRINT_PARTS)[number];

/** A central value and its range: low ≤ central ≤ high. */
export const FootprintRange = z.object({ low: z.number(), central: z.number(), high: z.number() });
export type FootprintRange = z.infer<typeof FootprintRange>;

export const FootprintConstant = FootprintRange.extend({
  id: z.string(),
  part: z.enum(FOOTPRINT_PARTS),
  /** What the constant is multiplied by: a column of the consumption, or kWh computed from other constants. */
  per: z.enum(["hours", "deliveredGb", "peerGb", "uploadedGb", "kwh", "dataCentreKwh"]),
  /** The device to which the constant applies; "" for all devices. */
  device: z.string(),
  network: z.string(),
  /** The unit of the constant, such as "Wh/GB". */
  unit: z.string(),
  source: z.string(),
  /** The address of the source; "" for our own estimate. */
  url: z.string(),
  /** Where the value was found: read at the source, cited by others, or our own estimate. */
  known: z.enum(["source", "cited", "estimate"]),
});
export type FootprintConstant = z.infer<typeof FootprintConstant>;

export const FootprintMethod = z.object({
  id: z.enum(FOOTPRINT_METHODS),
  /** The version of the method, raised with every change of its constants. */
  version: z.number(),
  title: z.string(),
  publisher: z.string(),
  year: z.number(),
  url: z.string(),
  constants: z.array(FootprintConstant),
});
export type FootprintMethod = z.infer<typeof FootprintMethod>;

/** The consumption of one country's viewers on one kind of device and network; "" for an unknown country. */
export const FootprintConsumption = z.object({
  country: z.string(),
  device: z.string(),
  network: z.string(),
  hours: z.number(),
  /** The bytes from servers and peers together, in 10⁹ bytes. */
  deliveredGb: z.number(),
  peerGb: z.number(),
  uploadedGb: z.number(),
});
export type FootprintConsumption = z.infer<typeof FootprintConsumption>;

/** The grams of CO₂ equivalent for a kWh of a country. */
export const FootprintGrid = FootprintRange.extend({
  country: z.string(),
  /** Whether the world's average is assumed, because no better value is known. */
  isAssumed: z.boolean(),
});
export type FootprintGrid = z.infer<typeof FootprintGrid>;

/** The result of a method; a value is null if the method has no constant for it. */
export const FootprintResult = z.object({
  energyKwh: FootprintRange,
  dataCentreKwh: FootprintRange,
  networkKwh: FootprintRange,
  devicesKwh: FootprintRange,
  embodiedKwh: FootprintRange,
  co2Grams: FootprintRange,
  waterLitres: FootprintRange.nullable(),
  peersSavedWh: FootprintRange.nullable(),
  peersSpentWh: FootprintRange.nullable(),
  /** The energy that peers saved minus the energy they used: negative if they used more than they saved. */
  peersNetWh: FootprintRange.nullable(),
});
export type FootprintResult = z.infer<typeof FootprintResult>;

export const FOOTPRINT_DIMENSIONS = ["country", "device", "network"] as const;
export type FootprintDimension = (typeof FOOTPRINT_DIMENSIONS)[number];

export const FootprintBreakdownRow = z.object({
  dimension: z.enum(FOOTPRINT_DIMENSIONS),
  value: z.string(),
  hours: z.number(),
  deliveredGb: z.number(),
  peerGb: z.number(),
  uploadedGb: z.number(),
  energyKwh: FootprintRange,
  co2Grams: FootprintRange,
});
export type FootprintBreakdownRow = z.infer<typeof FootprintBreakdownRow>;

/** The hours with missing dimensions, for which assumptions are made. */
export const FootprintAssumed = z.object({
  countryPercent: z.number(),
  devicePercent: z.number(),
  networkPercent: z.number(),
});
export type FootprintAssumed = z.infer<typeof FootprintAssumed>;

export const FootprintReport = z.object({
  month: z.string(),
  /** The time zone in which the month starts and ends. */
  timeZone: z.string(),
  from: z.string(),
  to: z.string(),
  /** The revision, from 1; null for the current month. */
  revision: z.number().nullable(),
  /** Why the report was created: the month ended, late data arrived, a user requested it, or it is computed on the fly. */
  reason: z.enum(["closed", "corrected", "asked", "running"]),
  madeAt: z.string(),
  /** The time up to which viewer data is included. */
  asOf: z.string(),
  method: FootprintMethod,
  gridSource: z.string(),
  gridUrl: z.string(),
  total: z.object({
    hours: z.number(),
    deliveredGb: z.number(),
    peerGb: z.number(),
    uploadedGb: z.number(),
  }),
  result: FootprintResult,
  assumed: FootprintAssumed,
  breakdown: z.array(FootprintBreakdownRow),
  consumption: z.array(FootprintConsumption),
  grid: z.array(FootprintGrid),
});
export type FootprintReport = z.infer<typeof FootprintReport>;

export const FootprintMonths = z.object({
  timeZone: z.string(),
  /** The method for the current and future months. */
  method: z.enum(FOOTPRINT_METHODS),
  /** The current month, which is not over. */
  running: z.string(),
  /** Months that are over and have no report yet, the latest first: each report is created some hours after the month's end. */
  dueMonths: z.array(z.string()),
  /** The latest month first; within a month, by method and revision. */
  reports: z.array(
    z.object({
      month: z.string(),
      method: z.enum(FOOTPRINT_METHODS),
      revision: z.number(),
      reason: z.enum(["closed", "corrected", "asked"]),
      madeAt: z.string(),
      energyKwh: FootprintRange,
      co2Grams: FootprintRange,
      /** Litres of water; null if the method has no constant for it. */
      waterLitres: FootprintRange.nullable(),
    }),
  ),
});
export type FootprintMonths = z.infer<typeof FootprintMonths>;

export const FootprintMethods = z.array(FootprintMethod);
