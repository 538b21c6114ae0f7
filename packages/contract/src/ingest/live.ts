import { z } from "zod";
import { MAX_EXTERNAL_STREAMS, RelayStatus } from "../lives/external-streams.ts";
import {
  CLIP_MIN_SEC,
  LIVE_DELAYS,
  LIVE_FAULTS,
  LIVE_STATES,
  LiveInput,
  MAX_SEEK_BACK_SEC,
  SEEK_BACK_MIN_SEC,
} from "../lives/live-options.ts";
import { InputQualities } from "../media/video.ts";
import { defineRoute } from "../route.ts";
import { ByteRange, ListedTrack } from "../stored-data/media.ts";
import { Text, Uuid } from "../text.ts";

/** The settings of a live that its ingest receives. */
export const AdmittedLive = z.strictObject({
  uuid: Uuid,
  /** The generation, which changes each time the live restarts, since caches identify its segments by number. */
  generation: z.number().int().min(1),
  qualities: InputQualities,
  /** "encoding" if absent; "passthrough" publishes the input unchanged, whatever the qualities. */
  encoding: z.enum(["encoding", "passthrough"]).exactOptional(),
  seekBackSec: z.number().int().min(SEEK_BACK_MIN_SEC).max(MAX_SEEK_BACK_SEC),
  /** Whether the live becomes an archive, so that its segments are kept. */
  isKept: z.boolean(),
  delay: z.enum(LIVE_DELAYS),
});
export type AdmittedLive = z.infer<typeof AdmittedLive>;

/** A few frames of one rendition: `moof` + `mdat`. The parts of a segment are contiguous in one object. */
export const LivePart = z.strictObject({
  durationSec: z.number(),
  /** Whether the part starts with a key frame. */
  isIndependent: z.boolean(),
  /** When the part's first frame is shown, on the clock of the media. */
  mediaTimeSec: z.number(),
  range: ByteRange,
});
export type LivePart = z.infer<typeof LivePart>;

/** The parts of all renditions for the same period. */
export const LiveStep = z.strictObject({
  /** When the frames were captured, in ms since 1970. */
  programDateTimeMs: z.number(),
  /** The parts, by rendition. */
  parts: z.record(z.string(), LivePart),
  /** The init segments from this step on, by rendition: with the first step, and after each encoder restart. */
  inits: z.record(z.string(), ByteRange).exactOptional(),
});
export type LiveStep = z.infer<typeof LiveStep>;

/** A section of a live that was produced by one run of an encoder. */
const LivePeriod = z.strictObject({
  /** The number of discontinuities before the period. */
  order: z.number().int(),
  programDateTimeMs: z.number(),
  /** The start of the period's video, on the media timeline. */
  mediaTimeSec: z.number(),
  initNumber: z.number().int(),
});
export type LivePeriod = z.infer<typeof LivePeriod>;

/** The media of a segment in one rendition. */
const LiveMedia = z.strictObject({
  parts: z.array(LivePart),
  /** The hash of the whole segment; absent until the segment is complete. */
  sha256: z.string().exactOptional(),
});
export type LiveMedia = z.infer<typeof LiveMedia>;

/** A segment of the live, in all renditions. */
const LiveSegment = z.strictObject({
  number: z.number().int(),
  programDateTimeMs: z.number(),
  period: LivePeriod,
  /** Whether the segment starts the period. */
  isFirstOfPeriod: z.boolean(),
  /** The media, by rendition. */
  media: z.record(z.string(), LiveMedia),
});
export type LiveSegment = z.infer<typeof LiveSegment>;

/** The parameters with which a live is published. */
export const LiveWindowOptions = z.strictObject({
  /** The tracks of the live. The segment durations of the first one determine when segments leave the window. */
  tracks: z.array(ListedTrack).min(1),
  /** The maximum duration of a part. */
  partTargetSec: z.number().positive(),
  /** The maximum rounded duration of a segment, in whole seconds. */
  targetDurationSec: z.number().int().min(1).max(10),
  /** How far back viewers can seek, in seconds (30–600); "all" for an EVENT playlist, which keeps every segment. */
  seekBackSec: z.union([z.number().min(SEEK_BACK_MIN_SEC).max(MAX_SEEK_BACK_SEC), z.literal("all")]),
});
export type LiveWindowOptions = z.infer<typeof LiveWindowOptions>;

/** Everything that a live has published and still keeps. */
export const LiveSnapshot = z.strictObject({
  options: LiveWindowOptions,
  /** The segments that are no longer in any playlist. */
  removed: z.array(LiveSegment),
  listed: z.array(LiveSegment),
  open: LiveSegment.nullable(),
  inits: z.array(z.tuple([z.number().int(), z.record(z.string(), ByteRange)])),
  period: LivePeriod.nullable(),
  nextNumber: z.number().int(),
  nextInit: z.number().int(),
  startedAtMs: z.number().nullable(),
  /** The version of the snapshot, which increases with each update. */
  version: z.number().int(),
  isEnded: z.boolean(),
});
export type LiveSnapshot = z.infer<typeof LiveSnapshot>;

