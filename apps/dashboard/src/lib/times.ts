import { numberText } from "./figures.ts";

/** Writes seconds as a clock. @example formatClock(3_725) // "1:02:05" */
export function formatClock(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}

/** Durations of this many hours or more are shown without minutes. */
const HOURS_WITHOUT_MINUTES = 100;

/**
 * Writes a duration in whole seconds, without parts that are zero.
 * @example formatDuration(61, "en") // "1 min 1 s"
 * @example formatDuration(600, "en") // "10 min"
 * @example formatDuration(6_036_720, "fr") // "1 677 h"
 * @example formatDuration(0.3, "en") // "< 1 s"
 */
export function formatDuration(seconds: number, language: string): string {
  const whole = Math.round(seconds);
  const hours = whole / 3_600;
  if (hours >= HOURS_WITHOUT_MINUTES) return `${numberText(hours, language, 0)}\u00a0h`;
  const parts =
    hours < 1
      ? ([
          [Math.floor(whole / 60), "min"],
          [whole % 60, "s"],
        ] as const)
      : ([
          [Math.floor(hours), "h"],
          [Math.floor((whole % 3_600) / 60), "min"],
        ] as const);
  const shown = parts.filter(([count]) => count > 0);
  const text = shown.map(([count, unit]) => `${count}\u00a0${unit}`).join(" ");
  return text || `${seconds > 0 ? "<\u00a01" : 0}\u00a0s`;
}

/** Writes the remaining time, rounded so that the text does not change too often. @example formatRemainingTime(0.4, "en") // "1 s" */
export const formatRemainingTime = (seconds: number, language: string): string =>
  formatDuration(Math.max(1, Math.round(seconds)), language);
