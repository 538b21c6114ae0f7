import { z } from "zod";
import { TimeZone } from "../delivery/delivery-rules.ts";
import { jsonParameter } from "../list.ts";
import { integerText, Moment, Text, Uuid } from "../text.ts";

/** The dimensions by which viewing figures can be broken down or filtered. */
export const STATISTICS_DIMENSIONS = [
  "video",
  "country",
  /** The provider of the viewer's line, by its number (ASN). */
  "provider",
  "device",
  "browser",
  "system",
  "player",
  /** The network: fixed, mobile or unknown. */
  "network",
  /** One of the client's sites, by uuid. */
  "site",
  /**
   * The rendition, by height in pixels. Seconds played, bitrate and best quality are exact for each rendition. Attempts, views, start-up,
   * stalls and bytes are counted for the rendition that was played longest in each minute of a session.
   */
  "rendition",
  /** The host of the page that showed the player. */
  "host",
  /** The config whose key the plugin sent, by uuid. */
  "config",
] as const;
export type StatisticsDimension = (typeof STATISTICS_DIMENSIONS)[number];

/** Maximum number of days per query: sessions are kept individually for this long. */
export const MAX_STATISTICS_DAYS = 400;
/** Maximum number of values of one dimension, and of videos, per request. */
export const MAX_STATISTICS_VALUES = 500;
/** The number of videos whose figures one call can combine. */
export const MAX_STATISTICS_VIDEOS = 50;
/** UTC days, including today, for which session minutes are kept; older data is hourly. */
export const STATISTICS_MINUTES_DAYS = 90;

export const StatisticsFilter = z.partialRecord(
  z.enum(STATISTICS_DIMENSIONS),
  z.array(Text.max(255)).min(1).max(MAX_STATISTICS_VALUES),
);
export type StatisticsFilter = z.infer<typeof StatisticsFilter>;

const VideoSet = jsonParameter(z.array(Text.min(1).max(255)).min(1).max(MAX_STATISTICS_VIDEOS));

/** The scope of figures: a period and filters on the client's sessions. */
export const StatisticsQuery = z.strictObject({
  from: Moment,
  /** The exclusive end of the period. Figures after the current time are empty. */
  to: Moment,
  /** Restricts the figures to the videos of a config or a collection; if omitted, all videos of the client. */
  config: Uuid.optional(),
  collection: Text.min(1).max(255).optional(),
  /** JSON list that restricts the figures to these videos, each written like the `video` filter; all must belong to the client. */
  videos: VideoSet.optional(),
  /** The included values of each dimension, as JSON. */
  filter: jsonParameter(StatisticsFilter).optional(),
  /** The time zone that defines the start of days; the client's own by default. */
  timeZone: TimeZone.optional(),
});
export type StatisticsQuery = z.infer<typeof StatisticsQuery>;

/** Sums over sessions, and figures derived from them; null where nothing was measured. */
export const StatisticsFigures = z.object({
  /** Distinct identified browsers, accurate to 2 %; null if there are none. */
  viewers: z.number().nullable(),
  sessions: z.number(),
  /**
   * The number of sessions that tried to play, the number that reached the first frame, and the numbers that ended before it with and
   * without an error.
   */
  attempts: z.number(),
  views: z.number(),
  playbackFailures: z.number(),
  exitsBeforeStart: z.number(),
  /** The seconds played, by the source of the data at the playhead. */
  serverSec: z.number(),
  peerSec: z.number(),
  meanTimeSec: z.number().nullable(),
  /** The average number of simultaneous viewers. */
  meanConcurrency: z.number(),
  bestQualityPercent: z.number().nullable(),
  bitrateKbps: z.number().nullable(),
  /** Stalls after the first frame, by the transport of the delayed segment. */
  rebufferingServerSec: z.number(),
  rebufferingPeerSec: z.number(),
  rebufferingSecPerHour: z.number().nullable(),
  /** The time from the play request to the first frame, in ms. Percentiles are nearest-rank, accurate to 2 %. */
  startupMeanMs: z.number().nullable(),
  startupP50Ms: z.number().nullable(),
  startupP75Ms: z.number().nullable(),
  startupP95Ms: z.number().nullable(),
  serverBytes: z.number(),
  peerBytes: z.number(),
  upBytes: z.number(),
  offloadPercent: z.number().nullable(),
});
export type StatisticsFigures = z.infer<typeof StatisticsFigures>;

/** The footprint of delivery, by the named method. */
export const StatisticsFootprint = z.object({
  method: z.string(),
  /** The energy that peers saved; negative if they used more than they saved. */
  energySavedWh: z.number(),
  energySpentWh: z.number(),
  co2Grams: z.number(),
  waterLitres: z.number(),
});
export type StatisticsFootprint = z.infer<typeof StatisticsFootprint>;

const PeriodTotals = z.object({ figures: StatisticsFigures, footprint: StatisticsFootprint });

export const StatisticsTotals = PeriodTotals.extend({
  from: z.string(),
  to: z.string(),
  /** The time up to which viewer data is included. */
  asOf: z.string(),
  /** The number of sessions within the same scope that reported in the last 30 s. */
  watchingNow: z.number(),
  /**
   * The number of sessions of robots, such as search engines, in the last 90 days of the period: they are excluded from all other figures.
   */
  robotSessions: z.number(),
  /** The preceding period of the same length. */
  before: PeriodTotals,
});
export type StatisticsTotals = z.infer<typeof StatisticsTotals>;

export const STATISTICS_STEPS = ["minute", "hour", "day"] as const;
export type StatisticsStep = (typeof STATISTICS_STEPS)[number];

export const StatisticsSeriesQuery = StatisticsQuery.extend({
  /** The length of each point; by default it follows from the period. */
  step: z.enum(STATISTICS_STEPS).optional(),
});