const LIVE_UPDATES = [
  z.strictObject({ type: z.literal("step"), step: LiveStep }),
  /** The segment in progress is complete: the hash of the whole segment, by rendition. */
  z.strictObject({ type: z.literal("segmentEnd"), sha256ById: z.record(z.string(), z.string()) }),
  z.strictObject({ type: z.literal("end") }),
] as const;
/** A change of a live, as an ingest sends it to edges. */
export type LiveUpdate = z.infer<(typeof LIVE_UPDATES)[number]>;

/**
 * A line of the live feed from an ingest to edges: first a full snapshot, then updates. Lines end with `\n`, and arrive at least
 * once a second.
 */
export const LiveFeedLine = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("snapshot"), snapshot: LiveSnapshot }),
  z.strictObject({ type: z.literal("beat") }),
  ...LIVE_UPDATES,
]);
export type LiveFeedLine = z.infer<typeof LiveFeedLine>;

export const LiveAddress = z.object({ uuid: Uuid, generation: z.coerce.number().int() });

/** A whole segment of one rendition of a live, as stored in the media store. */
const JournalMedia = ByteRange.extend({
  /** When the segment's first frame is shown, on the clock of the media. */
  mediaTimeSec: z.number(),
  durationSec: z.number(),
});

const JournalSegment = z.strictObject({
  number: z.number().int(),
  programDateTimeMs: z.number(),
  /** Whether the encoder started with this segment. */
  isFirstOfPeriod: z.boolean(),
  /** The init segments by rendition, like `media`. */
  inits: z.record(z.string(), ByteRange),
  media: z.record(z.string(), JournalMedia),
});
export type JournalSegment = z.infer<typeof JournalSegment>;

/**
 * A page with some segments of a recorded live, from which the archive can be made even if the ingest is lost. A page is rewritten with
 * each segment until it is full.
 */
export const LiveJournalPage = z.strictObject({
  /** The renditions of the page; the first one is the reference, as in the window. */
  tracks: z.array(ListedTrack).min(1),
  /** The stored segments, ascending. */
  segments: z.array(JournalSegment).min(1),
  /** One more than the number of an ended live's last segment, on its last page, whether or not that segment was stored. */
  endNumber: z.number().int().exactOptional(),
});
export type LiveJournalPage = z.infer<typeof LiveJournalPage>;
export const LIVE_JOURNAL_PAGE_SEGMENTS = 60;
/** @param folder contains the live's segments; ends in `/`. @param page counts from 0. */
export const liveJournalPageOf = (folder: string, page: number): string => `${folder}journal/${page}.json`;

/** One run of an ingest process: it does not know the output of earlier runs. */
const IngestRun = z.strictObject({
  id: Uuid,
  /** The address at which edges reach the ingest. */
  url: z.url(),
});
export type IngestRun = z.infer<typeof IngestRun>;

/** The state of a live at the ingest; each report replaces the previous report. */
export const LiveReport = z.strictObject({
  uuid: Uuid,
  generation: z.number().int().min(1),
  /** The version of the report, which rises with each change. */
  version: z.number().int().min(1),
  state: z.enum(LIVE_STATES),
  /** Why the live ended, if its end was not requested. */
  fault: z.enum(LIVE_FAULTS).nullable(),
  /** Whether the last publisher ended the stream properly, so that nothing was lost. False if absent. */
  isSignedOff: z.boolean().exactOptional(),
  /** When the live could first be watched, in ms since 1970. */
  startedAtMs: z.number().nullable(),
  /** When the live ended, ms since 1970. */
  endedAtMs: z.number().nullable(),
  /** The renditions of the live; empty until they are determined. */
  tracks: z.array(ListedTrack),
  /** The location of the segments and journal of a kept live; null for a live that is not kept. */
  folder: z.string().nullable(),
  /** Whether the archive is complete. */
  isClosed: z.boolean(),
});
export type LiveReport = z.infer<typeof LiveReport>;

/** The measurements of a running live: each replaces the previous measurements, and lost messages are not repeated. */
export const LiveCondition = z.strictObject({
  uuid: Uuid,
  generation: z.number().int().min(1),
  /** The incoming signal; null while there is no publisher. */
  input: LiveInput.nullable(),
  /** How many rungs are dropped because the machine cannot keep up; 0 if absent. */
  leftOutRungs: z.number().int().min(0).exactOptional(),
  /** The states of the live's restream targets. */
  relays: z.array(RelayStatus).max(MAX_EXTERNAL_STREAMS),
});
export type LiveCondition = z.infer<typeof LiveCondition>;

/** The restream targets of a live, with keys: never log them. */
export const RelayTarget = z.strictObject({ uuid: Uuid, url: z.string(), key: z.string() });
export type RelayTarget = z.infer<typeof RelayTarget>;

