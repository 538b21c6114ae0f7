import { z } from "zod";
import {
  MAX_CHAPTER_TITLE_LENGTH,
  MAX_CHAPTERS,
  MAX_DESCRIPTION_LENGTH,
  MAX_DURATION_SEC,
  MAX_SOURCE_URL_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  MAX_TITLE_LENGTH,
  MAX_VIDEO_PASSWORD_LENGTH,
  OPTIMIZED_QUALITIES,
  TAG_SEPARATOR,
} from "../constants.ts";
import { SavedExternalStreams } from "../lives/external-streams.ts";
import { LIVE_DELAYS, LIVE_TYPES, LiveInputInfos, LiveView } from "../lives/live-options.ts";
import { Place } from "../place.ts";
import { Text } from "../text.ts";

/** The values of `encodingStatus` (§4). */
export const ENCODING_STATUSES = [
  "to_encode",
  "waiting_for_encoding",
  "encoding",
  "segmented",
  "encoded",
  "to_stop",
  "stopped",
  "error",
  "uploading",
  "upload_failed",
  "restart",
] as const;
export type EncodingStatus = (typeof ENCODING_STATUSES)[number];

/** `working`: a thumbnail is being made; `failed`: it could not be made, and the previous one stays. */
export const THUMBNAIL_STATES = ["ready", "working", "failed"] as const;

/** Why a video is in error: shown to its owner, in the owner's language. */
export const VIDEO_ERROR_TYPES = [
  "empty_file",
  "not_a_video",
  "no_video_track",
  "unsupported_format",
  "unsupported_codec",
  "truncated_file",
  "implausible_duration",
  "too_large_picture",
  "too_many_streams",
  "encryption_not_supported",
  "dolby_vision_5",
  "upload_failed",
  "disk_full",
  "time_limit",
  "encoding_failed",
  "no_key_frames",
  "no_picture",
  "too_few_pictures",
  "no_media",
  "nothing_stored",
  "recording_needed",
  "ingest_failed",
  "no_capacity",
  "source_not_allowed",
  "source_unreachable",
  "url_not_allowed",
  "url_unreachable",
  "url_not_secure",
  "url_not_found",
  "url_access_denied",
  "url_failed",
  "url_redirects",
  "url_not_a_video",
  "url_playlist",
  "url_too_large",
  "url_changed",
  "url_too_slow",
] as const;
export type VideoErrorType = (typeof VIDEO_ERROR_TYPES)[number];

/** An encoding quality (§3): kbps, pixels, frames per second. */
export const Quality = z.strictObject({
  bitrate: z.number().int().min(50).max(200_000).default(5_000),
  resolution: z
    .strictObject({
      width: z.number().int().min(16).max(8192),
      height: z.number().int().min(16).max(8192),
    })
    .default({ width: 1920, height: 1080 }),
  FPS: z.number().min(1).max(120).default(30),
});
export const InputQualities = z.union([z.literal(OPTIMIZED_QUALITIES), z.array(Quality).min(1).max(10)]);
export type InputQualities = z.infer<typeof InputQualities>;

export const Tag = Text.trim()
  .min(1)
  .max(MAX_TAG_LENGTH)
  .refine((tag) => !tag.includes(TAG_SEPARATOR), { message: `must not contain ${TAG_SEPARATOR}` });
/** An array, or one string split on the separator |:| (§3). */
export const Tags = z.preprocess(
  (value) => (typeof value === "string" ? value.split(TAG_SEPARATOR).filter((tag) => tag !== "") : value),
  z.array(Tag).max(MAX_TAGS),
);
export const Title = Text.trim().min(1).max(MAX_TITLE_LENGTH);
export const Description = Text.max(MAX_DESCRIPTION_LENGTH);

/**
 * The texts of a video besides its title, with their maximum lengths. Each has a column of the same name, is part of every video response,
 * and can be edited on the video's page: all of these are derived from this table.
 */
export const VIDEO_TEXTS = { description: MAX_DESCRIPTION_LENGTH } as const;
export type VideoText = keyof typeof VIDEO_TEXTS;
/** The names of the texts, in the order of the video's page. */
export const VIDEO_TEXT_NAMES = Object.keys(VIDEO_TEXTS) as VideoText[];

const ofEachText = <S extends z.ZodType>(schemaOf: (maxLength: number) => S) =>
  Object.fromEntries(
    Object.entries(VIDEO_TEXTS).map(([name, maxLength]) => [name, schemaOf(maxLength)]),
  ) as Record<VideoText, S>;
/** The schemas of the text fields of a change to a video. */
export const VIDEO_TEXT_CHANGES = ofEachText((maxLength) => Text.max(maxLength).optional());

