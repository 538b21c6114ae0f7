import type { ActiveTime } from "@shoal/contract";

const DAY_MINUTES = 1_440;
const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/**
 * Returns whether a point in time is within one of the weekly periods.
 * @param timeZone an IANA name; unknown names count as UTC.
 * @example isActiveAt([{ days: [1], from: "08:00", to: "18:00" }], "Europe/Paris", Date.now())
 */
export function isActiveAt(times: readonly ActiveTime[], timeZone: string, atMs: number): boolean {
  if (times.length === 0) return true;
  const { day, minute } = localTime(timeZone, atMs);
  return times.some((time) => coversMinute(time, day, minute));
}

function coversMinute({ days, from, to }: ActiveTime, day: number, minute: number): boolean {
  const [start, end] = [minuteOf(from), minuteOf(to)];
  if (start < end) return days.includes(day) && minute >= start && minute < end;
  // A period that passes midnight also covers the start of the next day.
  const yesterday = day === 1 ? 7 : day - 1;
  return (days.includes(day) && minute >= start) || (days.includes(yesterday) && minute < end);
}

/** Returns the day of the week (1 for Monday) and the minutes since midnight. */
function localTime(timeZone: string, atMs: number): { day: number; minute: number } {
  const parts = formatterFor(timeZone).formatToParts(atMs);
  const partOf = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? "";
  const minute = Number(partOf("hour")) * 60 + Number(partOf("minute"));
  return { day: WEEKDAYS.indexOf(partOf("weekday")) + 1, minute: minute % DAY_MINUTES };
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached formatter: creating one takes 100 times as long as using it. */
function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const options = { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  let made: Intl.DateTimeFormat;
  try {
    made = new Intl.DateTimeFormat("en-GB", { ...options, timeZone });
  } catch {
    made = new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
  }
  formatters.set(timeZone, made);
  return made;
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
