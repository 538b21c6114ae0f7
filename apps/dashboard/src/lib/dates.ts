/**
 * Every date that the dashboard shows has the day before the month and 24 hours, in both languages. A moment is written as DD/MM/YY @HH:mm
 * (§9). A moment that is scheduled or typed has a year of four digits (§5, `local-moment.ts` and `zone-time.ts`). Within sentences, months
 * are written as words.
 */
type DatePart = "day" | "month" | "year" | "hour" | "minute" | "second";

const cachedFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached format: creating a format takes a hundred times as long as using it, and lists render hundreds of dates. */
function formatOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = cachedFormats.get(timeZone ?? "");
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-GB", {
    day: "2-digit",
    month: "2-digit",
    year: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  cachedFormats.set(timeZone ?? "", format);
  return format;
}

/** Returns the reader's own time zone, an IANA name. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Lists every time zone that this browser supports, UTC first. */
export const listZones = (): string[] => [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];

/** The text that is shown in place of a missing date. */
const NO_DATE = "–";

function formatParts(
  iso: string,
  timeZone: string | undefined,
  textOf: (part: Record<DatePart, string>) => string,
): string {
  const atMs = Date.parse(iso);
  if (Number.isNaN(atMs)) return NO_DATE;
  const parts = formatOf(timeZone).formatToParts(atMs);
  return textOf(
    Object.fromEntries(parts.map(({ type, value }) => [type, value])) as Record<DatePart, string>,
  );
}

/**
 * Writes a date and time in the format of §9.
 * @param timeZone IANA name; the reader's own by default.
 * @returns "–" for an invalid date.
 * @example formatDateTime("2026-11-28T08:05:00Z", "UTC") // "28/11/26 @08:05"
 */
export const formatDateTime = (iso: string, timeZone?: string): string =>
  formatParts(iso, timeZone, (at) => `${at.day}/${at.month}/${at.year} @${at.hour}:${at.minute}`);

/** Writes a date and time with seconds. @example exactDateOf("2026-11-28T08:05:09Z", "UTC") // "28/11/26 @08:05:09" */
export const exactDateOf = (iso: string, timeZone?: string): string =>
  formatParts(
    iso,
    timeZone,
    (at) => `${at.day}/${at.month}/${at.year} @${at.hour}:${at.minute}:${at.second}`,
  );

/** Writes a day in the format of §9. @example formatDay("2026-11-28T08:05:00Z", "UTC") // "28/11/26" */
export const formatDay = (iso: string, timeZone?: string): string =>
  formatParts(iso, timeZone, (at) => `${at.day}/${at.month}/${at.year}`);

/** Writes the time of day. @example formatTime("2026-11-28T08:05:09Z", "UTC") // "08:05:09" */
export const formatTime = (iso: string, timeZone?: string): string =>
  formatParts(iso, timeZone, (at) => `${at.hour}:${at.minute}:${at.second}`);

/** Returns the locale of a language; for English, a locale that writes the day before the month. */
export const localeOf = (language: string): string => (language === "en" ? "en-GB" : language);

/** Writes a day with the name of its month. @example formatLongDate("2026-11-28T08:05:00Z", "en", "UTC") // "28 November 2026" */
export function formatLongDate(iso: string, language: string, timeZone?: string): string {
  const atMs = Date.parse(iso);
  if (Number.isNaN(atMs)) return NO_DATE;
  const zone = timeZone === undefined ? {} : { timeZone };
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: "long", ...zone }).format(atMs);
}

/** Writes a day for an axis. @example shortDayOf(atMs, "en", "UTC") // "28 Nov" */
export function shortDayOf(atMs: number, language: string, timeZone: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { timeZone, day: "numeric", month: "short" }).format(
    atMs,
  );
}

/** Writes hours and minutes. @param timeZone the reader's own by default. @example clockTimeOf(atMs, "UTC") // "08:05" */
export const clockTimeOf = (atMs: number, timeZone?: string): string =>
  formatParts(new Date(atMs).toISOString(), timeZone, (at) => `${at.hour}:${at.minute}`);

const A_MONDAY_MS = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** Returns the name of a day of the week; 1 is Monday. @example weekdayOf(1, "en", "short") // "Mon" */
export const weekdayOf = (day: number, language: string, length: "short" | "long"): string =>
  new Intl.DateTimeFormat(language, { weekday: length, timeZone: "UTC" }).format(
    A_MONDAY_MS + (day - 1) * DAY_MS,
  );

/** Writes a time relative to now. @example relativeTime(-2, "minute", "en", "short") // "2 min. ago" */
export const relativeTime = (
  count: number,
  unit: "day" | "hour" | "minute" | "second",
  language: string,
  style: "long" | "short" = "long",
): string => new Intl.RelativeTimeFormat(language, { style }).format(count, unit);

/** Writes the name and year of a month; invalid values are returned unchanged. @example monthText("2026-10", "fr") // "octobre 2026" */
export function monthText(month: string, language: string): string {
  const atMs = Date.parse(`${month}-15T12:00:00Z`);
  if (Number.isNaN(atMs)) return month;
  const format = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(localeOf(language), format).format(atMs);
}
