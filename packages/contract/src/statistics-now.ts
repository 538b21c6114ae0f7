import { z } from "zod";
import { STATISTICS_STEPS, StatisticsQuery } from "./statistics.ts";

/** What is looked at, at this moment. */
export const StatisticsNowQuery = StatisticsQuery.omit({ from: true, to: true, timeZone: true });

/** Who watches now: sessions that told in the last 30 s (CONCURRENT_WINDOW_SEC) of one of the last minutes. */
export const StatisticsNow = z.object({
  asOf: z.string(),
  watching: z.number(),
  /** Of them, those that played something that came from peers in the minutes that they told of in those 30 s. */
  watchingByPeers: z.number(),
  /** Lives that run among what is looked at. */
  runningLives: z.number(),
});
export type StatisticsNow = z.infer<typeof StatisticsNow>;

/** How many watched at the same time: distinct sessions that told of one minute. */
const Peak = z.object({
  sessions: z.number(),
  /** When the minute began, the first one of several; of what is older than minutes are kept, the hour. */
  at: z.string(),
  /** Sessions of an hour are at least as many as those of any minute of it. */
  isOfHour: z.boolean(),
});

export const StatisticsPeaks = z.object({
  step: z.enum(STATISTICS_STEPS),
  asOf: z.string(),
  /** The largest of the period; null where nobody watched. */
  peak: Peak.nullable(),
  /** Ascending, without gaps, as those of the series; the largest within each. */
  points: z.array(z.object({ at: z.string(), to: z.string(), sessions: z.number() })),
});
export type StatisticsPeaks = z.infer<typeof StatisticsPeaks>;