/** A point of the timeline with a name; `start` in seconds. */
export const Chapter = z.strictObject({
  start: z.number().min(0).max(MAX_DURATION_SEC),
  title: Text.trim().min(1).max(MAX_CHAPTER_TITLE_LENGTH),
});
export type Chapter = z.infer<typeof Chapter>;
/** The chapters of a video in any order; no two start at the same time. */
export const Chapters = z
  .array(Chapter)
  .max(MAX_CHAPTERS)
  .refine((all) => new Set(all.map(({ start }) => start)).size === all.length, {
    message: "start at different times",
  });

/** The password for viewers. It is normalized, so that it matches whether its accented letters are typed as one character or as two. */
export const VideoPassword = Text.max(MAX_VIDEO_PASSWORD_LENGTH)
  .transform((text) => text.normalize("NFC"))
  .pipe(z.string().min(1).max(MAX_VIDEO_PASSWORD_LENGTH));

/** The address that a file or a live is fetched from, normalized; files by http and https only. */
export const SourceUrl = z
  .url({ protocol: /^(rtmps?|rtsps?|https?)$/, normalize: true })
  .max(MAX_SOURCE_URL_LENGTH);

/** A message that is shown before the video starts, until the viewer closes it. */
export const IntroModal = z.strictObject({
  title: Text.trim().max(200),
  text: Text.trim().min(1).max(2_000),
  button: Text.trim().max(50),
});
export type IntroModal = z.infer<typeof IntroModal>;

/** Figures, each also as formatted text, under the names of §3. */
export const VideoStats = z.object({
  nbView: z.number(),
  nbView_unit: z.string(),
  hourview: z.number(),
  hourview_unit: z.string(),
  concurrentUsers: z.number(),
  concurrentUsers_unit: z.string(),
  meanTime: z.number(),
  meanTime_unit: z.string(),
  bestQualityPercent: z.number(),
  bestQualityPercent_unit: z.string(),
  bitrate: z.number(),
  bitrate_unit: z.string(),
  rebuff: z.number().nullable(),
  rebuff_unit: z.string(),
  offload: z.number(),
  offload_unit: z.string(),
  dataDelivered: z.number(),
  dataDelivered_unit: z.string(),
  totalMB_peer: z.number(),
  totalMB_peer_unit: z.string(),
  startup: z.number().nullable(),
  startup_unit: z.string(),
  energySaved: z.number(),
  energySaved_unit: z.string(),
  kwhSpent: z.number(),
  kwhSpent_unit: z.string(),
  co2Spent: z.number(),
  co2Spent_unit: z.string(),
  waterSpent: z.number(),
  waterSpent_unit: z.string(),
});
export type VideoStats = z.infer<typeof VideoStats>;

/** A note for the owner on how a source, or a recording of a live, was corrected; `atSec` is the position. */
export const VideoNote = z.object({
  kind: z.enum(["picture_begins_late", "picture_ends_early", "sound_alone", "parts_not_stored"]),
  atSec: z.number(),
});
export type VideoNote = z.infer<typeof VideoNote>;

