import { listSteps } from "../statistics/index.ts";

const DAY_MS = 86_400_000;

/** Formatters by time zone, of which there are some hundreds. Creating one takes 0.4 ms, a thousand times as long as using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function dayText(atMs: number, timeZone: string): string {
  let format = formatters.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
    formatters.set(timeZone, format);
  }
  return format.format(atMs);
}

/**
 * Returns the month of a point in time in a time zone.
 * @example toIsoMonth(Date.UTC(2026, 9, 31, 23), "Europe/Paris") // "2026-11"
 */
export const toIsoMonth = (atMs: number, timeZone: string): string => dayText(atMs, timeZone).slice(0, 7);

/** @param by number of months to add; may be negative. @example addMonths("2026-12", 1) // "2027-01" */
export function addMonths(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** Returns the start and exclusive end of a month in a time zone, in ms since 1970. */
export function monthBounds(month: string, timeZone: string): { fromMs: number; toMs: number } {
  return { fromMs: startOf(month, timeZone), toMs: startOf(addMonths(month, 1), timeZone) };
}

function startOf(month: string, timeZone: string): number {
  const utcMs = Date.parse(`${month}-01T00:00:00Z`);
  // Local midnight is at most fourteen hours away from midnight in UTC, so two days on either side contain it.
  const midnights = listSteps({ fromMs: utcMs - 2 * DAY_MS, toMs: utcMs + 2 * DAY_MS }, "day", timeZone);
  return midnights.slice(1).find((atMs) => dayText(atMs, timeZone) === `${month}-01`) ?? utcMs;
}
