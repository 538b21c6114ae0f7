import { z } from "zod";
import { BeaconSession } from "./beacons.ts";
import { CAPTION_KINDS } from "./captions.ts";
import { ConfigSites } from "./config.ts";
import { VIDEO_PASSWORD_MAX_LENGTH } from "./constants.ts";
import { RULE_SOURCES, RuleSettings } from "./delivery-rules.ts";
import { LIVE_DELAYS } from "./live-options.ts";
import { ListedTrack } from "./media.ts";
import { DescribedOutro, ShownOutro } from "./outro.ts";
import { DescribedProof } from "./proof.ts";
import { IceServer } from "./rules.ts";
import { StreamingKey, StreamingToken } from "./streaming-keys.ts";
import { PlayerTheme, PlayTheme } from "./theme.ts";
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
  /** How many segments a viewer keeps to offer them; 0 for as many as fit his memory. */
  savedSegments: z.number().int().min(0),
  /** Whether peers of other internet providers are matched. */
  interISP: z.boolean(),
});
export type P2pRules = z.infer<typeof P2pRules>;
export const DEFAULT_P2P_RULES: P2pRules = {
  enabled: true,
  viewerThreshold: 1,
  maxPeers: 8,
  uploadPercent: 80,
  uploadOnCellular: false,
  savedSegments: 0,
  interISP: true,
};

/** Any of them may keep a viewer from peers. */
const P2P_SWITCHES = [
  "streaming",
  "asksConsent",
  "p2pWeb",
  "p2pAndroid",
  "p2pIOS",
  "peerPercentage",
  "activeTimes",
  // No rule, but the share of proof mode that plays without peers.
  "proof",
] as const;
export type P2pSwitch = (typeof P2P_SWITCHES)[number];

const source = z.enum(RULE_SOURCES);
/** Where rules of peers come from; the greatest number of peers is the platform's own. */
export const P2pRuleSources = z.object({
  /** The rule that keeps this viewer from peers, or else the one of his platform, which lets him. */
  enabled: z.object({ rule: z.enum(P2P_SWITCHES), source }),
  viewerThreshold: source,
  uploadPercent: source,
  uploadOnCellular: source,
  savedSegments: source,
  interISP: source,
});
export type P2pRuleSources = z.infer<typeof P2pRuleSources>;

/** What is set for one video; the edge adds the client's own, and decides by the time. */
export const DescribedRules = z.strictObject({
  custom: RuleSettings.exactOptional(),
  collection: z
    .strictObject({
      /** Older apis do not tell. */
      name: z.string().exactOptional(),
      rules: RuleSettings,
      /** ms since 1970; null for one chosen by hand. */
      reportedAtMs: z.number().nullable(),
    })
    .exactOptional(),
  config: RuleSettings.exactOptional(),
});
export type DescribedRules = z.infer<typeof DescribedRules>;

const Track = ListedTrack.extend({
  /** The object of the media store that holds the SegmentIndex, and its version. */
  indexObject: z.string(),
  indexVersion: z.number().int(),
});
export type PlaybackTrack = z.infer<typeof Track>;

const Captions = z.strictObject({
  id: z.string(),
  /** Changes whenever its cues do. */
  version: z.number().int(),
  /** BCP 47. */
  language: z.string(),
  label: z.string(),
  kind: z.enum(CAPTION_KINDS),
  isDefault: z.boolean(),
});
const PlaybackCaptions = Captions.extend({
  /** WebVTT in the media store, on the times of the video. */
  object: z.string(),
});
export type PlaybackCaptions = z.infer<typeof PlaybackCaptions>;

/** How a live is watched. */
export const PlayLive = z.strictObject({
  /** How far behind it viewers are, so that peers have time to exchange; null for as near as its parts allow. */
  latencySec: z.number().min(2).max(60).nullable(),
  /** False: viewers may not go back. */
  isSeekable: z.boolean().exactOptional(),
  /** Its dates are when each picture is to be shown: everybody sees the same one at the same moment. */
  isOnClock: z.boolean().exactOptional(),
  /** `yes` unless told. With `no` there are no segments: `direct` says how it is watched. */
  delay: z.enum(LIVE_DELAYS).exactOptional(),
});
export type PlayLive = z.infer<typeof PlayLive>;