export const StatisticsSeries = z.object({
  step: z.enum(STATISTICS_STEPS),
  timeZone: z.string(),
  asOf: z.string(),
  /** The points in ascending order, without gaps. The last one may still be incomplete. */
  points: z.array(StatisticsFigures.extend({ at: z.string(), to: z.string() })),
});
export type StatisticsSeries = z.infer<typeof StatisticsSeries>;

/** The figures by which the values of a dimension can be sorted. */
export const STATISTICS_SORTS = [
  "watchedSec",
  "views",
  "viewers",
  "sessions",
  "meanTimeSec",
  "deliveredBytes",
  "offloadPercent",
  "bitrateKbps",
  "bestQualityPercent",
  "rebufferingSecPerHour",
  "startupP50Ms",
  "playbackFailures",
  "exitsBeforeStart",
] as const;
export type StatisticsSort = (typeof STATISTICS_SORTS)[number];

export const StatisticsBreakdownQuery = StatisticsQuery.extend({
  dimension: z.enum(STATISTICS_DIMENSIONS),
  sort: z.enum(STATISTICS_SORTS).default("watchedSec"),
  order: z.enum(["asc", "desc"]).default("desc"),
  page: integerText(z.number().int().min(1).max(1_000)).default(1),
  pagesize: integerText(z.number().int().min(1).max(100)).default(10),
});
export type StatisticsBreakdownQuery = z.infer<typeof StatisticsBreakdownQuery>;

export const StatisticsBreakdown = z.object({
  dimension: z.enum(STATISTICS_DIMENSIONS),
  asOf: z.string(),
  rows: z.array(
    z.object({
      /** The value in the form that filters use; "" if unknown. */
      value: z.string(),
      /** A title or name, if the value is not already a name; null if the page has a label for the value, or if it has no name. */
      label: z.string().nullable(),
      figures: StatisticsFigures,
    }),
  ),
  /** The total number of values. */
  size: z.number(),
});
export type StatisticsBreakdown = z.infer<typeof StatisticsBreakdown>;

/** The scopes that can be selected besides the whole client. */
export const StatisticsSubjects = z.object({
  /** The client's time zone; UTC until it chose one. */
  timeZone: z.string(),
  isTimeZoneChosen: z.boolean(),
  configs: z.array(z.object({ uuid: z.string(), name: z.string() })),
  collections: z.array(z.string()),
});
export type StatisticsSubjects = z.infer<typeof StatisticsSubjects>;

export const StatisticsVideosQuery = z.strictObject({
  search: Text.max(255).default(""),
  /** JSON: returns these videos instead of searching; videos that do not belong to the client are omitted. */
  videos: VideoSet.optional(),
});

/** Videos whose title or name contains the words; `uuid` is a value for the `video` filter. */
export const StatisticsVideos = z.array(z.object({ uuid: z.string(), title: z.string() }));
export type StatisticsVideos = z.infer<typeof StatisticsVideos>;

/** The scope of current figures, which needs no period. */
export const StatisticsNowQuery = StatisticsQuery.omit({ from: true, to: true, timeZone: true });

/** Current viewers: sessions that reported in the last 30 s (CONCURRENT_WINDOW_SEC). */
export const StatisticsNow = z.object({
  asOf: z.string(),
  watching: z.number(),
  /** The number of these sessions that played peer data in those 30 s. */
  watchingByPeers: z.number(),
  /** The number of running lives within the scope. */
  runningLives: z.number(),
});
export type StatisticsNow = z.infer<typeof StatisticsNow>;

/** The number of simultaneous sessions: distinct sessions that reported the same minute. */
const ConcurrencyPeak = z.object({
  sessions: z.number(),
  /**
   * The start of the minute, the earliest if several are equal. For older data, whose session minutes have been deleted, the start of the
   * hour.
   */
  at: z.string(),
  /** Whether the figure is of an hour, which has at least as many sessions as any of its minutes. */
  isOfHour: z.boolean(),
});

export const StatisticsPeaks = z.object({
  step: z.enum(STATISTICS_STEPS),
  asOf: z.string(),
  /** The maximum of the period; null if there are no viewers. */
  peak: ConcurrencyPeak.nullable(),
  /** The maximum of each step, in ascending order and without gaps, like the points of the series. */
  points: z.array(z.object({ at: z.string(), to: z.string(), sessions: z.number() })),
});
export type StatisticsPeaks = z.infer<typeof StatisticsPeaks>;

/** The video whose retention is requested, within a period and filters. */
export const StatisticsRetentionQuery = StatisticsQuery.extend({
  /** The video, identified like in the `video` filter. */
  video: Text.min(1).max(255),
});

/** Maximum number of points of a curve; longer videos have points of several seconds. */
export const MAX_RETENTION_POINTS = 300;

export const StatisticsRetention = z.object({
  asOf: z.string(),
  /** The number of sessions that reached the first frame. */
  views: z.number(),
  /** Whether the video is a live. It then has no points, since viewers of a live do not start at the same second. */
  isLive: z.boolean(),
  /** The length of the video; null if neither the video nor any view reveals it. */
  durationSec: z.number().nullable(),
  /** The length of each point, in seconds of the video. */
  stepSec: z.number(),
  /** The points from the first second on, without gaps. A point that is longer than a second has the mean of its seconds. */
  points: z.array(
    z.object({
      atSec: z.number(),
      /** The sessions that played this second, each counted once. */
      sessions: z.number(),
      /** How often sessions replayed this second after they had played it once. */
      replays: z.number(),
    }),
  ),
  chapters: z.array(z.object({ atSec: z.number(), title: z.string() })),
});
export type StatisticsRetention = z.infer<typeof StatisticsRetention>;
