const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
/** The number of full days of history for a forecast: each weekday four times. */
export const FORECAST_DAYS = 28;

/** The total for a UTC day, in any unit. */
export interface DaySum {
  /** The start of the day, in ms since 1970. */
  atMs: number;
  sum: number;
}

export interface ForecastOptions {
  /** The total since the start of the period. */
  soFar: number;
  /** Full days before now, at most `FORECAST_DAYS` back; days without data may be omitted. */
  days: readonly DaySum[];
  /** The current time, in ms since 1970. */
  nowMs: number;
  untilMs: number;
}

/**
 * Returns the forecast total of a period, assuming that its remaining days resemble recent days of the same weekday. A client
 * that started within those weeks counts from its first day.
 * @returns null if there is no full day yet.
 * @example forecast({ soFar: 10, days: [{ atMs: 0, sum: 24 }], nowMs: 1.5 * 86_400_000, untilMs: 2 * 86_400_000 }) // 22
 */
export function forecast({ soFar, days, nowMs, untilMs }: ForecastOptions): number | null {
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const known = new Map(days.map(({ atMs, sum }) => [atMs, sum]));
  const firstMs = Math.max(Math.min(...known.keys()), todayMs - FORECAST_DAYS * DAY_MS);
  if (!(firstMs < todayMs)) return nowMs >= untilMs ? soFar : null;
  const past = daysBetween(firstMs, todayMs).map((atMs) => ({ atMs, sum: known.get(atMs) ?? 0 }));
  const usual = usualOf(past);
  const restOfToday = (Math.min(todayMs + DAY_MS, untilMs) - nowMs) / DAY_MS;
  const ahead = daysBetween(todayMs + DAY_MS, untilMs).reduce((sum, atMs) => sum + usual(atMs), 0);
  return soFar + Math.max(0, restOfToday) * usual(todayMs) + ahead;
}

/** Returns the mean of the same weekday, or of all days if that weekday has no data yet. */
function usualOf(past: readonly DaySum[]): (atMs: number) => number {
  const mean = (of: readonly DaySum[]) => of.reduce((total, { sum }) => total + sum, 0) / of.length;
  return (atMs) => {
    const alike = past.filter((day) => (day.atMs - atMs) % (WEEK_DAYS * DAY_MS) === 0);
    return mean(alike.length > 0 ? alike : past);
  };
}

const daysBetween = (fromMs: number, untilMs: number): number[] =>
  Array.from(
    { length: Math.max(0, Math.ceil((untilMs - fromMs) / DAY_MS)) },
    (_, day) => fromMs + day * DAY_MS,
  );
