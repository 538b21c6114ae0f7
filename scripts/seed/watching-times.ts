const HOUR_MS = 3_600_000;
const DAY_COUNT = 90;
const HOUR_COUNT = DAY_COUNT * 24;
/** The weights of the hours of a day in UTC. There is a dip at noon, and the evening has the most views. */
const HOUR_WEIGHTS = [2, 1, 1, 1, 1, 2, 4, 7, 9, 10, 10, 9, 7, 8, 9, 9, 9, 10, 12, 14, 15, 13, 8, 4];
/** The weights of the weekdays, Sunday first. */
const WEEKDAY_WEIGHTS = [0.7, 1, 1.1, 1.1, 1.05, 0.95, 0.6];
/**
 * An evening with an additional audience, and two hours in which players received nothing. Both are given in days before now and
 * hours of the day.
 */
const AUDIENCE_EVENT = { daysAgo: 12, fromHour: 18, untilHour: 20, weight: 9 };
const PLAYBACK_OUTAGE = { daysAgo: 5, fromHour: 13, untilHour: 15 };
/** The period around the outage, which has enough viewers for the outage to matter. */
const OUTAGE_AUDIENCE = { daysAgo: 5, fromHour: 12, untilHour: 16, weight: 60 };

export interface WatchingTimes {
  /** Returns when a session starts, in ms since 1970. Popular times have more sessions. @param share from 0 to 1. */
  startOf(share: number): number;
  /** Returns whether players received nothing at this time. */
  isOutage(atMs: number): boolean;
  /** The time of the outage, in ms since 1970. The end is exclusive. */
  outage: { fromMs: number; toMs: number };
}

/** Returns the distribution of views over the 90 days before now, with weekly and hourly patterns, an event and an outage. */
export function createWatchingTimes(nowMs: number): WatchingTimes {
  const firstMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS - HOUR_COUNT * HOUR_MS;
  const sums: number[] = [];
  for (let hour = 0; hour < HOUR_COUNT; hour += 1)
    sums.push((sums.at(-1) ?? 0) + weightOf(firstMs + hour * HOUR_MS, nowMs));
  const all = sums.at(-1) ?? 1;
  return {
    startOf(share) {
      const hour = sums.findIndex((sum) => sum > share * all);
      const within = ((share * 104_729) % 1) * HOUR_MS;
      return firstMs + Math.max(0, hour) * HOUR_MS + within;
    },
    isOutage: (atMs) => isWithin(atMs, nowMs, PLAYBACK_OUTAGE),
    outage: {
      fromMs: outageMs(nowMs, PLAYBACK_OUTAGE.fromHour),
      toMs: outageMs(nowMs, PLAYBACK_OUTAGE.untilHour),
    },
  };
}

function weightOf(atMs: number, nowMs: number): number {
  const at = new Date(atMs);
  const usual = (HOUR_WEIGHTS[at.getUTCHours()] ?? 1) * (WEEKDAY_WEIGHTS[at.getUTCDay()] ?? 1);
  // The audience has grown by two fifths in 90 days.
  const growth = 1.4 - (0.4 * (nowMs - atMs)) / (HOUR_COUNT * HOUR_MS);
  const special = [AUDIENCE_EVENT, OUTAGE_AUDIENCE].find((each) => isWithin(atMs, nowMs, each));
  return usual * growth * (special?.weight ?? 1);
}

const outageMs = (nowMs: number, hour: number) =>
  new Date(nowMs - PLAYBACK_OUTAGE.daysAgo * 24 * HOUR_MS).setUTCHours(hour, 0, 0, 0);

function isWithin(
  atMs: number,
  nowMs: number,
  { daysAgo, fromHour, untilHour }: Omit<typeof AUDIENCE_EVENT, "weight">,
): boolean {
  const day = new Date(nowMs - daysAgo * 24 * HOUR_MS).toISOString().slice(0, 10);
  const at = new Date(atMs);
  return at.toISOString().startsWith(day) && at.getUTCHours() >= fromHour && at.getUTCHours() < untilHour;
}
