import { zoneOffsetMs } from "@shoal/domain/zone-offset";
import { malformedError, unsupportedError } from "./search-error.ts";
import { nestedPath } from "./search-values.ts";

/** The units of calendar steps, whose lengths vary. */
const CALENDAR_UNITS = ["day", "week", "month", "quarter", "year"] as const;
type CalendarUnit = (typeof CALENDAR_UNITS)[number];

export type Interval = { kind: "fixed"; stepMs: number } | { kind: "calendar"; unit: CalendarUnit };

const CALENDAR_NAMES: Readonly<Record<string, Interval>> = {
  ...Object.fromEntries(
    CALENDAR_UNITS.flatMap((unit) => {
      const interval: Interval = { kind: "calendar", unit };
      const short = unit === "month" ? "1M" : `1${unit[0]}`;
      return [[unit, interval] as const, [short, interval] as const];
    }),
  ),
  // Minutes and hours have a fixed length even as calendar units.
  minute: { kind: "fixed", stepMs: 60_000 },
  "1m": { kind: "fixed", stepMs: 60_000 },
  hour: { kind: "fixed", stepMs: 3_600_000 },
  "1h": { kind: "fixed", stepMs: 3_600_000 },
};

const MS_PER_UNIT: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
/** The shortest step. Figures are per minute, so shorter steps that contain no start of a minute are empty. */
const MIN_INTERVAL_MS = 1;
const MAX_INTERVAL_MS = 366 * 86_400_000;

/** Parses the step of a histogram. @throws SearchError for no step, two steps, or an invalid step. */
export function parseInterval(fields: Record<string, unknown>, at: string): Interval {
  const { fixed_interval: fixed, calendar_interval: calendar, interval: either } = fields;
  const given = [fixed, calendar, either].filter((each) => each !== undefined);
  if (given.length !== 1)
    throw malformedError(at, "must have one of fixed_interval, calendar_interval and interval");
  if (fixed !== undefined) return parseFixed(fixed, nestedPath(at, "fixed_interval"));
  const known = findCalendar(calendar ?? either);
  if (known) return known;
  if (either !== undefined) return parseFixed(either, nestedPath(at, "interval"));
  throw unsupportedError(`interval ${String(calendar)}`, nestedPath(at, "calendar_interval"));
}

const findCalendar = (value: unknown): Interval | undefined =>
  typeof value === "string" && Object.hasOwn(CALENDAR_NAMES, value) ? CALENDAR_NAMES[value] : undefined;

function parseFixed(value: unknown, at: string): Interval {
  const [, count, unit = ""] = /^(\d{1,12})(ms|[smhd])$/.exec(typeof value === "string" ? value : "") ?? [];
  const stepMs = Number(count) * (MS_PER_UNIT[unit] ?? Number.NaN);
  if (!(stepMs >= MIN_INTERVAL_MS && stepMs <= MAX_INTERVAL_MS))
    throw malformedError(at, "must be a length from 1ms to 366d, in ms, s, m, h or d");
  return { kind: "fixed", stepMs };
}

/**
 * Parses the offset by which steps are shifted.
 * @returns seconds.
 * @example parseOffset("-1h", at) // -3600
 */
export function parseOffset(value: unknown, at: string): number {
  if (value === undefined || value === "" || value === 0 || value === "0") return 0;
  const [, sign, count, unit = ""] =
    /^([+-]?)(\d{1,6})([smhd])$/.exec(typeof value === "string" ? value : "") ?? [];
  const ms = Number(count) * (MS_PER_UNIT[unit] ?? Number.NaN);
  if (!(ms <= MAX_INTERVAL_MS))
    throw malformedError(at, "must be a length such as +6h, up to 366d, in s, m, h or d");
  return ((sign === "-" ? -1 : 1) * ms) / 1_000;
}

/** @returns an IANA name; UTC by default. @throws SearchError for an unknown time zone. */
export function requireTimeZone(value: unknown, at: string): string {
  if (value === undefined || value === "Z") return "UTC";
  const isName = typeof value === "string" && /^[A-Za-z][\w+/-]{0,63}$/.test(value);
  const zone = isName ? canonicalZone(value) : undefined;
  if (zone === undefined) throw malformedError(at, "must be the name of a time zone such as Europe/Paris");
  return zone;
}

/** Returns the name of a time zone as ClickHouse spells it; undefined for unknown time zones. */
function canonicalZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Returns the start of the step that contains a point in time. @param ms since 1970. */
export function stepOf(ms: number, interval: Interval, timeZone: string): number {
  const aheadMs = zoneOffsetMs(ms, timeZone);
  if (interval.kind === "fixed")
    return Math.floor((ms + aheadMs) / interval.stepMs) * interval.stepMs - aheadMs;
  const local = new Date(ms + aheadMs);
  local.setUTCHours(0, 0, 0, 0);
  STEP_STARTERS[interval.unit](local);
  return local.getTime() - zoneOffsetMs(local.getTime() - aheadMs, timeZone);
}

const STEP_STARTERS: Record<CalendarUnit, (local: Date) => void> = {
  day: () => {},
  // Weeks start on Monday.
  week: (local) => local.setUTCDate(local.getUTCDate() - ((local.getUTCDay() + 6) % 7)),
  month: (local) => local.setUTCDate(1),
  quarter: (local) => local.setUTCMonth(Math.floor(local.getUTCMonth() / 3) * 3, 1),
  year: (local) => local.setUTCMonth(0, 1),
};

/** Returns the start of the next step. @param ms the start of the current step. */
export function nextStep(ms: number, interval: Interval, timeZone: string): number {
  const local = new Date(ms + zoneOffsetMs(ms, timeZone));
  if (interval.kind === "fixed") local.setTime(local.getTime() + interval.stepMs);
  else STEP_MOVERS[interval.unit](local);
  const guess = local.getTime() - zoneOffsetMs(ms, timeZone);
  // An hour that clocks repeat consists of two steps.
  if (interval.kind === "fixed" && stepOf(guess, interval, timeZone) === guess) return guess;
  const next = local.getTime() - zoneOffsetMs(guess, timeZone);
  // Time keeps advancing through an hour that clocks skip or repeat.
  return next > ms ? next : guess;
}

const STEP_MOVERS: Record<CalendarUnit, (local: Date) => void> = {
  day: (local) => local.setUTCDate(local.getUTCDate() + 1),
  week: (local) => local.setUTCDate(local.getUTCDate() + 7),
  month: (local) => local.setUTCMonth(local.getUTCMonth() + 1),
  quarter: (local) => local.setUTCMonth(local.getUTCMonth() + 3),
  year: (local) => local.setUTCFullYear(local.getUTCFullYear() + 1),
};
