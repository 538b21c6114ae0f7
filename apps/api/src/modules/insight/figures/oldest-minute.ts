import { STATISTICS_MINUTES_DAYS } from "@shoal/contract";

const DAY_SEC = 86_400;

/**
 * From where on there are session-minutes, for whoever reads them: the beginning of the first of the days of UTC that are
 * kept, today counted. Of the day before it the engine may have deleted some rows and not yet others, so that what is
 * aggregated, listed and searched would not agree about it.
 */
export const oldestMinuteSec = (nowMs: number): number =>
  Math.floor(nowMs / 1_000 / DAY_SEC - (STATISTICS_MINUTES_DAYS - 1)) * DAY_SEC;

/** The same as a condition on `minute`, by the engine's clock. */
export const IS_KEPT_SQL = `minute >= toStartOfDay(now('UTC')) - INTERVAL ${STATISTICS_MINUTES_DAYS - 1} DAY`;