const DescribedLive = PlayLive.extend({
  /** Inner address of the ingest that makes it. */
  ingestUrl: z.url().exactOptional(),
  /** When it began, ms since 1970, of a video that plays as a live: edges make it, of `tracks` and the clock. */
  simulatedFromMs: z.number().int().exactOptional(),
  /** It has ended: who watches it sees the rest yet. */
  isOver: z.boolean().exactOptional(),
});

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
  /** It is a picture that somebody sent, which everybody may see, and no frame of the video. Older apis do not tell. */
  hasSentThumbnail: z.boolean().exactOptional(),
  /** Viewers may save it. */
  download: z.boolean(),
  storyboard: z.strictObject({ vttObject: z.string(), sprites: z.array(z.string()) }).nullable(),
  rules: DescribedRules,
  /** With which it is set up, if with any: its rules stand in `rules`. */
  config: z.strictObject({ uuid: z.string(), sites: ConfigSites }).optional(),
  player: z.strictObject({ autoplay: z.boolean(), introModal: IntroModal.nullable() }),
  chapters: z.array(z.strictObject({ startSec: z.number(), title: z.string() })),
  captions: z.array(PlaybackCaptions),
  outro: DescribedOutro.nullable(),
  /** Of a live that runs: its media come from the process that makes them. */
  live: DescribedLive.optional(),
});
export type PlaybackDescriptor = z.infer<typeof PlaybackDescriptor>;

/** An export link, as the edge knows it. */
export const ExportLinkDescriptor = z.strictObject({
  uuid: z.string(),
  clientId: z.string(),
  videoUuid: z.string(),
  revision: z.number().int(),
  isPaused: z.boolean(),
  endsAt: z.string().nullable(),
  /** Empty for all. */
  sites: z.array(z.string()),
});
export type ExportLinkDescriptor = z.infer<typeof ExportLinkDescriptor>;

/** What holds for all videos of a client: one change of it is one change, however many videos there are. */
export const ClientDescriptor = z.strictObject({
  uuid: z.string(),
  revision: z.number().int(),
  theme: PlayerTheme,
  /** Below those of configs, collections and videos. */
  rules: RuleSettings,
  /** IANA name, in which active times are meant. */
  timeZone: z.string(),
  /** The client's own sets of STUN and TURN servers, by uuid. */
  iceSets: z.record(z.string(), z.array(IceServer)),
  /** Uuids of the only videos that play; empty for all. */
  authorizedVideos: z.array(z.string()),
  /** The rules of collections that have any, by name. */
  collections: z.record(z.string(), RuleSettings),
  /** With which tokens of its viewers are signed. */
  streamingKeys: z.array(StreamingKey).default([]),
  /** While some of its viewers play without peers. */
  proof: DescribedProof.exactOptional(),
});
export type ClientDescriptor = z.infer<typeof ClientDescriptor>;

/** A config of the plugin, as the edge knows it: by its public key. */
export const ConfigDescriptor = z.strictObject({
  key: z.string(),
  uuid: z.string(),
  clientId: z.string(),
  revision: z.number().int(),
  rules: RuleSettings,
  sites: ConfigSites,
  isRevoked: z.boolean(),
  /** ms since 1970; of a key that was replaced: until then it works like the new one. */
  endsAtMs: z.number().int().optional(),
});
export type ConfigDescriptor = z.infer<typeof ConfigDescriptor>;

/** What is set for media on another CDN, as the edge knows it; the same with nothing in it for those of which nobody said anything. */
export const PluginVideoDescriptor = z.strictObject({
  revision: z.number().int(),
  rules: DescribedRules,
});
export type PluginVideoDescriptor = z.infer<typeof PluginVideoDescriptor>;

/** Whether the viewer agreed to exchange with others; left out where he was not asked, or has not answered yet. */
export const ViewerConsent = z.boolean();

