import { MAX_TARGET_LATENCY_SEC, type VideoView } from "@shoal/contract";
import { FORECAST_LATENCY_MIN_SEC, type PlannedEvent } from "@shoal/swarm-sim";
import type { TFunction } from "i18next";

/** The values of an event form; a number field contains text until it is a number. */
export interface EventValues extends Record<string, unknown> {
  viewers: number | string;
  arrivalSec: string;
  bitrateKbps: number | string;
  latencySec: number | string;
  cellularPercent: number | string;
}

export const ARRIVAL_CHOICES_SEC = ["20", "120", "600"] as const;
/** Maximum number of viewers: a thousand times the simulated number. With more viewers, the forecast is not reliable. */
const MAX_VIEWERS = 300_000;
const FIELD_LIMITS = {
  viewers: [2, MAX_VIEWERS],
  bitrateKbps: [100, 50_000],
  latencySec: [FORECAST_LATENCY_MIN_SEC, MAX_TARGET_LATENCY_SEC],
  cellularPercent: [0, 100],
} as const;
export type NumberField = keyof typeof FIELD_LIMITS;
export const limitsOf = (field: NumberField) => ({
  min: FIELD_LIMITS[field][0],
  max: FIELD_LIMITS[field][1],
});

/** The assumed bit rate of a live that has never run, as most encoders send 1080p. */
const INITIAL_BITRATE_KBPS = 4_500;
const INITIAL_LATENCY_SEC = 8;

/** Returns the initial values, with the known facts about the live. */
export const initialValues = (
  live?: Pick<VideoView, "representations" | "targetLatencySec">,
): EventValues => ({
  viewers: 1_000,
  arrivalSec: "120",
  bitrateKbps: largestKbps(live) ?? INITIAL_BITRATE_KBPS,
  latencySec: Math.max(FORECAST_LATENCY_MIN_SEC, live?.targetLatencySec ?? INITIAL_LATENCY_SEC),
  cellularPercent: 20,
});

function largestKbps(live: Pick<VideoView, "representations"> | undefined): number | undefined {
  const bitrates = live?.representations.map(({ bitrate }) => bitrate) ?? [];
  return bitrates.length > 0 ? Math.round(Math.max(...bitrates)) : undefined;
}

/** Finds the errors in all fields, with texts in the reader's language. Uses the texts of the "loadForecast" area. */
export function findEventFaults(values: EventValues, t: TFunction): Partial<Record<NumberField, string>> {
  const fields = Object.keys(FIELD_LIMITS) as NumberField[];
  const faulty = fields.filter((field) => {
    const [min, max] = FIELD_LIMITS[field];
    const value = values[field];
    return !(typeof value === "number" && Number.isInteger(value) && value >= min && value <= max);
  });
  return Object.fromEntries(faulty.map((field) => [field, t("loadForecast.fault", limitsOf(field))]));
}

/** Converts the values to an event; they must be valid. */
export const buildEvent = (
  values: EventValues,
  audience: Pick<PlannedEvent, "rules" | "admittedShare">,
): PlannedEvent => ({
  ...audience,
  viewers: Number(values.viewers),
  arrivalSec: Number(values.arrivalSec),
  bitrateKbps: Number(values.bitrateKbps),
  latencySec: Number(values.latencySec),
  cellularShare: Number(values.cellularPercent) / 100,
});
