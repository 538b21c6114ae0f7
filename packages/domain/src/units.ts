/** Figures in human-readable form (§3); zero values are '0s', '0', '100%', '0kbps', '0%', '0wh', '0g'. */

const roundText = (value: number, digits = 1) => String(Number(value.toFixed(digits)));

function formatScaled(value: number, base: number, units: readonly string[]): string {
  let rest = Math.abs(value);
  let step = 0;
  while (rest >= base && step < units.length - 1) {
    rest /= base;
    step += 1;
  }
  const digits = roundText(rest, rest >= 100 ? 0 : 1);
  return `${value < 0 && digits !== "0" ? "-" : ""}${digits}${units[step] ?? ""}`;
}

/** @example formatCount(12_345) // "12345" */
export const formatCount = (count: number) => String(Math.round(count));
/** @example formatSeconds(3_725) // "1h 2min" */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${roundText(seconds, seconds < 10 ? 1 : 0)}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}min ${Math.floor(seconds % 60)}s`;
  return `${Math.floor(minutes / 60)}h ${minutes % 60}min`;
}

/** @example formatHours(0.25) // "15min 0s" */
export const formatHours = (hours: number) => formatSeconds(hours * 3600);
/** @example formatPercent(87.46) // "87.5%" */
export const formatPercent = (percent: number) => `${roundText(percent)}%`;
/** @example formatKbps(4_500) // "4.5Mbps" */
export const formatKbps = (kbps: number) => formatScaled(kbps, 1000, ["kbps", "Mbps", "Gbps"]);
/** @example formatMegabytes(1_500) // "1.5GB" */
export const formatMegabytes = (megabytes: number) => formatScaled(megabytes, 1000, ["MB", "GB", "TB", "PB"]);
/** @example formatWattHours(1_200) // "1.2kwh" */
export const formatWattHours = (wattHours: number) => formatScaled(wattHours, 1000, ["wh", "kwh", "Mwh"]);
/** @example formatGrams(0.4) // "0.4g" */
export const formatGrams = (grams: number) => formatScaled(grams, 1000, ["g", "kg", "t"]);
/** @example formatLitres(0.02) // "20mL" */
export const formatLitres = (litres: number) =>
  Math.abs(litres) < 1 ? `${roundText(litres * 1000)}mL` : `${roundText(litres)}L`;
/** @example formatMilliseconds(840) // "840ms" */
export const formatMilliseconds = (ms: number) =>
  ms < 1000 ? `${Math.round(ms)}ms` : `${roundText(ms / 1000)}s`;
/**
 * Formats a file size in MB, rounded (§9).
 * @example formatFileSize(5_400_000) // "5 MB"
 */
export const formatFileSize = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
/**
 * Formats a size limit without rounding it, since files of exactly this size are allowed.
 * @example formatSizeLimit(25_000_000) // "25 MB"
 */
export function formatSizeLimit(bytes: number): string {
  if (bytes >= 1e9) return `${bytes / 1e9} GB`;
  if (bytes >= 1e6) return `${bytes / 1e6} MB`;
  return bytes >= 1e3 ? `${bytes / 1e3} kB` : `${bytes} bytes`;
}
/**
 * Formats rebuffering: stall seconds per hour viewed.
 * @example formatRebuffering(3.25) // "3.3s/h"
 */
export const formatRebuffering = (rebuff: number) => `${roundText(rebuff)}s/h`;
