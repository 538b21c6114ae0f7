import { formatSeconds } from "@shoal/domain";

/** @example clockOf(3_725) // "1:02:05" */
export function clockOf(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}

/** What is left, without decimals that jump. @example etaOf(0.4) // "1s" */
export const etaOf = (seconds: number) => formatSeconds(Math.max(1, Math.round(seconds)));