/** POST /play/{uuid} on the edge; POST /play/x/{uuid} for an export link. */
export const PlayRequest = z.strictObject({
  referrer: z.string().max(2_000).default(""),
  /** A running session that asks for a fresh token. */
  sessionId: z.uuid().optional(),
  /** What the viewer typed. */
  password: z.string().max(VIDEO_PASSWORD_MAX_LENGTH).optional(),
  /** The pass of an earlier session: he typed it already. */
  pass: z.string().max(300).optional(),
  /** Where the rules ask for one. */
  authorization: StreamingToken.optional(),
  consent: ViewerConsent.optional(),
  /** Random, by client and browser: where the page asks for it, so that he is in the same group of proof mode each time. */
  viewer: z.uuid().exactOptional(),
});
export type PlayRequest = z.infer<typeof PlayRequest>;

/** A whole MP4 of one rendition, with every sound track. */
export const DownloadFile = z.object({
  /** Of the rendition. */
  id: z.string(),
  width: z.number(),
  height: z.number(),
  fps: z.number(),
  /** By the measured bitrates. */
  approximateBytes: z.number(),
  url: z.string(),
});
export type DownloadFile = z.infer<typeof DownloadFile>;

/** With what a player joins its swarm. */
export const P2pSession = z.object({
  rules: P2pRules,
  /** At the time of the answer: rules that change later come from the tracker, without it. Older edges do not tell. */
  sources: P2pRuleSources.optional(),
  /** WebSocket URL of the tracker. */
  trackerUrl: z.string(),
  /** Signed; names swarm, session and expiry. "" for who has not agreed. */
  ticket: z.string(),
  /** Where viewers are asked: `isGiven` as the request said. What he answers is kept under the client. */
  consent: z.object({ clientId: z.string(), isGiven: z.boolean() }).optional(),
  iceServers: z.array(
    z.object({
      urls: z.array(z.string()),
      username: z.string().optional(),
      credential: z.string().optional(),
    }),
  ),
});

export const PlaySession = z.object({
  sessionId: z.string(),
  /** What was asked for: a video, or an export link, which never tells its video's own uuid. */
  uuid: z.string(),
  isLink: z.boolean(),
  generation: z.number().int(),
  title: z.string(),
  durationSec: z.number().nullable(),
  isEnded: z.boolean(),
  /** Of a live that runs. */
  live: PlayLive.optional(),
  /** Of one whose first viewers are without delay: the room where they get a place (`DirectRequest`). */
  direct: z.object({ url: z.string(), ticket: z.string() }).optional(),
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
  theme: PlayTheme,
  chapters: z.array(z.object({ startSec: z.number(), title: z.string() })),
  captions: z.array(z.object({ ...Captions.shape, url: z.string() })),
  /** What is shown at the end, and where what viewers do there is counted. */
  outro: ShownOutro.extend({ id: z.string(), countUrl: z.string() }).nullable(),
  /** Whole files that the viewer may save, the largest picture first; empty where he may not. */
  downloads: z.array(DownloadFile),
  p2p: P2pSession.extend({
    /** JSON `{ [trackId]: SegmentHashes }`: the hash of every segment published so far. */
    hashesUrl: z.string(),
  }),
  beacon: BeaconSession,
});
export type PlaySession = z.infer<typeof PlaySession>;

/** What a viewer sees of a video that he may not watch yet. */
export const PlayPreview = z.object({
  title: z.string(),
  thumbnailUrl: z.string().nullable(),
  /** When it can be watched from; null when that is over. */
  startsAt: z.string().nullable(),
  serverTime: z.string(),
  theme: PlayTheme,
});
export type PlayPreview = z.infer<typeof PlayPreview>;

/** `…/hashes.json`, by track: sha256 (hex) by segment number; null where none is published; `init` for the init segment. */
export const SegmentHashes = z.object({
  init: z.string(),
  segments: z.array(z.string().nullable()),
  /** Number of the first of `segments`; 0 unless told. A live forgets old ones. */
  from: z.number().int().optional(),
  /** Of a live: those of the parts of its latest segments, by the segment's number. */
  parts: z.record(z.string(), z.array(z.string())).optional(),
});
export type SegmentHashes = z.infer<typeof SegmentHashes>;
