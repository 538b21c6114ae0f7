import { zoneOffsetMs } from "@shoal/domain/zone-offset";
import { malformed, unsupported } from "./search-error.ts";
import { below } from "./search-values.ts";

/** Steps of a calendar, which are not all of one length. */
const CALENDAR = ["day", "week", "month", "quarter", "year"] as const;
type CalendarUnit = (typeof CALENDAR)[number];

export type Interval = { kind: "fixed"; stepSec: number } | { kind: "calendar"; unit: CalendarUnit };

const CALENDAR_NAMES: Readonly<Record<string, Interval>> = {
  ...Object.fromEntries(
    CALENDAR.flatMap((unit) => {
      const interval: Interval = { kind: "calendar", unit };
      const short = unit === "month" ? "1M" : `1${unit[0]}`;
      return [[unit, interval] as const, [short, interval] as const];
    }),
  ),
  // Of one length wherever one is.
  ...{ minute: { kind: "fixed", stepSec: 60 }, "1m": { kind: "fixed", stepSec: 60 } },
  ...{ hour: { kind: "fixed", stepSec: 3_600 }, "1h": { kind: "fixed", stepSec: 3_600 } },
};

const UNIT_SEC: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
/** Figures are of minutes. */
const SHORTEST_SEC = 60;
const LONGEST_SEC = 366 * 86_400;

/** The step of a histogram. @throws SearchError without one, with two, or for one that is none. */
export function parseInterval(fields: Record<string, unknown>, at: string): Interval {
  const { fixed_interval: fixed, calendar_interval: calendar } = fields;
  if ((fixed === undefined) === (calendar === undefined))
    throw malformed(at, "must have either fixed_interval or calendar_interval");
  if (fixed !== undefined) return parseFixed(fixed, below(at, "fixed_interval"));
  const known = typeof calendar === "string" && Object.hasOwn(CALENDAR_NAMES, calendar);
  const interval = known ? CALENDAR_NAMES[calendar] : undefined;
  if (!interval) throw unsupported(`interval ${String(calendar)}`, below(at, "calendar_interval"));
  return interval;
}

function parseFixed(value: unknown, at: string): Interval {
  const [, count, unit = ""] = /^(\d{1,8})([smhd])$/.exec(typeof value === "string" ? value : "") ?? [];
  const stepSec = Number(count) * (UNIT_SEC[unit] ?? Number.NaN);
  if (!(stepSec >= SHORTEST_SEC && stepSec <= LONGEST_SEC))
    throw malformed(at, "must be a length from 60s to 366d, in s, m, h or d");
  return { kind: "fixed", stepSec };
}

/** @returns an IANA name; UTC without one. @throws SearchError for what is none. */
export function requireTimeZone(value: unknown, at: string): string {
  if (value === undefined || value === "Z") return "UTC";
  const isName = typeof value === "string" && /^[A-Za-z][\w+/-]{0,63}$/.test(value);
  const zone = isName ? canonicalZone(value) : undefined;
  if (zone === undefined) throw malformed(at, "must be the name of a time zone such as Europe/Paris");
  return zone;
}

/** As the analytics engine, too, spells it. */
function canonicalZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** When the next step begins. @param ms when this one does. */
export function nextStep(ms: number, interval: Interval, timeZone: string): number {
  const local = new Date(ms + zoneOffsetMs(ms, timeZone));
  if (interval.kind === "fixed") local.setTime(local.getTime() + interval.stepSec * 1_000);
  else MOVES[interval.unit](local);
  const guess = local.getTime() - zoneOffsetMs(ms, timeZone);
  const next = local.getTime() - zoneOffsetMs(guess, timeZone);
  // In the hour that clocks leave out or repeat, time goes on all the same.
  return next > ms ? next : guess;
}

const MOVES: Record<CalendarUnit, (local: Date) => void> = {
  day: (local) => local.setUTCDate(local.getUTCDate() + 1),
  week: (local) => local.setUTCDate(local.getUTCDate() + 7),
  month: (local) => local.setUTCMonth(local.getUTCMonth() + 1),
  quarter: (local) => local.setUTCMonth(local.getUTCMonth() + 3),
  year: (local) => local.setUTCFullYear(local.getUTCFullYear() + 1),
};
