import { zoneOffsetMs } from "@shoal/domain/zone-offset";

const DATE_TIME_PATTERN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})[ ,@]+(\d{1,2})[:h](\d{2})$/;
const DAY_MS = 86_400_000;

/** A date and time as shown by the clocks of a time zone. */
interface WallTime {
  year: number;
  /** The month of the year, from 1 to 12. */
  month: number;
  day: number;
  hour: number;
  minute: number;
}

function wallTimeOf(atMs: number, timeZone: string): WallTime {
  const wall = new Date(atMs + zoneOffsetMs(atMs, timeZone));
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),

    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
  };
}

/** Returns the moment at which clocks show this time; a time that they skip is moved forward by the length of the gap. */
function instantOf({ year, month, day, hour, minute }: WallTime, timeZone: string): number {
  const asUtc = Date.UTC(year, month - 1, day, hour, minute);
  const near = asUtc - zoneOffsetMs(asUtc, timeZone);
  const exact = asUtc - zoneOffsetMs(near, timeZone);
  return zoneOffsetMs(exact, timeZone) === zoneOffsetMs(near, timeZone) ? exact : Math.max(exact, near);
}

/**
 * Returns the start of a day in a time zone.
 * @param days number of calendar days to go back; such days may have 23 or 25 hours.
 * @example startOfDay(Date.parse("2026-11-26T10:00:00Z"), "Europe/Paris") // 2026-11-25T23:00:00Z
 */
export function startOfDay(atMs: number, timeZone: string, days = 0): number {
  const { year, month, day } = wallTimeOf(atMs, timeZone);
  const wanted = new Date(Date.UTC(year, month - 1, day) - days * DAY_MS);
  return instantOf(
    {
      year: wanted.getUTCFullYear(),
      month: wanted.getUTCMonth() + 1,
      day: wanted.getUTCDate(),

      hour: 0,
      minute: 0,
    },
    timeZone,
  );
}

const padToTwo = (value: number) => String(value).padStart(2, "0");

/** Formats a moment as shown by the clocks of a time zone, dd/mm/yyyy hh:mm. */
export function formatZoned(atMs: number, timeZone: string): string {
  const { year, month, day, hour, minute } = wallTimeOf(atMs, timeZone);
  return `${padToTwo(day)}/${padToTwo(month)}/${year} ${padToTwo(hour)}:${padToTwo(minute)}`;
}

/** Parses the output of `formatZoned`; undefined for an impossible time, such as 31/02/2026 or 24:10. */
export function parseZoned(text: string, timeZone: string): number | undefined {
  const written = DATE_TIME_PATTERN.exec(text.trim());
  if (!written) return undefined;
  const [day = 0, month = 0, year = 0, hour = 0, minute = 0] = written.slice(1).map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  const isThere =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isThere || hour > 23 || minute > 59) return undefined;
  return instantOf({ year, month, day, hour, minute }, timeZone);
}
