import { numberFormat } from "../../lib/figures.ts";
import { formatDuration } from "../../lib/times.ts";

/** The format in which a figure is written. Its value is in the unit defined by the API contract. */
export type FigureUnit =
  | "count"
  | "concurrency"
  | "seconds"
  | "hours"
  | "ms"
  | "percent"
  | "kbps"
  | "bytes"
  | "secPerHour"
  | "wattHours"
  | "grams"
  | "litres";

const SEC_PER_HOUR = 3_600;

/** The units of a scale, each with the value from which it is used, in ascending order. */
type UnitScale = readonly { from: number; factor: number; en: string; fr: string }[];

const scaleStep = (factor: number, en: string, fr = en, from = factor) => ({ from, factor, en, fr });

/** The units "count" and "concurrency" have no scale, because their figures are plain numbers. */
const UNIT_SCALES: Record<Exclude<FigureUnit, "count" | "concurrency">, UnitScale> = {
  seconds: [scaleStep(1, "s", "s", 0), scaleStep(60, "min", "min", 120), scaleStep(3_600, "h", "h", 7_200)],
  hours: [
    scaleStep(1 / 3_600, "s", "s", 0),
    scaleStep(1 / 60, "min", "min", 1 / 30),
    scaleStep(1, "h", "h", 2),
  ],
  ms: [scaleStep(1, "ms", "ms", 0), scaleStep(1_000, "s")],
  percent: [scaleStep(1, "%", "%", 0)],
  kbps: [scaleStep(1, "kbps", "kbps", 0), scaleStep(1_000, "Mbps"), scaleStep(1_000_000, "Gbps")],
  bytes: [
    scaleStep(1e6, "MB", "Mo", 0),
    scaleStep(1e9, "GB", "Go"),
    scaleStep(1e12, "TB", "To"),
    scaleStep(1e15, "PB", "Po"),
  ],
  secPerHour: [scaleStep(1, "s/h", "s/h", 0)],
  wattHours: [scaleStep(1, "Wh", "Wh", 0), scaleStep(1_000, "kWh"), scaleStep(1e6, "MWh")],
  grams: [scaleStep(1, "g", "g", 0), scaleStep(1_000, "kg"), scaleStep(1e6, "t")],
  litres: [scaleStep(0.001, "mL", "mL", 0), scaleStep(1, "L"), scaleStep(1_000, "m³")],
};

/** The unit that was chosen for a figure, with its factor. */
export interface ChosenUnit {
  factor: number;
  /** "" for counts. */
  name: string;
}

/** Chooses the unit for a value, or for the largest of several. @example unitFor("bytes", 5e9, "fr").name // "Go" */
export function unitFor(unit: FigureUnit, value: number, language: string): ChosenUnit {
  if (unit === "count" || unit === "concurrency") return { factor: 1, name: "" };
  const fitting = UNIT_SCALES[unit].filter(({ from }) => Math.abs(value) >= from).at(-1);
  const { factor, en, fr } = fitting ?? { factor: 1, en: "", fr: "" };
  return { factor, name: language === "fr" ? fr : en };
}

/** Returns the number of decimals that gives a value three significant digits; 0 for counts, zero and milliseconds. */
function fractionDigitsOf(value: number, unit: FigureUnit): number {
  const size = Math.abs(value);
  if (unit === "count" || value === 0 || size >= 100) return 0;
  return size >= 10 || unit === "percent" ? 1 : 2;
}

/** Describes figures that are displayed together, such as those of an axis, and therefore share a unit and a number of decimals. */
export interface FigureRow {
  /** The largest of the figures displayed together, which determines their unit. */
  largest: number;
  /** The smallest difference between two figures, which determines the number of decimals. */
  step?: number;
}

/** Returns the decimals that distinguish multiples of a step. @example fractionDigitsOfStep(0.05) // 2 */
const fractionDigitsOfStep = (step: number) => Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));

/**
 * Formats a figure with its unit in the reader's language; "–" if nothing was measured.
 * @param row the figures shown beside this one, which have the same number of decimals.
 * @example figureText(5.26e9, "bytes", "fr") // "5,26 Go"
 * @example figureText(0.17, "hours", "en") // "10 min 12 s"
 */
export function figureText(
  value: number | null,
  unit: FigureUnit,
  language: string,
  row?: FigureRow,
): string {
  if (value === null) return "–";
  if (row === undefined && unit === "hours") return formatDuration(value * SEC_PER_HOUR, language);
  if (row === undefined && unit === "seconds" && value >= 60) return formatDuration(value, language);
  const { factor, name } = unitFor(unit, row?.largest ?? value, language);
  const shown = value / factor;
  const maximumFractionDigits =
    row?.step === undefined ? fractionDigitsOf(shown, unit) : fractionDigitsOfStep(row.step / factor);
  const minimumFractionDigits = row === undefined ? maximumFractionDigits : 0;
  const format = numberFormat(language, { minimumFractionDigits, maximumFractionDigits });
  if (name === "") return format.format(shown);
  // Only French puts a space before the percent sign.
  const gap = name === "%" && language !== "fr" ? "" : "\u00a0";
  return `${format.format(shown)}${gap}${name}`;
}
