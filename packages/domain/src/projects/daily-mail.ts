import { zoneOffsetMs } from "../statistics/zone-offset.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The start of the working day in the recipient's time zone. */
const MAIL_HOUR = 8;

/**
 * Returns the latest time, up to now, at which the daily mail was due: 8:00 in a time zone.
 * @param nowMs since 1970.
 * @param timeZone an IANA name.
 * @returns ms since 1970.
 * @example dailyMailDue(Date.parse("2026-11-28T07:30:00Z"), "Europe/Paris") // 2026-11-28T07:00:00Z
 */
export function dailyMailDue(nowMs: number, timeZone: string): number {
  const day = Math.floor((nowMs + zoneOffsetMs(nowMs, timeZone)) / DAY_MS);
  const today = momentOf(day, timeZone);
  return today <= nowMs ? today : momentOf(day - 1, timeZone);
}

/** @param day since 1970, in the zone's local time. */
function momentOf(day: number, timeZone: string): number {
  const localMs = day * DAY_MS + MAIL_HOUR * HOUR_MS;
  // The time is computed first with an approximate offset, then with the offset in force at that time, since clocks change at night.
  const about = localMs - zoneOffsetMs(localMs, timeZone);
  return localMs - zoneOffsetMs(about, timeZone);
}
