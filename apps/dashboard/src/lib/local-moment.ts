const DATE_TIME_PATTERN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})[ ,@]+(\d{1,2})[:h](\d{2})$/;
/** The time, in ms, within which a date counts as now. Filling in and sending a form takes about this long. */
const IMMEDIATE_WINDOW_MS = 60_000;

const padToTwo = (value: number): string => String(value).padStart(2, "0");

/** Formats a moment in the reader's time zone and format (§5). @example formatMoment(date) // "24/12/2026 18:30" */
export const formatMoment = (date: Date): string =>
  `${formatDay(isoDayOf(date))} ${padToTwo(date.getHours())}:${padToTwo(date.getMinutes())}`;

interface WrittenMoment {
  /** The day in the form YYYY-MM-DD. */
  day: string;
  /** HH:mm */
  time: string;
  /** The time in ms since 1970; undefined for a time that clocks skip when they go forward. */
  date: Date | undefined;
}

/** The parts of a string from `formatMoment`; undefined for a day or a time that no clock shows, such as 31/02/2026 or 24:10. */
export function parseWritten(text: string): WrittenMoment | undefined {
  const parts = DATE_TIME_PATTERN.exec(text.trim());
  if (!parts) return undefined;
  const [day = 0, month = 0, year = 0, hour = 0, minute = 0] = parts.slice(1).map(Number);
  // Uses noon, which exists on every day. The comparison also rejects years below 100, which `Date` reads as years of the 20th century.
  const noon = new Date(year, month - 1, day, 12);
  const isDay = noon.getDate() === day && noon.getMonth() === month - 1 && noon.getFullYear() === year;
  if (!isDay || hour > 23 || minute > 59) return undefined;
  const date = new Date(year, month - 1, day, hour, minute);
  // Detects times that clocks skip, which `Date` moves to a later time.
  const isThere = date.getDate() === day && date.getHours() === hour && date.getMinutes() === minute;
  return {
    day: isoDayOf(noon),
    time: `${padToTwo(hour)}:${padToTwo(minute)}`,
    date: isThere ? date : undefined,
  };
}

/** Parses the output of `formatMoment`; undefined for a moment that does not exist, for example because clocks go forward. */
export const parseMoment = (text: string): Date | undefined => parseWritten(text)?.date;

const DATE_PATTERN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** Returns the day of a moment in the reader's time zone. @example isoDayOf(date) // "2026-12-24" */
export const isoDayOf = (date: Date): string =>
  `${String(date.getFullYear()).padStart(4, "0")}-${padToTwo(date.getMonth() + 1)}-${padToTwo(date.getDate())}`;

/** Formats a day as users type it; "" for none. @example formatDay("2026-12-24") // "24/12/2026" */
export const formatDay = (day: string): string => day.split("-").reverse().join("/");

/** Parses the output of `formatDay`; undefined for a day that does not exist. @example parseDay("24/12/2026") // "2026-12-24" */
export function parseDay(text: string): string | undefined {
  const written = DATE_PATTERN.exec(text.trim())?.[0];
  return written === undefined ? undefined : parseWritten(`${written} 00:00`)?.day;
}

/** Writes a scheduled date in the format of §5: dd/mm/yyyy hh:mm, in the reader's time zone. */
export const scheduledDateOf = (iso: string): string => formatMoment(new Date(iso));

/** Writes a moment for a field; "" for none. */
export const toLocalText = (iso: string | null): string => (iso ? scheduledDateOf(iso) : "");

/** Reads the moment of a field; undefined if it is invalid. */
export const readLocalText = (text: string): string | undefined => parseMoment(text)?.toISOString();

/** Whether a scheduled date is past or within a minute, which means immediately (§5). */
export const isImmediate = (iso: string, nowMs: number): boolean =>
  Date.parse(iso) <= nowMs + IMMEDIATE_WINDOW_MS;
