import type { StatisticsStep } from "@shoal/contract";
import { zoneOffsetMs } from "./zone-offset.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** The largest clock change of any time zone in a day. */
const MAX_CHANGE_MS = 3 * HOUR_MS;
/** The maximum number of points for a chart, and for the server to count. */
const MAX_POINTS = 1_500;

/**
 * Returns the step length for the chart of a period.
 * @example stepFor(3_600_000) // "minute"
 */
export function stepFor(periodMs: number): StatisticsStep {
  if (periodMs <= 3 * HOUR_MS) return "minute";
  return periodMs <= 4 * DAY_MS ? "hour" : "day";
}

/** Returns whether a period has too many steps to chart. */
export const hasTooManySteps = (periodMs: number, step: StatisticsStep): boolean =>
  periodMs / { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS }[step] > MAX_POINTS;

/**
 * Lists the starts of a period's steps, in ms since 1970: the start of the period, then each full minute, hour or midnight in a
 * time zone. Hours may start at fractions of a UTC hour; days have 23 to 25 hours when clocks change.
 * @param period the end is exclusive.
 * @param timeZone an IANA name.
 * @example listSteps({ fromMs: Date.UTC(2026, 2, 28), toMs: Date.UTC(2026, 2, 30) }, "day", "UTC").length // 2
 */
export function listSteps(
  { fromMs, toMs }: { fromMs: number; toMs: number },
  step: StatisticsStep,
  timeZone: string,
): number[] {
  const clock: UtcOffsetAt = (atMs) => zoneOffsetMs(atMs, timeZone);
  const starts = [fromMs];
  for (let at = nextStart(fromMs, step, clock); at < toMs; at = nextStart(at, step, clock)) starts.push(at);
  return starts;
}

function nextStart(atMs: number, step: StatisticsStep, clock: UtcOffsetAt): number {
  if (step === "minute") return (Math.floor(atMs / MINUTE_MS) + 1) * MINUTE_MS;
  const offsetMs = clock(atMs);
  if (step === "hour") return (Math.floor((atMs + offsetMs) / HOUR_MS) + 1) * HOUR_MS - offsetMs;
  const midnightMs = (Math.floor((atMs + offsetMs) / DAY_MS) + 1) * DAY_MS;
  return firstMomentOf(midnightMs, atMs, clock);
}

/** Returns the first moment at which local clocks show a midnight, or the time after it if the clocks skip it. */
function firstMomentOf(midnightMs: number, afterMs: number, clock: UtcOffsetAt): number {
  const guess = midnightMs - clock(afterMs);
  const moments = [
    ...new Set([guess, midnightMs - clock(guess - MAX_CHANGE_MS), midnightMs - clock(guess + MAX_CHANGE_MS)]),
  ];
  const [first] = moments.filter((moment) => moment + clock(moment) === midnightMs).sort((a, b) => a - b);
  if (first !== undefined) return first;
  // If clocks skip midnight, the day starts at the change.
  let [before, after] = [Math.min(...moments) - HOUR_MS, Math.max(...moments) + HOUR_MS];
  while (after - before > MINUTE_MS) {
    const middle = Math.floor((before + after) / 2 / MINUTE_MS) * MINUTE_MS;
    if (middle + clock(middle) >= midnightMs) after = middle;
    else before = middle;
  }
  return after;
}

/** The UTC offset at a point in time, in ms. */
type UtcOffsetAt = (atMs: number) => number;
