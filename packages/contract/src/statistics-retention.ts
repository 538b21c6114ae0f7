import { z } from "zod";
import { StatisticsQuery } from "./statistics.ts";
import { Text } from "./text.ts";

/** How far viewers watched one video. */
export const StatisticsRetentionQuery = StatisticsQuery.extend({
  /** As the filter of `video` takes it. */
  video: Text.min(1).max(255),
});

/** Points of a curve at most; longer videos have points of several seconds. */
export const RETENTION_MAX_POINTS = 300;

export const StatisticsRetention = z.object({
  asOf: z.string(),
  /** Sessions that reached the first frame. */
  views: z.number(),
  /** Viewers of a live do not begin at the same second: of one there are no points. */
  isLive: z.boolean(),
  /** Null where neither the video nor anybody's watching tells. */
  durationSec: z.number().nullable(),
  /** How long each point is. */
  stepSec: z.number(),
  /** From the first second on, without gaps. Of points that are longer than a second: the mean of their seconds. */
  points: z.array(
    z.object({
      atSec: z.number(),
      /** That played this second, each counted once. */
      sessions: z.number(),
      /** How often it was played once more by somebody who had seen it. */
      replays: z.number(),
    }),
  ),
  chapters: z.array(z.object({ atSec: z.number(), title: z.string() })),
});
export type StatisticsRetention = z.infer<typeof StatisticsRetention>;