/** A video as the api returns it (§3). Dates are ISO 8601 in UTC, durations seconds, sizes bytes. */
export const VideoView = z.object({
  uuid: z.string(),
  title: z.string(),
  ...ofEachText(() => z.string()),
  tags: z.array(z.string()),
  /** The user who created the video; null if deleted. */
  user: z.string().nullable(),
  client: z.string(),
  type: z.enum(["live", "vod"]),
  /** The metrics key of the video's figures. */
  authorizationKey: z.string(),
  encoding: z.enum(["encoding", "passthrough"]),
  inputQualities: InputQualities,
  currentNumberOfQualities: z.number(),
  firstPass: z.boolean(),
  autoplay: z.boolean(),
  encodingStatus: z.enum(ENCODING_STATUSES),
  encodingPercent: z.number(),
  encodingETA: z.number().nullable(),
  uploadingPercent: z.number(),
  uploadingETA: z.number().nullable(),
  lastUploadingFeedbackDate: z.string().nullable(),
  currentChunk: z.number(),
  canResume: z.boolean(),
  error: z.boolean(),
  errorType: z.enum(VIDEO_ERROR_TYPES).nullable(),
  sourcePath: z.string().nullable(),
  originalname: z.string().nullable(),
  /** The address that the file was fetched from, without query and credentials; null for an upload. */
  sourceUrl: z.string().nullable(),
  /** The number of bytes received while the size is unknown. */
  sizeBytes: z.number(),
  isSizeKnown: z.boolean(),
  duration: z.number().nullable(),
  createdAt: z.string(),
  lastModifyAt: z.string(),
  /** The revision, which increases with each change by a user, but not with progress. Saving with an older revision is a conflict. */
  revision: z.number(),
  manifest: z.object({
    /** The address of the thumbnail, signed for users of the client for a day or two; afterwards it shows only what viewers can see. */
    thumbnail: z.string().nullable(),
    hls: z.string().nullable(),
    dash: z.string().nullable(),
  }),
  /** Whether the video's owner chose the thumbnail. */
  customThumbnail: z.boolean(),
  /** The result of the last thumbnail request. */
  thumbnailState: z.enum(THUMBNAIL_STATES),
  /** The address of the video's embed page. */
  embedUrl: z.string(),
  /**
   * Corrections to the source, such as a first frame that is shown until the source's video starts, a still image for an audio-only live,
   * or parts of a live that could not be stored.
   */
  notes: z.array(VideoNote),
  representations: z.array(
    z.object({
      id: z.string(),
      width: z.number(),
      height: z.number(),
      fps: z.number(),
      bitrate: z.number(),
      codecs: z.string(),
    }),
  ),
  playable: z.boolean(),
  /** When viewers can first watch the video; null if there is no such time. */
  startDate: z.string().nullable(),
  /** When the video is or was scheduled to be deleted; null if there is no schedule. */
  deleteDate: z.string().nullable(),
  /** When the video plays as a live, from its first second to its last; null when it does not. */
  vodToLive: z.object({ startDate: z.string(), endDate: z.string() }).nullable(),
  /** Whether the video is deleted but still listed, because its deletion was scheduled (§4). */
  isDeleted: z.boolean(),
  /** Whether a password is required; the password itself is never returned. */
  isPassword: z.boolean(),
  introModal: IntroModal.nullable(),
  /** The location of the video's camera. */
  place: Place.nullable(),
  chapters: z.array(Chapter),
  download: z.boolean(),
  /** The ids of the client's labels assigned to the video. */
  categories: z.array(z.string()),
  /** The id of the video's outro; null if there is none. */
  outro: z.string().nullable(),
  /** Whether the video's encoding has priority. */
  isAccelerated: z.boolean(),
  /** Whether the video is the archive of a live. */
  archive: z.boolean(),
  /** The live that an archive belongs to; null for other videos, and once the live was deleted. */
  archiveLive: z.string().nullable(),
  /** The newest archives of a live, at most 100, and how many it has. */
  archivesFromLive: z.array(z.string()),
  archivesFromLiveSize: z.number(),
  /** The video that this video was cut from; null for other videos. */
  inAndOutOrigin: z.string().nullable(),
  /** The newest cuts, at most 100, and their total number. */
  videoInAndOut: z.array(z.string()),
  videoInAndOutSize: z.number(),
  /** The type of a live; null for a VOD, as `live`. */
  liveType: z.enum(LIVE_TYPES).nullable(),
  /** Whether each broadcast becomes an archive when it ends. */
  keepLive: z.boolean(),
  /** Whether viewers of the live can seek back. */
  seekLive: z.boolean(),
  /** How far viewers can seek back, in seconds; null for a VOD. */
  liveToKeepDuration: z.number().nullable(),
  /** The target latency of viewers; null for a VOD, and for a live with the lowest latency that its parts allow. */
  targetLatencySec: z.number().nullable(),
  /** The delay of the live; null for a VOD. */
  directStream: z.enum(LIVE_DELAYS).nullable(),
  live: LiveView.nullable(),
  /** Whether the video is a live published from a browser. */
  liveCamera: z.boolean(),
  /** When the current or last run could first be watched; null for a VOD. */
  startDateLive: z.string().nullable(),
  /** The value of `download` for a live. */
  downloadLive: z.boolean(),
  /** Whether the CDN has the video: the same as `playable`. */
  bunnyPlayable: z.boolean(),
  /** The restream targets of a live, for callers who may change it. Returned for one video, not in lists, like `inputInfos`. */
  externalStreams: SavedExternalStreams.optional(),
  /** The measured input of a live. */
  inputInfos: LiveInputInfos.optional(),
  /** The figures, repeated at the top level of the video (§3). */
  ...VideoStats.shape,
  stats: VideoStats,
  /** The time of the figures while they are late; null while they are up to date. */
  figuresAsOf: z.string().nullable(),
});
export type VideoView = z.infer<typeof VideoView>;

/** The fields of a video that users with analytics access only can see (§6). */
export const VideoForAnalytics = VideoView.pick({
  uuid: true,
  title: true,
  type: true,
  authorizationKey: true,
  createdAt: true,
  stats: true,
  figuresAsOf: true,
}).extend(VideoStats.shape);
