import { startOfDay } from "./zone-time.ts";

/** The offered ranges; `own` has a custom start and end. */
export const RANGES = ["hour", "day", "yesterday", "week", "month", "quarter", "own"] as const;
export type Range = (typeof RANGES)[number];
/** The default period: cards of all videos show the previous day (§9). */
export const DEFAULT_RANGE: Range = "yesterday";

/** A period that includes `fromMs` and excludes `toMs`. */
export interface Period {
  fromMs: number;
  toMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** The lengths of the ranges in calendar days, including the current day. */
const DAYS_PER_RANGE = { week: 7, month: 30, quarter: 90 } as const;
/** A period that ended less than this long ago still counts as current, because beacons of players are counted within 15 s. */
const NOW_TOLERANCE_MS = 60_000;

/**
 * Returns the period of a range. Ranges of days start at midnight in the client's time zone, so that each point of a chart
 * is a whole day.
 * @param own start and end of a custom range.
 */
export function periodOf(range: Range, own: Period, { nowMs, timeZone }: Clock): Period {
  if (range === "own") return own;
  if (range === "hour") return { fromMs: roundDownTo(nowMs - HOUR_MS, MINUTE_MS), toMs: nowMs };
  if (range === "day") return { fromMs: roundDownTo(nowMs - DAY_MS, MINUTE_MS), toMs: nowMs };
  if (range === "yesterday")
    return { fromMs: startOfDay(nowMs, timeZone, 1), toMs: startOfDay(nowMs, timeZone) };
  return { fromMs: startOfDay(nowMs, timeZone, DAYS_PER_RANGE[range] - 1), toMs: nowMs };
}

export interface Clock {
  nowMs: number;
  /** The client's time zone. */
  timeZone: string;
}

const roundDownTo = (ms: number, stepMs: number) => Math.floor(ms / stepMs) * stepMs;

/** Whether the period extends to the present, so that its figures still change. */
export const reachesNow = ({ fromMs, toMs }: Period, nowMs: number): boolean =>
  fromMs < nowMs && toMs > nowMs - NOW_TOLERANCE_MS;

const WIDER_RANGES: Partial<Record<Range, Range>> = {
  hour: "day",
  day: "week",
  yesterday: "week",
  week: "month",
  month: "quarter",
  own: "quarter",
};

/** Returns the next wider range, which is offered if the current range has no data; undefined if there is none. */
export const widerRangeThan = (range: Range): Range | undefined => WIDER_RANGES[range];

/** Returns a period three times as long around the same middle, without extending it beyond the present. */
export function widenPeriod({ fromMs, toMs }: Period, nowMs: number): Period {
  const length = toMs - fromMs;
  const end = Math.max(toMs, Math.min(nowMs, toMs + length));
  return { fromMs: end - 3 * length, toMs: end };
}

/** Returns the refresh interval of a range. The last hour is refreshed often; the figures of longer ranges change slowly (§9: hourly). */
export const refreshMsOf = (range: Range): number => (range === "hour" ? 10_000 : HOUR_MS);
