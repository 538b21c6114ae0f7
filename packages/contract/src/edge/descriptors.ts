import { z } from "zod";
import { ConfigSites } from "../delivery/config.ts";
import { RuleSettings } from "../delivery/delivery-rules.ts";
import { IceServer } from "../delivery/ice-servers.ts";
import { StreamingKey } from "../delivery/streaming-keys.ts";
import { DescribedProof } from "../insight/proof.ts";
import { DescribedOutro } from "../media/outro.ts";
import { IntroModal, VIDEO_ERROR_TYPES } from "../media/video.ts";
import { PlayCaptions, PlayLive } from "../player/playback.ts";
import { ListedTrack } from "../stored-data/media.ts";
import { PlayerTheme } from "../theme.ts";

/** The settings of one video; the edge combines them with the client's settings and applies the weekly times. */
export const DescribedRules = z.strictObject({
  custom: RuleSettings.exactOptional(),
  collection: z
    .strictObject({
      /** The name of the collection; absent from older apis. */
      name: z.string().exactOptional(),
      rules: RuleSettings,
      /** When the collection was last reported, in ms since 1970; null for a collection chosen by hand. */
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
  /** A WebVTT file in the media store, with the times of the video. */
  object: z.string(),
});
export type PlaybackCaptions = z.infer<typeof PlaybackCaptions>;

const DescribedLive = PlayLive.extend({
  /** The internal address of the ingest that produces the live. */
  ingestUrl: z.url().exactOptional(),
  /** The start of a video that plays as a live, in ms since 1970. Edges generate the live from `tracks` and the clock. */
  simulatedFromMs: z.number().int().exactOptional(),
  /** Whether the live has ended: current viewers can watch it until its end. */
  isOver: z.boolean().exactOptional(),
});

/** Everything that an edge needs to serve a video. */
export const PlaybackDescriptor = z.strictObject({
  uuid: z.string(),
  clientId: z.string(),
  generation: z.number().int(),
  /** The revision, which changes whenever any other field does. */
  revision: z.number().int(),
  state: z.enum(["waiting", "playable", "error", "deleted"]),
  /** The time before which playback is blocked; null if there is none. */
  startsAt: z.string().nullable(),
  /**
   * `scrypt$N$r$p$salt$key` of the password in NFC; null if no password is required. A scene list with protected videos has several
   * hashes, separated by spaces, and the password must match each of them. Never sent to players.
   */
  passwordHash: z.string().nullable(),
  errorType: z.enum(VIDEO_ERROR_TYPES).nullable(),
  title: z.string(),
  description: z.string(),
  createdAt: z.string(),
  durationSec: z.number().nullable(),
  /** Whether no more media will be added: playlists then have an end. */
  isEnded: z.boolean(),
  tracks: z.array(Track),
  thumbnailObject: z.string().nullable(),
  /** Whether the thumbnail is an uploaded picture, which everyone may see, rather than a frame of the video. Absent from older apis. */
  hasSentThumbnail: z.boolean().exactOptional(),
  /**
   * Changes whenever an access condition of the video changes. A signed picture address for users of the client contains the value at the
   * time of signing. Absent from older apis.
   */
  pictureLock: z.string().exactOptional(),
  /** Whether viewers may download the video. */
  download: z.boolean(),
  storyboard: z.strictObject({ vttObject: z.string(), sprites: z.array(z.string()) }).nullable(),
  rules: DescribedRules,
  /** The access settings of the source videos of a scene list. Viewers must pass them all. */
  origins: z.array(DescribedRules).exactOptional(),
  /** The video's config, if any; its rules are in `rules`. */
  config: z.strictObject({ uuid: z.string(), sites: ConfigSites }).optional(),
  player: z.strictObject({ autoplay: z.boolean(), introModal: IntroModal.nullable() }),
  chapters: z.array(z.strictObject({ startSec: z.number(), title: z.string() })),
  captions: z.array(PlaybackCaptions),
  outro: DescribedOutro.nullable(),
  /** The chat of this live, or of the live of which this is a recording; absent if the chat is off. */
  chat: z.strictObject({ mode: z.enum(["live", "replay"]) }).exactOptional(),
  /** The live, if it is running; its media come from the ingest. */
  live: DescribedLive.optional(),
});
export type PlaybackDescriptor = z.infer<typeof PlaybackDescriptor>;

/** An export link, as it is sent to edges. */
export const ExportLinkDescriptor = z.strictObject({
  uuid: z.string(),
  clientId: z.string(),
  videoUuid: z.string(),
  revision: z.number().int(),
  isPaused: z.boolean(),
  endsAt: z.string().nullable(),
  /** The only sites that may show the link; empty for all. */
  sites: z.array(z.string()),
});
export type ExportLinkDescriptor = z.infer<typeof ExportLinkDescriptor>;

/**
 * The bytes that a client's viewers usually report and that only their players measure. Figures far above them are not billed:
 * docs/billing.md.
 */
export const UsualClaims = z.strictObject({
  /** Whether the operator lets this client's figures be billed beyond the usual limits. */
  isLifted: z.boolean(),
  /** The usual bytes in each hour of the day (UTC); empty for a new client. */
  bytesByHour: z.union([z.array(z.number().nonnegative()).length(24), z.tuple([])]),
});
export type UsualClaims = z.infer<typeof UsualClaims>;

/** A client's settings for all its videos: a change is a single update, however many videos there are. */
export const ClientDescriptor = z.strictObject({
  uuid: z.string(),
  revision: z.number().int(),
  theme: PlayerTheme,
  /** The client's rules: the lowest level, below configs, collections and videos. */
  rules: RuleSettings,
  /** The time zone of weekly times; an IANA name. */
  timeZone: z.string(),
  /** The client's own sets of STUN and TURN servers, by uuid. */
  iceSets: z.record(z.string(), z.array(IceServer)),
  /** The uuids of the only videos that play; empty for all. */
  authorizedVideos: z.array(z.string()),
  /** The rules of collections that have any, by name. */
  collections: z.record(z.string(), RuleSettings),
  /** The keys that verify the tokens of the client's viewers. */
  streamingKeys: z.array(StreamingKey).default([]),
  /** The proof mode of the client, absent while it is off. */
  proof: DescribedProof.exactOptional(),
  /** Whether search engines may list the pages of the client's videos; they may if absent. */
  isIndexed: z.boolean().exactOptional(),
  /** The usual delivery of the client. If absent, the client is treated like a new client. */
  claims: UsualClaims.exactOptional(),
  /** The month (such as 2026-11, UTC) for which the client's own budget refuses viewers; ignored once the month is over. */
  playbackStoppedMonth: z.string().exactOptional(),
});
export type ClientDescriptor = z.infer<typeof ClientDescriptor>;

/** A config of the plugin, as it is sent to edges: looked up by its public key. */
export const ConfigDescriptor = z.strictObject({
  key: z.string(),
  uuid: z.string(),
  clientId: z.string(),
  revision: z.number().int(),
  rules: RuleSettings,
  sites: ConfigSites,
  isRevoked: z.boolean(),
  /** When a replaced key stops working, in ms since 1970. Until then, it works like the new key. */
  endsAtMs: z.number().int().optional(),
});
export type ConfigDescriptor = z.infer<typeof ConfigDescriptor>;

/** The settings of media on another CDN, for the edge; empty if there are no settings. */
export const PluginVideoDescriptor = z.strictObject({
  revision: z.number().int(),
  rules: DescribedRules,
});
export type PluginVideoDescriptor = z.infer<typeof PluginVideoDescriptor>;

/** A purged address, or prefix of addresses. */
const CdnPurge = z.strictObject({
  /** The path with its query, from the first `/`; with `isPrefix`, all paths that start with it. `/` with `isPrefix` purges everything. */
  path: z.string().startsWith("/"),
  isPrefix: z.boolean(),
  /** The number of the purge, which rises with each purge of the entry. Objects cached under a lower number are not used. */
  number: z.number().int().min(1),
});
export type CdnPurge = z.infer<typeof CdnPurge>;

/** A CDN entry for the edge: the owner of its files, their origin, and the rules for access. */
export const CdnEntryDescriptor = z.strictObject({
  uuid: z.string(),
  /** Public part of the delivery address, `/cdn/{key}/…`: 12 characters of a-z and 0-9. */
  key: z.string().regex(/^[a-z0-9]{12}$/),
  clientId: z.string(),
  revision: z.number().int(),
  /**
   * `draining` serves only from the cache until `endsAtMs`; `stopped` responds 403, because the subscription has ended or the entry is
   * paused.
   */
  state: z.enum(["active", "draining", "stopped", "gone"]),
  endsAtMs: z.number().int().nullable(),
  /** `http:` or `https:`, without a query; files are fetched below its path. */
  originUrl: z.url(),
  /** Verified custom host names in lower case: they serve the same files at `/…`. */
  hosts: z.array(z.string()),
  /** Blocked addresses, countries and websites, by the same rules as for videos. */
  rules: RuleSettings,
  /**
   * Secrets for signed addresses (`?token=…&expires=…`); a signature by any of them is valid. If empty, no signature is required.
   */
  tokenSecrets: z.array(z.string()),
  /** Origins of pages whose scripts may read the files; ["*"] for all; [] keeps the origin's own CORS headers. */
  corsOrigins: z.array(z.string()),
  /** The lifetime of files whose origin sets none, in seconds. */
  defaultTtlSec: z.number().int().min(0),
  /**
   * Whether queries are ignored by origins and in cache keys: outsiders cannot make an origin send a file repeatedly. Absent
   * from older apis.
   */
  ignoresQuery: z.boolean().default(false),
  /** The purges, oldest first: at most 1,000, since older ones are merged into `purgedAll`. */
  purges: z.array(CdnPurge).max(1_000),
  /** The number of the last purge of everything; 0 for none. */
  purgedAll: z.number().int().min(0),
});
export type CdnEntryDescriptor = z.infer<typeof CdnEntryDescriptor>;
