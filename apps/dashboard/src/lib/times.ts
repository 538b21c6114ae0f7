import { formatSeconds } from "@shoal/domain";
import { inLanguage } from "./figures.ts";

/** @example clockOf(3_725) // "1:02:05" */
export function clockOf(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}

/** A duration, the same in both languages. @example durationOf(61) // "1 min 1 s" */
export const durationOf = (seconds: number): string => inLanguage(formatSeconds(seconds), "en");

/** The remaining time, rounded so that it does not flicker. @example etaOf(0.4) // "1 s" */
export const etaOf = (seconds: number): string => durationOf(Math.max(1, Math.round(seconds)));
