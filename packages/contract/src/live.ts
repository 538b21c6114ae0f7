import { z } from "zod";
import { ByteRange, ListedTrack } from "./media.ts";
import { defineRoute } from "./route.ts";
import { InputQualities } from "./video.ts";

/** §9: viewers of a live may go back so far. */
export const SEEK_BACK_MIN_SEC = 30;
export const SEEK_BACK_MAX_SEC = 600;
/** A live without an input for so long has ended (§9). */
export const LIVE_LOST_MAX_MS = 60_000;

/** Why a live cannot be taken, or has ended by itself. */
export const LIVE_FAULTS = [
  "unsupported_codec",
  "too_large_picture",
  "no_key_frames",
  "no_media",
  "encoder_failed",
  "ingest_failed",
] as const;
export type LiveFault = (typeof LIVE_FAULTS)[number];

/** What the ingest has to know of a live. */
export const AdmittedLive = z.strictObject({
  uuid: z.uuid(),
  /** Another one each time that it begins anew: caches know its segments by number. */
  generation: z.number().int().min(1),
  qualities: InputQualities,
  seekBackSec: z.number().int().min(SEEK_BACK_MIN_SEC).max(SEEK_BACK_MAX_SEC),
  /** It becomes an archive: its segments stay. */
  isKept: z.boolean(),
});
export type AdmittedLive = z.infer<typeof AdmittedLive>;

/** Some frames of one rendition: `moof` + `mdat`. The parts of a segment follow one another in one object. */
export const LivePart = z.strictObject({
  durationSec: z.number(),
  /** It begins with a frame that needs no other. */
  isIndependent: z.boolean(),
  /** When its first frame is shown, on the clock of the media. */
  mediaTimeSec: z.number(),
  range: ByteRange,
});
export type LivePart = z.infer<typeof LivePart>;

/** What all renditions gave for the same stretch of time. */
export const LiveStep = z.strictObject({
  /** When it was filmed. */
  programDateTimeMs: z.number(),
  /** By rendition. */
  parts: z.record(z.string(), LivePart),
  /** The init segments from here on, by rendition: of the first step, and wherever an encoder began anew. */
  inits: z.record(z.string(), ByteRange).exactOptional(),
});
export type LiveStep = z.infer<typeof LiveStep>;

/** A stretch that one encoder made in one go. */
const LivePeriod = z.strictObject({
  /** Discontinuities before it. */
  order: z.number().int(),
  programDateTimeMs: z.number(),
  /** When its picture begins, on the clock of its media. */
  mediaTimeSec: z.number(),
  initNumber: z.number().int(),
});
export type LivePeriod = z.infer<typeof LivePeriod>;

/** What one rendition has of a segment. */
const LiveMedia = z.strictObject({
  parts: z.array(LivePart),
  /** Of the whole segment; none while it grows. */
  sha256: z.string().exactOptional(),
});
export type LiveMedia = z.infer<typeof LiveMedia>;

/** The same time in all renditions. */
const LiveSegment = z.strictObject({
  number: z.number().int(),
  programDateTimeMs: z.number(),
  period: LivePeriod,
  /** The period begins with it. */
  isFirstOfPeriod: z.boolean(),
  /** By rendition. */
  media: z.record(z.string(), LiveMedia),
});
export type LiveSegment = z.infer<typeof LiveSegment>;

/** How a live is published. */
export const LiveWindowOptions = z.strictObject({
  /** The first one leads: its durations are those by which the window slides. */
  tracks: z.array(ListedTrack).min(1),
  /** No part is longer. */
  partTargetSec: z.number().positive(),
  /** No segment, rounded, is longer; whole seconds. */
  targetDurationSec: z.number().int().min(1).max(10),
  /** 30–600: how far viewers may go back; "all" for an EVENT playlist, from which nothing is removed. */
  seekBackSec: z.union([z.number().min(SEEK_BACK_MIN_SEC).max(SEEK_BACK_MAX_SEC), z.literal("all")]),
});
export type LiveWindowOptions = z.infer<typeof LiveWindowOptions>;

/** All that a live has published and not forgotten. */
export const LiveSnapshot = z.strictObject({
  options: LiveWindowOptions,
  /** No playlist names them any more. */
  removed: z.array(LiveSegment),
  listed: z.array(LiveSegment),
  open: LiveSegment.nullable(),
  inits: z.array(z.tuple([z.number().int(), z.record(z.string(), ByteRange)])),
  period: LivePeriod.nullable(),
  nextNumber: z.number().int(),
  nextInit: z.number().int(),
  startedAtMs: z.number().nullable(),
  /** Rises with each thing that is new. */
  version: z.number().int(),
  isEnded: z.boolean(),
});
export type LiveSnapshot = z.infer<typeof LiveSnapshot>;

const NEWS = [
  z.strictObject({ type: z.literal("step"), step: LiveStep }),
  /** Of the segment that grew, by rendition. */
  z.strictObject({ type: z.literal("segmentEnd"), sha256ById: z.record(z.string(), z.string()) }),
  z.strictObject({ type: z.literal("end") }),
] as const;
/** What is new of a live. */
export type LiveNews = z.infer<(typeof NEWS)[number]>;

/**
 * A line of what an ingest tells edges of a live: all of it once, then what is new. Lines end with `\n`; a line comes each
 * second at least.
 */
export const LiveFeedLine = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("snapshot"), snapshot: LiveSnapshot }),
  z.strictObject({ type: z.literal("beat") }),
  ...NEWS,
]);
export type LiveFeedLine = z.infer<typeof LiveFeedLine>;

export const LiveAddress = z.object({ uuid: z.uuid(), generation: z.coerce.number().int() });

/** Calls of ingest and edges; with the installation's secret alone. */
export const liveRoutes = {
  admitLive: defineRoute({
    method: "POST",
    path: "/internal/lives/admissions",
    guard: "public",
    summary: "Which live a stream key is for",
    body: z.strictObject({ key: z.string().min(1).max(200) }),
    response: z.strictObject({
      /** Null when nothing may be published with the key. */
      live: AdmittedLive.nullable(),
    }),
  }),
} as const;

/** At an ingest: the lines of `LiveFeedLine`. */
export const LIVE_FEED_PATH = "/internal/lives/{uuid}/{generation}/feed";
/** At an ingest: `?object=…&offset=…&length=…`. */
export const LIVE_BYTES_PATH = "/internal/lives/{uuid}/{generation}/bytes";
export const LiveBytesQuery = z.object({
  object: z.string().max(300),
  offset: z.coerce.number().int().min(0),
  length: z.coerce.number().int().min(1).max(100_000_000),
});
