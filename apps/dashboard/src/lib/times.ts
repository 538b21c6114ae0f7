import { formatSeconds } from "@shoal/domain";
import dayjs from "dayjs";

/** @example clockOf(3_725) // "1:02:05" */
export function clockOf(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}

/** What is left, without decimals that jump. @example etaOf(0.4) // "1s" */
export const etaOf = (seconds: number) => formatSeconds(Math.max(1, Math.round(seconds)));

/** §9: DD/MM/YY @HH:mm, in the reader's time zone. */
export const dateOf = (iso: string) => dayjs(iso).format("DD/MM/YY @HH:mm");

/** A day as §9 writes it, DD/MM/YY, in the reader's time zone. */
export const dayOf = (iso: string) => dayjs(iso).format("DD/MM/YY");
