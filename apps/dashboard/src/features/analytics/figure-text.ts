/** How a figure is written; the value is in the unit that the contract names. */
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

/** From which value on a larger unit is used, and what it is called; the last that fits is taken. */
type Scale = readonly { from: number; factor: number; en: string; fr: string }[];

const step = (factor: number, en: string, fr = en, from = factor) => ({ from, factor, en, fr });

/** "count" and "concurrency" have no unit. */
const SCALES: Record<Exclude<FigureUnit, "count" | "concurrency">, Scale> = {
  seconds: [step(1, "s", "s", 0), step(60, "min", "min", 120), step(3_600, "h", "h", 7_200)],
  hours: [step(1, "h", "h", 0)],
  ms: [step(1, "ms", "ms", 0), step(1_000, "s")],
  percent: [step(1, "%", "%", 0)],
  kbps: [step(1, "kbps", "kbit/s", 0), step(1_000, "Mbps", "Mbit/s"), step(1_000_000, "Gbps", "Gbit/s")],
  bytes: [step(1e6, "MB", "Mo", 0), step(1e9, "GB", "Go"), step(1e12, "TB", "To"), step(1e15, "PB", "Po")],
  secPerHour: [step(1, "s/h", "s/h", 0)],
  wattHours: [step(1, "Wh", "Wh", 0), step(1_000, "kWh"), step(1e6, "MWh")],
  grams: [step(1, "g", "g", 0), step(1_000, "kg"), step(1e6, "t")],
  litres: [step(0.001, "mL", "mL", 0), step(1, "L"), step(1_000, "m³")],
};

/** One of the sizes in which a figure is written. */
export interface ChosenUnit {
  factor: number;
  /** "" for what is counted. */
  name: string;
}

/** The unit in which a value, or the largest of many, is written. @example unitFor("bytes", 5e9, "fr").name // "Go" */
export function unitFor(unit: FigureUnit, value: number, language: string): ChosenUnit {
  if (unit === "count" || unit === "concurrency") return { factor: 1, name: "" };
  const fitting = SCALES[unit].filter(({ from }) => Math.abs(value) >= from).at(-1);
  const { factor, en, fr } = fitting ?? { factor: 1, en: "", fr: "" };
  return { factor, name: language === "fr" ? fr : en };
}

/** Three digits that say something, and none after the comma of what is counted. */
function numberText(value: number, unit: FigureUnit, language: string): string {
  const size = Math.abs(value);
  const digits = unit === "count" ? 0 : size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
}

/**
 * A figure with its unit as the reader's language writes it; "–" where nothing was measured.
 * @param largest of figures that stand together and are to have one unit; the value itself without.
 * @example figureText(5.26e9, "bytes", "fr") // "5,26 Go"
 */
export function figureText(
  value: number | null,
  unit: FigureUnit,
  language: string,
  largest = value ?? 0,
): string {
  if (value === null) return "–";
  const { factor, name } = unitFor(unit, largest, language);
  const number = numberText(value / factor, unit, language);
  if (name === "") return number;
  // As each language sets the sign of per cent.
  const gap = name === "%" && language !== "fr" ? "" : "\u00a0";
  return `${number}${gap}${name}`;
}
