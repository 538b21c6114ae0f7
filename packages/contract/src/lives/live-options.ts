import { z } from "zod";

/**
 * The source of a live (§3): encoders publish it by RTMP, the server fetches it from a URL, or a browser publishes its camera or screen.
 */
export const LIVE_TYPES = ["shoalRTMP", "custom", "camera"] as const;
export type LiveType = (typeof LIVE_TYPES)[number];

/**
 * How a live reaches its viewers (§4). `no`: the first few receive it by WebRTC from the publishing page, and nobody receives segments.
 * `middle`: the first few receive it by WebRTC, all others as segments. `yes`: all receive segments. Only cameras can have the first two.
 */
export const LIVE_DELAYS = ["no", "middle", "yes"] as const;
export type LiveDelay = (typeof LIVE_DELAYS)[number];

/** The default port for publishing by RTMP. */
export const RTMP_PORT = 1_935;
/** The port on which ingests accept RTMPS, beside 1935 for RTMP. */
export const RTMPS_PORT = 1_936;
/** The default port for publishing by SRT, over UDP. */
export const SRT_PORT = 9_710;
/** The limits for how far back viewers of a live can seek (§9). */
export const SEEK_BACK_MIN_SEC = 30;
export const MAX_SEEK_BACK_SEC = 600;
/** The limits of the target latency: with less, peers have no time to share; with more, the stream is hardly live. */
export const TARGET_LATENCY_MIN_SEC = 4;
export const MAX_TARGET_LATENCY_SEC = 60;
/** The minimum length of a clip of a running live; its maximum is how far back viewers can seek. */
export const CLIP_MIN_SEC = 5;
/**
 * How far viewers of a simulated live are behind its published end. The end is published ahead of the clock by the same amount, so that
 * viewers see the position of the clock. Four segments of 4 s, three of which can come from peers.
 */
export const SIMULATED_LIVE_LATENCY_SEC = 16;
/** Videos with longer segments cannot play as a live: viewers would wait too long. */
export const MAX_SIMULATED_LIVE_SEGMENT_SEC = 10;
/** The time without input after which a live ends (§9). */
export const MAX_LIVE_LOST_MS = 60_000;

/** The states of a live that an ingest reports to the api. */
export const LIVE_STATES = ["idle", "connecting", "live", "lost", "ended"] as const;
export type LiveState = (typeof LIVE_STATES)[number];

/** Why a live is rejected, or has ended on its own. */
export const LIVE_FAULTS = [
  "unsupported_codec",
  "too_large_picture",
  "no_key_frames",
  "no_picture",
  "too_few_pictures",
  "no_media",
  "nothing_stored",
  "recording_needed",
  "encoder_failed",
  "ingest_failed",
  "no_capacity",
  "source_not_allowed",
  "source_unreachable",
] as const;
export type LiveFault = (typeof LIVE_FAULTS)[number];

/** Options for recording and watching a live; omitted ones have their default. */
export const LiveOptions = z.strictObject({
  /** Makes an archive of each broadcast when it ends. While it runs, viewers can seek back as far as any live allows. */
  keepLive: z.boolean().exactOptional(),
  /** Lets viewers seek back while the live runs. */
  seekLive: z.boolean().exactOptional(),
  /** How far viewers can seek back, in seconds. */
  liveToKeepDuration: z.number().int().min(SEEK_BACK_MIN_SEC).max(MAX_SEEK_BACK_SEC).exactOptional(),
  /** The target latency of viewers, which gives peers time to share. If null or omitted, the lowest that the parts of the live allow. */
  targetLatencySec: z
    .number()
    .int()
    .min(TARGET_LATENCY_MIN_SEC)
    .max(MAX_TARGET_LATENCY_SEC)
    .nullable()
    .exactOptional(),
  /** `yes` if absent; with `no`, viewers cannot seek back. */
  directStream: z.enum(LIVE_DELAYS).exactOptional(),
});
export type LiveOptions = z.infer<typeof LiveOptions>;

/** The state of a live, which is part of its video. */
export const LiveView = z.object({
  state: z.enum(LIVE_STATES),
  /** Whether the live accepts publishers; false once a user has stopped it, until it is started again. */
  isOpen: z.boolean(),
  fault: z.enum(LIVE_FAULTS).nullable(),
  /** Whether the encoder of a lost or ended live ended the stream properly, so that no signal was lost. */
  isSignedOff: z.boolean(),
  /** When the current or last run could first be watched. */
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
});
export type LiveView = z.infer<typeof LiveView>;

/** How often the input of a live is measured. */
export const LIVE_INPUT_INTERVAL_MS = 2_000;
/** Maximum number of points, which cover the last two minutes. */
export const MAX_LIVE_INPUT_POINTS = 60;

/** The measured signal that a live receives from its publisher. */
export const LiveInput = z.strictObject({
  /** One value per interval since the publisher connected, newest last: at most `MAX_LIVE_INPUT_POINTS`. */
  bitratesKbps: z.array(z.number().int().min(0)).max(MAX_LIVE_INPUT_POINTS),
  /** Frames per second in the last interval; null for audio only, and before the first frame. */
  fps: z.number().min(0).nullable(),
  /** The frame rate that the video stream declares; null if it declares none. */
  announcedFps: z.number().min(0).nullable(),
  /** The number of seconds between the last two key frames, or since the last one if that is longer; null while unknown. */
  keyIntervalSec: z.number().min(0).nullable(),
  /** The number of frames missing since the publisher connected, judged by their timestamps. */
  droppedFrames: z.number().int().min(0),
  /** The share of dropped frames in the reported intervals, in percent; null before there were frames. */
  droppedPct: z.number().min(0).max(100).nullable(),
  /** Whether the stream has B-frames, which depend on later frames and thereby delay the whole stream. */
  hasBFrames: z.boolean(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  videoCodec: z.string().max(20).nullable(),
  audioCodec: z.string().max(20).nullable(),
});
export type LiveInput = z.infer<typeof LiveInput>;

/** The input of a live, as shown to its owner. */
export const LiveInputInfos = z.object({
  /** The measured input; null if there are no measurements: nothing is being published, or a report was lost. */
  input: LiveInput.nullable(),
  /** How many qualities are dropped at the moment, because the server cannot encode all of them in time. */
  leftOutQualities: z.number().int().min(0),
  measuredAt: z.string().nullable(),
});
export type LiveInputInfos = z.infer<typeof LiveInputInfos>;

/** The age at which measurements are obsolete. */
export const MAX_LIVE_INPUT_AGE_MS = 10_000;
