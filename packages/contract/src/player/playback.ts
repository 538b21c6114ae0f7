import { z } from "zod";
import { MAX_VIDEO_PASSWORD_LENGTH } from "../constants.ts";
import { ACCESS_STEP_NAMES } from "../delivery/access-simulation.ts";
import { StreamingToken } from "../delivery/streaming-keys.ts";
import { LIVE_DELAYS } from "../lives/live-options.ts";
import { CAPTION_KINDS } from "../media/captions.ts";
import { ShownOutro } from "../media/outro.ts";
import { IntroModal } from "../media/video.ts";
import { Text, Uuid } from "../text.ts";
import { PlayTheme } from "../theme.ts";
import { BeaconSession } from "./beacons.ts";
import { P2pRuleSources, P2pRules } from "./p2p-rules.ts";

/** Captions, as listed in descriptors and sessions. */
export const PlayCaptions = z.strictObject({
  id: z.string(),
  /** The version of the track, which changes whenever its cues do. */
  version: z.number().int(),
  /** The language as a BCP 47 tag. */
  language: z.string(),
  label: z.string(),
  kind: z.enum(CAPTION_KINDS),
  isDefault: z.boolean(),
});
/** How viewers watch a live: its latency, its rewind window and its clock. */
export const PlayLive = z.strictObject({
  /** The target latency of viewers, which gives peers time to share; null for the lowest that the live's parts allow. */
  latencySec: z.number().min(2).max(60).nullable(),
  /** Whether viewers can rewind; they can if absent. */
  isSeekable: z.boolean().exactOptional(),
  /** How far back the live's playlists reach once it has run that long, in seconds. */
  heldSec: z.number().exactOptional(),
  /** Whether the live's dates are display times, so that all viewers see the same frame at the same time. */
  isOnClock: z.boolean().exactOptional(),
  /** `yes` if absent. With `no` there are no segments: `direct` contains the connection details. */
  delay: z.enum(LIVE_DELAYS).exactOptional(),
});
export type PlayLive = z.infer<typeof PlayLive>;

/** The maximum length of a page proof; a host name has at most 253 characters. */
const MAX_PAGE_PROOF_LENGTH = 600;

/** Whether the viewer agreed to share data with others; absent if the viewer was not prompted or has not answered. */
export const ViewerConsent = z.boolean();

/** POST /play/{uuid} on the edge; POST /play/x/{uuid} for an export link. */
export const PlayRequest = z.strictObject({
  /** The page that embeds the player, unless the request's own headers reveal it. */
  referrer: Text.max(2_000).default(""),
  /** The edge's signed statement, in the player page of this video or link, of which page embedded the player. */
  pageProof: Text.max(MAX_PAGE_PROOF_LENGTH).optional(),
  /** A running session that requests a new token. */
  sessionId: Uuid.optional(),
  /** The last beacon token of that session, as proof of ownership; if omitted, a new session starts. */
  beaconToken: Text.max(2_000).optional(),
  /** The password as typed by the viewer. */
  password: Text.max(MAX_VIDEO_PASSWORD_LENGTH).optional(),
  /** The pass of an earlier session: the viewer has already entered the password. */
  pass: Text.max(300).optional(),
  /** A token of the client's backend, if the rules require one. */
  authorization: StreamingToken.optional(),
  /** The pass of a client's user, which opens a preview regardless of the rules. */
  ownerPass: Text.max(300).optional(),
  consent: ViewerConsent.optional(),
  /** The viewer's id, random by client and browser, which keeps a viewer in the same proof-mode group; sent if the page requests it. */
  viewer: Uuid.exactOptional(),
});
export type PlayRequest = z.infer<typeof PlayRequest>;

/** The reason why viewers are blocked; null if they are not. */
const RefusedStep = z.enum(ACCESS_STEP_NAMES).nullable();

/** What viewers would see, for a preview by a user of the client. */
export const OwnerPreview = z.object({
  /** The reason why the page that shows the preview would be blocked, for the viewer's address. */
  refusal: RefusedStep,
  /** The reason why an allowed page would be blocked. */
  refusalOnAllowedPage: RefusedStep,
});
export type OwnerPreview = z.infer<typeof OwnerPreview>;

