import { z } from "zod";
import { TimeZone } from "../delivery/delivery-rules.ts";
import { json } from "../list.ts";
import { digits, Moment, Text } from "../text.ts";

/** The dimensions of viewing figures, by which they can be broken down or filtered. */
export const STATISTICS_DIMENSIONS = [
  "video",
  "country",
  /** The provider of the viewer's line, by its number (ASN). */
  "provider",
  "device",
  "browser",
  "system",
  "player",
  /** fixed, mobile, unknown */
  "network",
  /** One of the client's own sites, by its uuid. */
  "site",
  /**
   * By its height in pixels. Seconds played, bitrate and best quality are those of what was played in it, exactly. Attempts,
   * views, start-up, stalls and bytes are of the minutes of a session in which it was played for longest.
   */
  "rendition",
  /** The host of the page that showed the player. */
  "host",
  /** The config whose key the plugin gave, by its uuid. */
  "config",
] as const;
export type StatisticsDimension = (typeof STATISTICS_DIMENSIONS)[number];

/** Days that one question spans at most: as long as sessions are kept apart. */
export const STATISTICS_MAX_DAYS = 400;
/** Values of one dimension, and videos, in one question. */
export const STATISTICS_MAX_VALUES = 500;
/** Videos that are looked at together. */
export const STATISTICS_MAX_VIDEOS = 50;
/** Session-minutes are kept for so many days of UTC, today counted; of what is older there are hours. */
export const STATISTICS_MINUTES_DAYS = 90;

export const StatisticsFilter = z.partialRecord(
  z.enum(STATISTICS_DIMENSIONS),
  z.array(Text.max(255)).min(1).max(STATISTICS_MAX_VALUES),
);
export type StatisticsFilter = z.infer<typeof StatisticsFilter>;

const SetOfVideos = json(z.array(Text.min(1).max(255)).min(1).max(STATISTICS_MAX_VIDEOS));

/** The scope of figures: whose sessions, in which period, and which of them. */
export const StatisticsQuery = z.strictObject({
  from: Moment,
  /** Not part of it. What lies ahead of now is empty. */
  to: Moment,
  /** Whose videos are looked at: of one config, or of one collection; all of the client's without. */
  config: z.uuid().optional(),
  collection: Text.min(1).max(255).optional(),
  /** JSON: of these videos alone, each as the filter of `video` takes it, and all of them the client's. */
  videos: SetOfVideos.optional(),
  /** JSON: by dimension, the values that count. */
  filter: json(StatisticsFilter).optional(),
  /** In which days begin; the client's own without. */
  timeZone: TimeZone.optional(),
});
export type StatisticsQuery = z.infer<typeof StatisticsQuery>;

/** Sums of sessions, and what is made of them; null where nothing was measured. */
export const StatisticsFigures = z.object({
  /** Distinct, within 2 %: identified browsers; null if there are none. */
  viewers: z.number().nullable(),
  sessions: z.number(),
  /** Sessions that were asked to play, that reached the first frame, that ended before it with an error, and without. */
  attempts: z.number(),
  views: z.number(),
  playbackFailures: z.number(),
  exitsBeforeStart: z.number(),
  /** Played, by the transport of what was under the playhead. */
  serverSec: z.number(),
  peerSec: z.number(),
  meanTimeSec: z.number().nullable(),
  /** Viewers at a time, on average. */
  meanConcurrency: z.number(),
  bestQualityPercent: z.number().nullable(),
  bitrateKbps: z.number().nullable(),
  /** Stalls after the first frame, by the transport of the awaited segment. */
  rebufferingServerSec: z.number(),
  rebufferingPeerSec: z.number(),
  rebufferingSecPerHour: z.number().nullable(),
  /** Play request to first frame; percentiles of the nearest rank, within 2 %. */
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
  /** Saved by peers; negative if they used more than they saved. */
  energySavedWh: z.number(),
  energySpentWh: z.number(),
  co2Grams: z.number(),
  waterLitres: z.number(),
});
export type StatisticsFootprint = z.infer<typeof StatisticsFootprint>;