/** How long after its last report a live counts as lost by its ingest. */
export const MAX_LIVE_SILENCE_MS = 75_000;
/** The interval at which the whole state of all lives is reported. Changes are reported immediately. */
export const LIVE_REPORT_INTERVAL_MS = 2_000;
export const MAX_LIVE_REPORTS = 1_000;

/** The source of a live that is fetched from a URL, with its key: neither may be logged. */
export const LiveSource = z.strictObject({ uuid: Uuid, url: z.string(), key: z.string() });
export type LiveSource = z.infer<typeof LiveSource>;
/** Maximum number of lives that one ingest fetches from URLs. */
export const MAX_LIVE_SOURCES = 50;

/** The state of a fetched live: why there is no signal, or null. */
export const SourceCondition = z.strictObject({ uuid: Uuid, fault: z.enum(LIVE_FAULTS).nullable() });
export type SourceCondition = z.infer<typeof SourceCondition>;

/** Calls of an ingest, authenticated by the installation's secret only. */
export const liveRoutes = {
  admitLive: defineRoute({
    method: "POST",
    path: "/internal/lives/admissions",
    guard: "public",
    summary: "Which live a stream key is for",
    body: z.strictObject({
      key: Text.min(1).max(200),
      ingest: IngestRun,
      /** A generation that has ended on this ingest: the live restarts with the next generation. */
      endedGeneration: z.number().int().min(1).exactOptional(),
    }),
    response: z.strictObject({
      /** The admitted live; null if nothing may be published with the key. */
      live: AdmittedLive.nullable(),
      /** Whether the live restarts with this publisher; otherwise this ingest should already have it. */
      isBegun: z.boolean(),
      /** The reason for a rejection: the key is unknown, or the owner has stopped the live. */
      refusal: z.enum(["unknown_key", "stopped"]).nullable(),
    }),
  }),
  findLiveKey: defineRoute({
    method: "POST",
    path: "/internal/lives/keys",
    guard: "public",
    summary: "The stream key of a live, or of a client, with which its publisher has to encrypt",
    body: z.strictObject({ id: Uuid, ingest: IngestRun }),
    /** The stream key; null if nothing can be published by this name. */
    response: z.strictObject({ key: z.string().nullable() }),
  }),
  reportLives: defineRoute({
    method: "POST",
    path: "/internal/lives/reports",
    guard: "public",
    summary: "How the lives of an ingest are",
    body: z.strictObject({
      ingest: IngestRun,
      reports: z.array(LiveReport).max(MAX_LIVE_REPORTS),
      conditions: z.array(LiveCondition).max(MAX_LIVE_REPORTS).default([]),
      /** Whether the ingest can fetch lives from URLs. */
      canFetch: z.boolean().default(false),
      fetched: z.array(SourceCondition).max(MAX_LIVE_SOURCES).default([]),
    }),
    response: z.strictObject({
      /** The lives that the ingest must end. */
      unwanted: z.array(z.strictObject({ uuid: Uuid, generation: z.number().int() })),
      /** All restream targets of each reported live, which replace the earlier list. */
      relays: z.array(
        z.strictObject({
          uuid: Uuid,
          generation: z.number().int(),
          targets: z.array(RelayTarget).max(MAX_EXTERNAL_STREAMS),
        }),
      ),
      /** The lives that this ingest must fetch. Once it receives media of a live, it requests admission with the live's key. */
      sources: z.array(LiveSource).max(MAX_LIVE_SOURCES),
    }),
  }),
} as const;

/** The path of a live's feed at an ingest, whose lines are `LiveFeedLine`. */
export const LIVE_FEED_PATH = "/internal/lives/{uuid}/{generation}/feed";
/** The path at an ingest for copying the end of a running live, so that it can become a video. */
export const LIVE_CLIPS_PATH = "/internal/lives/{uuid}/{generation}/clips";
export const LiveClipRequest = z.strictObject({
  /** The id that the api chooses for the clip, so that it can find the files even if the ingest is killed. */
  clipId: Uuid,
  seconds: z.number().int().min(CLIP_MIN_SEC).max(MAX_SEEK_BACK_SEC),
});
export type LiveClipRequest = z.infer<typeof LiveClipRequest>;
/** Returns the location of a clip in the media store, where it has a journal like an archive's. */
export const liveClipFolderOf = (liveUuid: string, clipId: string): string =>
  `lives/${liveUuid}/clips/${clipId}/`;
/**
 * Whether a folder of the media store was named by `liveClipFolderOf`: the folder names of all other recordings begin with the live's uuid.
 */
export const isLiveClipFolder = (folder: string): boolean => /^lives\/[^/]+\/clips\//.test(folder);
export const LiveClip = z.strictObject({ durationSec: z.number() });
export type LiveClip = z.infer<typeof LiveClip>;
/** The path of a live's stored bytes at an ingest: `?object=…&offset=…&length=…`. */
export const LIVE_BYTES_PATH = "/internal/lives/{uuid}/{generation}/bytes";
export const LiveBytesQuery = z.object({
  object: Text.max(300),
  offset: z.coerce.number().int().min(0),
  length: z.coerce.number().int().min(1).max(100_000_000),
});