/** A complete MP4 of one rendition, with every audio track. */
export const DownloadFile = z.object({
  /** The id of the rendition. */
  id: z.string(),
  width: z.number(),
  height: z.number(),
  fps: z.number(),
  /** The size, estimated from the measured bitrates. */
  approximateBytes: z.number(),
  url: z.string(),
});
export type DownloadFile = z.infer<typeof DownloadFile>;

/** The data that a player needs to join its swarm. */
export const P2pSession = z.object({
  rules: P2pRules,
  /**
   * The sources of the rules at the time of the response: later changes arrive from the tracker without their sources. Absent from older
   * edges.
   */
  sources: P2pRuleSources.optional(),
  /** The WebSocket URL of the tracker. */
  trackerUrl: z.string(),
  /** The signed ticket, which contains swarm, session and expiry. "" if the viewer has not agreed. */
  ticket: z.string(),
  /** Whether the viewer has agreed, as in the request; absent if no consent is required. Answers are stored per client. */
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
  /** The subject of the request: a video, or an export link, which never reveals its video's uuid. */
  uuid: z.string(),
  isLink: z.boolean(),
  generation: z.number().int(),
  title: z.string(),
  durationSec: z.number().nullable(),
  isEnded: z.boolean(),
  /** The settings of the live; absent unless it is running. */
  live: PlayLive.optional(),
  /** The room in which the first viewers of a live without delay get a place (`DirectRequest`). */
  direct: z.object({ url: z.string(), ticket: z.string() }).optional(),
  /** The chat of a running live, or the replay of a recording's chat; absent if the chat is off. */
  chat: z
    .object({ mode: z.enum(["live", "replay"]), url: z.string(), replayUrl: z.string(), ticket: z.string() })
    .optional(),
  /** The preview, for the session of a client's user: such a session is not counted and has no peers. */
  preview: OwnerPreview.optional(),
  /** The playback token, which is part of every media URL. */
  token: z.string(),
  tokenExpiresAt: z.string(),
  /** The edge's clock at the time of the response: the viewer's own clock may be wrong by hours. */
  serverTime: z.string(),
  /**
   * A proof that the viewer has entered the video's password, for later play calls until the password changes; null if the
   * video has no password.
   */
  pass: z.string().nullable(),
  /** The absolute URLs of the playlist and manifest. */
  hlsUrl: z.string(),
  dashUrl: z.string(),
  thumbnailUrl: z.string().nullable(),
  storyboardUrl: z.string().nullable(),
  player: z.object({ autoplay: z.boolean(), introModal: IntroModal.nullable() }),
  theme: PlayTheme,
  chapters: z.array(z.object({ startSec: z.number(), title: z.string() })),
  captions: z.array(z.object({ ...PlayCaptions.shape, url: z.string() })),
  /** The outro, and where its interactions are counted. */
  outro: ShownOutro.extend({ id: z.string(), countUrl: z.string() }).nullable(),
  /** Whole files that the viewer can download, highest resolution first; empty if downloads are not allowed. */
  downloads: z.array(DownloadFile),
  p2p: P2pSession.extend({
    /** JSON `{ [trackId]: SegmentHashes }`: the hash of every segment published so far. */
    hashesUrl: z.string(),
  }),
  beacon: BeaconSession,
});
export type PlaySession = z.infer<typeof PlaySession>;

/** The data that viewers see of a video before they can watch it. */
export const PlayPreview = z.object({
  /** The title of the video; empty, and without a picture, if rules would block the viewer anyway. */
  title: z.string(),
  thumbnailUrl: z.string().nullable(),
  /** When viewers can first watch the video; null once that time has passed. */
  startsAt: z.string().nullable(),
  serverTime: z.string(),
  theme: PlayTheme,
});
export type PlayPreview = z.infer<typeof PlayPreview>;

/** `…/hashes.json`, by track: sha256 (hex) by segment number; null if no hash is published; `init` for the init segment. */
export const SegmentHashes = z.object({
  init: z.string(),
  segments: z.array(z.string().nullable()),
  /** Sequence number of the first of `segments`; 0 if absent. A live drops old segments. */
  from: z.number().int().optional(),
});
export type SegmentHashes = z.infer<typeof SegmentHashes>;