const Totals = z.object({ figures: StatisticsFigures, footprint: StatisticsFootprint });

export const StatisticsTotals = Totals.extend({
  from: z.string(),
  to: z.string(),
  /** Until when what viewers told is in it. */
  asOf: z.string(),
  /** Sessions heard of in the last 30 s, of the same question. */
  watchingNow: z.number(),
  /** Sessions of robots in the last 90 days of the period, such as those of search engines: they are in nothing else. */
  robotSessions: z.number(),
  /** The period of the same length that ends where this one begins. */
  before: Totals,
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
  /** Ascending, without gaps. The last one may go on. */
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
  page: digits(z.number().int().min(1).max(1_000)).default(1),
  pagesize: digits(z.number().int().min(1).max(100)).default(10),
});
export type StatisticsBreakdownQuery = z.infer<typeof StatisticsBreakdownQuery>;

export const StatisticsBreakdown = z.object({
  dimension: z.enum(STATISTICS_DIMENSIONS),
  asOf: z.string(),
  rows: z.array(
    z.object({
      /** As in filters; "" if unknown. */
      value: z.string(),
      /** A title or a name, where the value is none; null where the page knows how to say it, or nobody does. */
      label: z.string().nullable(),
      figures: StatisticsFigures,
    }),
  ),
  /** How many values there are in all. */
  size: z.number(),
});
export type StatisticsBreakdown = z.infer<typeof StatisticsBreakdown>;

/** The subjects that can be selected, beside everything. */
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
  /** JSON: these instead of those that have the words; what the client does not have is left out. */
  videos: SetOfVideos.optional(),
});

/** Videos whose title or name has the words in it; `uuid` is what the filter of `video` takes. */
export const StatisticsVideos = z.array(z.object({ uuid: z.string(), title: z.string() }));
export type StatisticsVideos = z.infer<typeof StatisticsVideos>;

/** The scope, for current figures. */
export const StatisticsNowQuery = StatisticsQuery.omit({ from: true, to: true, timeZone: true });

/**
 * Current viewers: sessions that reported in the last 30 s (CONCURRENT_WINDOW_SEC) of one of the last
 * minutes.
 */
export const StatisticsNow = z.object({
  asOf: z.string(),
  watching: z.number(),
  /** Of them, those that played peer data in the minutes reported in those 30 s. */
  watchingByPeers: z.number(),
  /** Lives that run among what is looked at. */
  runningLives: z.number(),
});
export type StatisticsNow = z.infer<typeof StatisticsNow>;

/** How many watched at the same time: distinct sessions that reported the same minute. */
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
  /** The maximum of the period; null without viewers. */
  peak: Peak.nullable(),
  /** Ascending, without gaps, as those of the series; the largest within each. */
  points: z.array(z.object({ at: z.string(), to: z.string(), sessions: z.number() })),
});
export type StatisticsPeaks = z.infer<typeof StatisticsPeaks>;

/** How far viewers watched one video. */
export const StatisticsRetentionQuery = StatisticsQuery.extend({
  /** As the filter `video` takes it. */
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
  /** Null where neither the video nor anyone's watching tells. */
  durationSec: z.number().nullable(),
  /** The length of each point. */
  stepSec: z.number(),
  /** From the first second on, without gaps. Of points that are longer than a second: the mean of their seconds. */
  points: z.array(
    z.object({
      atSec: z.number(),
      /** The sessions that played this second, each counted once. */
      sessions: z.number(),
      /** How often it was played once more by someone who had seen it. */
      replays: z.number(),
    }),
  ),
  chapters: z.array(z.object({ atSec: z.number(), title: z.string() })),
});
export type StatisticsRetention = z.infer<typeof StatisticsRetention>;
