import { z } from "zod";
import { Place } from "../place.ts";
import { integerText } from "../text.ts";
import { STATISTICS_SORTS, StatisticsFigures, StatisticsQuery } from "./statistics.ts";

/**
 * What is ranked. A camera is a video with a camera's metrics key; configs and collections are ranked by the figures of their
 * videos.
 */
export const RANKED_KINDS = ["video", "camera", "collection", "config", "country"] as const;
export type RankedKind = (typeof RANKED_KINDS)[number];

/** The number of rows in a ranking if the caller names none (§9). */
export const RANKING_SIZE = 10;
export const MAX_RANKING_SIZE = 100;
export const MAX_RANKING_MIN_VIEWS = 1_000_000_000;

/**
 * The order in which the best come first (§7: rebuffering ascends, others descend); lower is also better for waiting times and
 * failures.
 */
export const RANKING_BEST_ORDER = {
  watchedSec: "desc",
  views: "desc",
  viewers: "desc",
  sessions: "desc",
  meanTimeSec: "desc",
  deliveredBytes: "desc",
  offloadPercent: "desc",
  bitrateKbps: "desc",
  bestQualityPercent: "desc",
  rebufferingSecPerHour: "asc",
  startupP50Ms: "asc",
  playbackFailures: "asc",
  exitsBeforeStart: "asc",
} as const;

export const StatisticsRankingQuery = StatisticsQuery.extend({
  of: z.enum(RANKED_KINDS).default("video"),
  sort: z.enum(STATISTICS_SORTS).default("watchedSec"),
  /** The order of the ranking; the best first if omitted. */
  order: z.enum(["asc", "desc"]).optional(),
  size: integerText(z.number().int().min(1).max(MAX_RANKING_SIZE)).default(RANKING_SIZE),
  /** The minimum number of views: subjects with fewer views are not ranked, in either period. */
  minViews: integerText(z.number().int().min(0).max(MAX_RANKING_MIN_VIEWS)).default(0),
});
export type StatisticsRankingQuery = z.infer<typeof StatisticsRankingQuery>;

/** A rank, from 1; equal values share a rank. */
const RankedFigures = z.object({ rank: z.number(), figures: StatisticsFigures });

/**
 * Why a ranking omits a value: it ranks lower than the requested number, it has fewer views than required, it has no value for
 * the metric, or it belongs to no subject, such as a video in no collection.
 */
export const RANKING_REST_REASONS = ["size", "minViews", "noValue", "noSubject"] as const;

export const StatisticsRanking = z.object({
  of: z.enum(RANKED_KINDS),
  asOf: z.string(),
  rows: z.array(
    RankedFigures.extend({
      /** The value in the form that filters use; for a collection, its name. */
      value: z.string(),
      /** A title or name, if the value is not already a name; null if the page has a label for the value, or if it has no name. */
      label: z.string().nullable(),
      /** The rank in the previous period of the same length; null if it was not ranked. */
      before: RankedFigures.nullable(),
    }),
  ),
  /** The total number of ranked subjects. */
  size: z.number(),
  /**
   * What the rows leave out, by reason. The rows and these values add up to everything that was watched. Reasons that apply to nothing
   * are absent.
   */
  rest: z.array(
    z.object({
      reason: z.enum(RANKING_REST_REASONS),
      /** The number of subjects; 0 for `noSubject`. */
      count: z.number(),
      views: z.number(),
      watchedSec: z.number(),
      deliveredBytes: z.number(),
    }),
  ),
});
export type StatisticsRanking = z.infer<typeof StatisticsRanking>;

/** Maximum number of videos with a place in one response. */
export const MAX_LOCATED_VIDEOS = 2_000;

export const StatisticsPlaces = z.object({
  asOf: z.string(),
  /** The videos with a place, the newest first. */
  videos: z.array(
    z.object({
      uuid: z.string(),
      title: z.string(),
      place: Place,
      /** Whether the video is being published and can be watched. */
      isLive: z.boolean(),
      /**
       * The viewers of the period, and of the last five minutes (§9: active window); null if there were none, and for callers
       * who may not read analytics.
       */
      figures: StatisticsFigures.nullable(),
      recent: StatisticsFigures.nullable(),
    }),
  ),
  /** The number of videos with a place. */
  size: z.number(),
  /** The number of cameras without a place. */
  unplaced: z.number(),
});
export type StatisticsPlaces = z.infer<typeof StatisticsPlaces>;
