import { DEFAULT_QUALITY, OPTIMIZED_QUALITIES, RESOLUTION_PRESETS, type VideoView } from "@shoal/contract";

export type InputQualities = VideoView["inputQualities"];
type Quality = Exclude<InputQualities, string>[number];

/** A quality while it is being edited: numbers may be missing. */
export interface QualityRow {
  /** Identifies the row in the form. It is not sent to the server. */
  key: string;
  bitrate: number | "";
  /** The frame size, in the form "1920x1080". */
  resolution: string;
  rate: number | "";
}
export interface RowFaults {
  bitrate: boolean;
  rate: boolean;
}

export const MAX_QUALITIES = 10;
const BITRATE_KBPS = { min: 50, max: 200_000 };
const RATE_FPS = { min: 1, max: 120 };

const numberTextOf = (width: number, height: number) => `${width}x${height}`;
let keyCount = 0;
const nextKey = () => {
  keyCount += 1;
  return `new-${keyCount}`;
};

/** Creates a row: 5000 kbps, 1920x1080, 30 frames per second (§5). */
export function makeRow(): QualityRow {
  const { bitrateKbps, width, height, fps } = DEFAULT_QUALITY;
  return { key: nextKey(), bitrate: bitrateKbps, resolution: numberTextOf(width, height), rate: fps };
}

/** Converts saved qualities to rows; for the optimized qualities, returns the rows with which a custom list starts. */
export function rowsOf(qualities: InputQualities): QualityRow[] {
  // The key depends only on the position, so that rows of the same qualities are equal.
  if (typeof qualities === "string") return [{ ...makeRow(), key: "saved-0" }];
  return qualities.map(({ bitrate, resolution, FPS }, index) => ({
    key: `saved-${index}`,
    bitrate,
    resolution: numberTextOf(resolution.width, resolution.height),
    rate: FPS,
  }));
}

/** Converts rows to the body of the call. The rows must be valid. */
export function qualitiesOf(isOptimized: boolean, rows: readonly QualityRow[]): InputQualities {
  if (isOptimized) return OPTIMIZED_QUALITIES;
  return rows.map(({ bitrate, resolution, rate }): Quality => {
    const [width = 0, height = 0] = resolution.split("x").map(Number);
    return { bitrate: Number(bitrate), resolution: { width, height }, FPS: Number(rate) };
  });
}

const isWithinLimits = (value: number | "", { min, max }: { min: number; max: number }) =>
  value !== "" && value >= min && value <= max;

/** Finds the numbers of a row that the server would reject. */
export const findRowFaults = ({ bitrate, rate }: QualityRow): RowFaults => ({
  bitrate: !isWithinLimits(bitrate, BITRATE_KBPS) || !Number.isInteger(bitrate),
  rate: !isWithinLimits(rate, RATE_FPS),
});

/** Whether the server would reject any of the rows. */
export const haveFaults = (rows: readonly QualityRow[]): boolean =>
  rows.some((row) => Object.values(findRowFaults(row)).some(Boolean));

/** Returns the resolutions to choose from: the presets, and the row's saved resolution if it is not a preset. */
export function resolutionsFor(row: QualityRow): string[] {
  const presets = RESOLUTION_PRESETS.map(([width, height]) => numberTextOf(width, height));
  return presets.includes(row.resolution) ? presets : [row.resolution, ...presets];
}

/** Formats a resolution. @example resolutionText("1920x1080") // "1920 × 1080" */
export const resolutionText = (resolution: string): string => resolution.replace("x", "\u00a0×\u00a0");
