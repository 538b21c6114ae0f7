import { z } from "zod";
import { WATCH_EVENTS } from "../player/beacons.ts";
import { integerText, Uuid } from "../text.ts";
import { StatisticsQuery } from "./statistics.ts";

export const SESSION_SORTS = ["startedAt", "watchedSec", "rebufferingSec", "startupMs", "errors"] as const;
export type SessionSort = (typeof SESSION_SORTS)[number];

export const StatisticsSessionsQuery = StatisticsQuery.extend({
  /** Restricts the list to sessions of one viewer. */
  viewer: Uuid.optional(),
  sort: z.enum(SESSION_SORTS).default("startedAt"),
  order: z.enum(["asc", "desc"]).default("desc"),
  page: integerText(z.number().int().min(1).max(1_000)).default(1),
  pagesize: integerText(z.number().int().min(1).max(100)).default(20),
});
export type StatisticsSessionsQuery = z.infer<typeof StatisticsSessionsQuery>;

/** A session, which is one viewing of one video. Unknown values are "". */
export const StatisticsSession = z.object({
  uuid: z.string(),
  /** The video, identified like in the `video` filter. */
  video: z.string(),
  title: z.string().nullable(),
  /** The first and the last reported minute. */
  startedAt: z.string(),
  lastAt: z.string(),
  /** The viewer's random id; null for viewers who must not be identified, or did not report one. */
  viewer: z.string().nullable(),
  country: z.string(),
  provider: z.string(),
  /** The viewer's network: a /24 or a /48. */
  networkPrefix: z.string(),
  device: z.string(),
  browser: z.string(),
  system: z.string(),
  player: z.string(),
  network: z.string(),
  host: z.string(),
  serverSec: z.number(),
  peerSec: z.number(),
  rebufferingSec: z.number(),
  /** The start-up time; null if no frame was shown. */
  startupMs: z.number().nullable(),
  errors: z.number(),
  serverBytes: z.number(),
  peerBytes: z.number(),
  upBytes: z.number(),
});
export type StatisticsSession = z.infer<typeof StatisticsSession>;

export const StatisticsSessions = z.object({
  asOf: z.string(),
  rows: z.array(StatisticsSession),
  /** The total number of sessions. */
  size: z.number(),
});
export type StatisticsSessions = z.infer<typeof StatisticsSessions>;

/** A session minute by minute, with its events. */
export const StatisticsSessionTimeline = StatisticsSession.extend({
  asOf: z.string(),
  durationSec: z.number().nullable(),
  minutes: z.array(
    z.object({
      at: z.string(),
      serverSec: z.number(),
      peerSec: z.number(),
      rebufferingSec: z.number(),
      serverBytes: z.number(),
      peerBytes: z.number(),
      upBytes: z.number(),
      bitrateKbps: z.number().nullable(),
      height: z.number().nullable(),
      peers: z.number(),
      errors: z.number(),
      /** Ranges of seconds of the video that were played for the first time, and those that were replayed. */
      played: z.array(z.tuple([z.number(), z.number()])),
      replayed: z.array(z.tuple([z.number(), z.number()])),
    }),
  ),
  /** The events, in ascending order. */
  events: z.array(
    z.object({
      at: z.string(),
      type: z.enum(WATCH_EVENTS),
      value: z.number().nullable(),
      detail: z.string(),
    }),
  ),
});
export type StatisticsSessionTimeline = z.infer<typeof StatisticsSessionTimeline>;

/** The number of forgotten sessions of a viewer. */
export const ForgottenViewer = z.object({ sessions: z.number() });
export type ForgottenViewer = z.infer<typeof ForgottenViewer>;
