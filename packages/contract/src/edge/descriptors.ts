import { z } from "zod";
import { ConfigSites } from "../delivery/config.ts";
import { RuleSettings } from "../delivery/delivery-rules.ts";
import { IceServer } from "../delivery/ice-servers.ts";
import { StreamingKey } from "../delivery/streaming-keys.ts";
import { DescribedProof } from "../insight/proof.ts";
import { DescribedOutro } from "../media/outro.ts";
import { IntroModal, VIDEO_ERROR_TYPES } from "../media/video.ts";
import { PlayCaptions, PlayLive } from "../player/playback.ts";
import { ListedTrack } from "../storage/media.ts";
import { PlayerTheme } from "../theme.ts";

/** The settings of one video; the edge combines them with the client's, and decides by the time. */
export const DescribedRules = z.strictObject({
  custom: RuleSettings.exactOptional(),
  collection: z
    .strictObject({
      /** Missing in older apis. */
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

const PlaybackCaptions = PlayCaptions.extend({
  /** WebVTT in the media store, on the times of the video. */
  object: z.string(),
});
export type PlaybackCaptions = z.infer<typeof PlaybackCaptions>;

const DescribedLive = PlayLive.extend({
  /** Inner address of the ingest that makes it. */
  ingestUrl: z.url().exactOptional(),
  /** When it began, ms since 1970, of a video that plays as a live: edges make it, of `tracks` and the clock. */
  simulatedFromMs: z.number().int().exactOptional(),
  /** The live has ended: current viewers see the rest. */
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
  /** Playback is refused before it; null if it never is. */
  startsAt: z.string().nullable(),
  /**
   * `scrypt$N$r$p$salt$key` of what viewers must type in NFC; null when all may watch. Several, with spaces between, for a
   * scene list of videos that have passwords: what is typed must be that of each. The edge passes it on to nobody.
   */
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
  /** An uploaded picture, which everyone may see, not a frame of the video. Missing in older apis. */
  hasSentThumbnail: z.boolean().exactOptional(),
  /**
   * Another one with each condition under which it is watched. An address of its picture that was signed for people of the
   * client names the one of its time. Older apis do not tell.
   */
  pictureLock: z.string().exactOptional(),
  /** Viewers may save it. */
  download: z.boolean(),
  storyboard: z.strictObject({ vttObject: z.string(), sprites: z.array(z.string()) }).nullable(),
  rules: DescribedRules,
  /** For a scene list: the access settings of its source videos. Viewers must pass them all. */
  origins: z.array(DescribedRules).exactOptional(),
  /** With which it is set up, if with any: its rules stand in `rules`. */
  config: z.strictObject({ uuid: z.string(), sites: ConfigSites }).optional(),
  player: z.strictObject({ autoplay: z.boolean(), introModal: IntroModal.nullable() }),
  chapters: z.array(z.strictObject({ startSec: z.number(), title: z.string() })),
  captions: z.array(PlaybackCaptions),
  outro: DescribedOutro.nullable(),
  /** The chat of the live, or of that which it is a recording of, is on. */
  chat: z.strictObject({ mode: z.enum(["live", "replay"]) }).exactOptional(),
  /** For a running live: its media come from the ingest. */
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

/** The usual claims of a client's viewers, measured only by their players: docs/billing.md. */
export const UsualClaims = z.strictObject({
  /** The operator lets this client's claims be billed beyond what is usual. */
  isLifted: z.boolean(),
  /** Per hour, by the hour of the day (UTC), in bytes; [] for a new client. */
  bytesByHour: z.union([z.array(z.number().nonnegative()).length(24), z.tuple([])]),
});
export type UsualClaims = z.infer<typeof UsualClaims>;

/** The settings of all videos of a client: changing one is a single change, however many videos there are. */
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
  /** False where search engines list no page of its videos; they may without. */
  isIndexed: z.boolean().exactOptional(),
  /** Without, the client is as good as new. */
  claims: UsualClaims.exactOptional(),
  /** The month, as 2026-11 of UTC, for which the client's own budget refuses viewers; of no meaning once it is over. */
  playbackStoppedMonth: z.string().exactOptional(),
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

/** The settings of media on another CDN, for the edge; empty for media without any. */
export const PluginVideoDescriptor = z.strictObject({
  revision: z.number().int(),
  rules: DescribedRules,
});
export type PluginVideoDescriptor = z.infer<typeof PluginVideoDescriptor>;

/** What was purged: an address, or all that begin with one. */
const CdnPurge = z.strictObject({
  /** The path with its query, from the first `/`; with `isPrefix` also all that begins so. `/` with `isPrefix` is everything. */
  path: z.string().startsWith("/"),
  isPrefix: z.boolean(),
  /** Rises with each purge of the entry: objects that were cached under a lower one are not used. */
  number: z.number().int().min(1),
});
export type CdnPurge = z.infer<typeof CdnPurge>;

/** A CDN entry, as the edge knows it: whose files it serves, from which origin, and to whom. */
export const CdnEntryDescriptor = z.strictObject({
  uuid: z.string(),
  /** Public: stands in the new address, `/cdn/{key}/…`. 12 characters of a-z and 0-9. */
  key: z.string().regex(/^[a-z0-9]{12}$/),
  clientId: z.string(),
  revision: z.number().int(),
  /**
   * `draining` answers from the cache alone until `endsAtMs`; `stopped` answers 403: the subscription is over, or someone
   * paused it.
   */
  state: z.enum(["active", "draining", "stopped", "gone"]),
  endsAtMs: z.number().int().nullable(),
  /** `http:` or `https:`, without query; files are asked for below its path. */
  originUrl: z.url(),
  /** Own host names that were checked: they serve the same at `/…`. Lower case. */
  hosts: z.array(z.string()),
  /** Blocked addresses, countries and websites, by the same rules as videos have. */
  rules: RuleSettings,
  /** Secrets for signed addresses (`?token=…&expires=…`); a signature by any of them is valid. Empty: no signature is needed. */
  tokenSecrets: z.array(z.string()),
  /** Origins of pages that may read it by script; ["*"] for all; [] leaves the origin's own headers. */
  corsOrigins: z.array(z.string()),
  /** The lifetime of files whose origin sets none, seconds. */
  defaultTtlSec: z.number().int().min(0),
  /** Neither origins nor copies know queries: strangers cannot make an origin send a file again and again. Absent of an api of before. */
  ignoresQuery: z.boolean().default(false),
  /** At most 1,000, oldest first; what is older was gathered into `purgedAll`. */
  purges: z.array(CdnPurge).max(1_000),
  /** The number of the last purge of everything; 0 for none. */
  purgedAll: z.number().int().min(0),
});
export type CdnEntryDescriptor = z.infer<typeof CdnEntryDescriptor>;
