import { z } from "zod";
import { VIDEO_PASSWORD_MAX_LENGTH } from "./constants.ts";
import { SegmentIndex } from "./media.ts";
import { IntroModal, VIDEO_ERROR_TYPES } from "./video.ts";

/** Peer-to-peer rules that hold for one video (§3 Rules). */
export const P2pRules = z.strictObject({
  enabled: z.boolean(),
  /** Peers exchange only from this number of viewers on. */
  viewerThreshold: z.number().int().min(1),
  maxPeers: z.number().int().min(0).max(32),
  /** Share of the measured uplink that may be used, 0–100. */
  uploadPercent: z.number().min(0).max(100),
  uploadOnCellular: z.boolean(),
});
export type P2pRules = z.infer<typeof P2pRules>;
export const DEFAULT_P2P_RULES: P2pRules = {
  enabled: true,
  viewerThreshold: 1,
  maxPeers: 8,
  uploadPercent: 80,
  uploadOnCellular: false,
};

const Track = z.strictObject({
  id: z.string(),
  kind: z.enum(["video", "audio"]),
  codecs: z.string(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  fps: z.number().nullable(),
  language: z.string().nullable(),
  name: z.string().nullable(),
  /** Measured, bits per second. */
  bandwidthBps: z.number().int(),
  averageBandwidthBps: z.number().int(),
  /** The object of the media store that holds the SegmentIndex, and its version. */
  indexObject: z.string(),
  indexVersion: z.number().int(),
});
export type PlaybackTrack = z.infer<typeof Track>;

/** All that the edge knows of a video. */
export const PlaybackDescriptor = z.strictObject({
  uuid: z.string(),
  clientId: z.string(),
  generation: z.number().int(),
  /** Changes whenever anything here does. */
  revision: z.number().int(),
  state: z.enum(["waiting", "playable", "error", "deleted"]),
  /** Nobody plays it before; null when it always can be. */
  startsAt: z.string().nullable(),
  /** `scrypt$N$r$p$salt$key` of what viewers must type in NFC; null when all may watch. The edge passes it on to nobody. */
  passwordHash: z.string().nullable(),
  errorType: z.enum(VIDEO_ERROR_TYPES).nullable(),
  title: z.string(),
  description: z.string(),
  createdAt: z.string(),
  durationSec: z.number().nullable(),
  /** Nothing more will be added: playlists end. */
  isEnded: z.boolean(),
  tracks: z.array(Track),
  thumbnailObject: z.string().nullable(),
  storyboard: z.strictObject({ vttObject: z.string(), sprites: z.array(z.string()) }).nullable(),
  p2p: P2pRules,
  player: z.strictObject({ autoplay: z.boolean(), introModal: IntroModal.nullable() }),
  chapters: z.array(z.strictObject({ startSec: z.number(), title: z.string() })),
  captions: z.array(z.strictObject({ language: z.string(), label: z.string(), object: z.string() })),
});
export type PlaybackDescriptor = z.infer<typeof PlaybackDescriptor>;

/** POST /play/{uuid} on the edge. */
export const PlayRequest = z.strictObject({
  referrer: z.string().max(2_000).default(""),
  /** A running session that asks for a fresh token. */
  sessionId: z.uuid().optional(),
  /** What the viewer typed. */
  password: z.string().max(VIDEO_PASSWORD_MAX_LENGTH).optional(),
  /** The pass of an earlier session: he typed it already. */
  pass: z.string().max(300).optional(),
});
export type PlayRequest = z.infer<typeof PlayRequest>;

export const PlaySession = z.object({
  sessionId: z.string(),
  uuid: z.string(),
  generation: z.number().int(),
  title: z.string(),
  durationSec: z.number().nullable(),
  isEnded: z.boolean(),
  /** Playback token; it stands in every media URL. */
  token: z.string(),
  tokenExpiresAt: z.string(),
  /** The edge's clock at the answer: a viewer's own may be wrong by hours. */
  serverTime: z.string(),
  /** Of a video with a password: stands for it in later play calls, until it changes. */
  pass: z.string().nullable(),
  /** Absolute URLs. */
  hlsUrl: z.string(),
  dashUrl: z.string(),
  thumbnailUrl: z.string().nullable(),
  storyboardUrl: z.string().nullable(),
  player: z.object({ autoplay: z.boolean(), introModal: IntroModal.nullable() }),
  chapters: z.array(z.object({ startSec: z.number(), title: z.string() })),
  captions: z.array(z.object({ language: z.string(), label: z.string(), url: z.string() })),
  p2p: z.object({
    rules: P2pRules,
    /** WebSocket URL of the tracker. */
    trackerUrl: z.string(),
    /** Signed; names swarm, session and expiry. */
    ticket: z.string(),
    iceServers: z.array(
      z.object({
        urls: z.array(z.string()),
        username: z.string().optional(),
        credential: z.string().optional(),
      }),
    ),
    /** JSON `{ [trackId]: SegmentHashes }`: the hash of every segment published so far. */
    hashesUrl: z.string(),
  }),
  beacon: z.object({ url: z.string(), intervalMs: z.number() }),
});
export type PlaySession = z.infer<typeof PlaySession>;

/** What a viewer sees of a video that he may not watch yet. */
export const PlayPreview = z.object({
  title: z.string(),
  thumbnailUrl: z.string().nullable(),
  /** When it can be watched from; null when that is over. */
  startsAt: z.string().nullable(),
  serverTime: z.string(),
});
export type PlayPreview = z.infer<typeof PlayPreview>;

/** `…/hashes/{trackId}.json`: sha256 (hex) by segment number; null where none is published; `init` for the init segment. */
export const SegmentHashes = z.object({ init: z.string(), segments: z.array(z.string().nullable()) });
export type SegmentHashes = z.infer<typeof SegmentHashes>;

export { SegmentIndex };
