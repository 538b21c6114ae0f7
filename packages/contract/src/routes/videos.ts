import { z } from "zod";
import { Revision } from "../accounts/account.ts";
import { TAG_SEPARATOR } from "../constants.ts";
import { createPageSchema, jsonParameter, PageQuery, sortBy } from "../list.ts";
import { ExternalStreams } from "../lives/external-streams.ts";
import { LIVE_DELAYS, LIVE_TYPES, LiveOptions } from "../lives/live-options.ts";
import {
  Description,
  ENCODING_STATUSES,
  InputQualities,
  IntroModal,
  SourceUrl,
  Tags,
  Title,
  VIDEO_TEXT_CHANGES,
  VideoForAnalytics,
  VideoPassword,
  VideoView,
} from "../media/video.ts";
import { Place } from "../place.ts";
import { defineRoute } from "../route.ts";
import { acceptBareField, integerText, LooseMoment, MomentOrMs, Text, Uuid } from "../text.ts";

export const VideoId = z.object({ id: Uuid });

/** The figures by which a list can be sorted (§5). */
export const FIGURE_SORT_FIELDS = [
  "nbView",
  "hourview",
  "concurrentUsers",
  "meanTime",
  "bestQualityPercent",
  "bitrate",
  "rebuff",
  "offload",
  "dataDelivered",
  "totalMB_peer",
  "energySaved",
  "kwhSpent",
  "co2Spent",
] as const;
export type FigureSortField = (typeof FIGURE_SORT_FIELDS)[number];

/** The fields by which a list can be sorted (§5). */
export const SORT_FIELDS = [
  "createdAt",
  "title",
  "status",
  "type",
  "author",
  "tags",
  "duration",
  "uploadingETA",
  "encodingETA",
  ...FIGURE_SORT_FIELDS,
] as const;
export type SortField = (typeof SORT_FIELDS)[number];

/** Fields of a video (§3) that have another name in `SORT_FIELDS`. */
const COLUMN_OF_SORT_FIELD: Record<string, SortField> = { user: "author", encodingStatus: "status" };
const VideoSort = sortBy([...SORT_FIELDS, "user", "encodingStatus"]).transform(
  (sort) =>
    Object.fromEntries(
      Object.entries(sort).map(([field, direction]) => [COLUMN_OF_SORT_FIELD[field] ?? field, direction]),
    ) as Partial<Record<SortField, 1 | -1>>,
);

/** The five warnings by which a list can be filtered (§5). */
export const VIDEO_WARNINGS = [
  "criticalError",
  "uploadError",
  "mediumRebuffering",
  "highRebuffering",
  "plannedDeletion",
] as const;
export type VideoWarning = (typeof VIDEO_WARNINGS)[number];

/** Parses tags. A text is JSON, or contains tags separated by |:|, as in the tags of a video (§3). */
function parseTags(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value.split(TAG_SEPARATOR).filter((tag) => tag !== "");
  }
}

/** Tags to search for: a list in JSON, or tags in one text. */
export const TagsParameter = z.preprocess(parseTags, z.array(Text.max(100)).max(20));

/** Returns a schema for a list, or a single value: filters are queries such as `{"encodingStatus":"encoded"}` (§7). */
const oneOrMany = <T extends z.ZodType>(item: T, max: number) =>
  z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).max(max),
  );

/** A status of §4; the spelling used by old clients is accepted too. */
const FilterStatus = z.preprocess(
  (value) => (value === "upload-failed" ? "upload_failed" : value),
  z.enum(ENCODING_STATUSES),
);

const VideoFilter = jsonParameter(
  z.strictObject({
    type: z.enum(["live", "vod"]).optional(),
    /** Matches lives with any of these delays. */
    directStream: oneOrMany(z.enum(LIVE_DELAYS), LIVE_DELAYS.length).optional(),
    status: oneOrMany(FilterStatus, ENCODING_STATUSES.length).optional(),
    /** `status` under the field's name (§3); if both are given, both apply. */
    encodingStatus: oneOrMany(FilterStatus, ENCODING_STATUSES.length).optional(),
    error: z.boolean().optional(),
    /** Matches videos with any of these warnings. */
    warnings: oneOrMany(z.enum(VIDEO_WARNINGS), VIDEO_WARNINGS.length).optional(),
    /** Matches videos with any of these labels. */
    categories: oneOrMany(Uuid, 50).optional(),
    /** Whether to list only videos that are not nested under another video in the list; request their children by `parent`. */
    isTopLevel: z.boolean().optional(),
    /** The video under which the listed videos are nested: cuts of a VOD, archives of a live. */
    parent: Uuid.optional(),
    /** Matches archives of this live. */
    archiveLive: Uuid.optional(),
    /** Matches the cuts of this video. */
    inAndOutOrigin: Uuid.optional(),
    /** Matches videos created by the user with this username. */
    user: Text.max(200).optional(),
    /** Matches videos with all of these tags, like `tags` in the query. */
    tags: TagsParameter.optional(),
    /** The client whose videos to list, like `client` in the query. */
    client: Uuid.optional(),
    uuids: oneOrMany(Uuid, 100).optional(),
  }),
);

export const VideoListQuery = PageQuery.extend({
  /** The search words, with the keywords title, tags, id, status and description (§5): `harbour tags:sport+news`. */
  search: Text.max(300).optional(),
  tags: TagsParameter.optional(),
  excludedTags: TagsParameter.optional(),
  sort: VideoSort.optional(),
  filter: VideoFilter.optional(),
  /** The client whose videos to list, for administrators. Other users always see their own client's. */
  client: Uuid.optional(),
});
export type VideoListQuery = z.infer<typeof VideoListQuery>;

const sizeBytes = integerText(z.number().int().min(0));

const CreateVideo = z.strictObject({
  /** The title, required for a live and for a file with a URL (§5). Other files are named after `originalname` by default. */
  title: Title.optional(),
  type: z.enum(["vod", "live"]).default("vod"),
  originalname: Text.max(500).optional(),
  /** Size of the file to be sent in chunks; if omitted, the chunk with the end flag determines it. */
  size: sizeBytes.optional(),
  /** Recognises the same file when it is chosen again: size, date and name, or a hash. */
  fingerprint: Text.max(300).optional(),
  description: Description.optional(),
  tags: Tags.optional(),
  encoding: z.enum(["encoding", "passthrough"]).default("encoding"),
  inputQualities: InputQualities.optional(),
  firstPass: z.boolean().default(false),
  /** Whether playback starts automatically; if omitted, the client's default, as with inputQualities. */
  autoplay: z.boolean().optional(),
  /** The http or https URL from which the server fetches the file, or the stream of a live of type custom. */
  url: SourceUrl.optional(),
  isPassword: z.boolean().optional(),
  /** The password for viewers. */
  password: VideoPassword.nullable().optional(),
  ...LiveOptions.shape,
  /** The other name of directStream (§3). */
  delay: LiveOptions.shape.directStream,
  /** Whether a live is published from a browser, like a live with the liveType `camera`. */
  liveCamera: z.boolean().optional(),
  /** Accepted and ignored: every upload can be resumed. */
  canResume: z.boolean().optional(),
  liveToKeepDuration: integerText(LiveOptions.shape.liveToKeepDuration.unwrap()).optional(),
  /** The type of a live; by default, encoders publish it by RTMP. */
  liveType: z.enum(LIVE_TYPES).optional(),
  /** The restream targets of a live. */
  externalStreams: ExternalStreams.optional(),
  /** The initial status of a live: `uploading` for type camera, until it is first published; `stopped` for others. */
  encodingStatus: z.enum(["stopped", "uploading"]).optional(),
});

export const UploadState = z.object({
  uuid: z.string(),
  status: z.enum(ENCODING_STATUSES),
  /** The size of the file; null until it is reported. */
  size: z.number().nullable(),
  chunkSize: z.number(),
  chunkCount: z.number().nullable(),
  /** Chunk numbers, from 0, that are stored, as half-open ranges [from, to). */
  received: z.array(z.tuple([z.number(), z.number()])),
});
export type UploadState = z.infer<typeof UploadState>;

export const videoRoutes = {
  listVideos: defineRoute({
    method: "GET",
    path: "/api/videos",
    isOldCall: true,
    guard: "user",
    scope: "videos:read",
    summary:
      "List the client's videos, one page; `_size` counts all matches. Analytics viewers get only what analytics needs",
    query: VideoListQuery,
    // Typed as a list of full videos: users who can only read analytics see no page that needs the fields they lack.
    response: createPageSchema(z.union([VideoView, VideoForAnalytics]) as unknown as typeof VideoView),
  }),
  getVideo: defineRoute({
    method: "GET",
    path: "/api/videos/{id}",
    isOldCall: true,
    guard: "member",
    scope: "videos:read",
    summary: "Get a video",
    params: VideoId,
    response: VideoView,
  }),
  createVideo: defineRoute({
    method: "POST",
    path: "/api/videos",
    isOldCall: true,
    guard: "editor",
    scope: ["uploads:write", "lives:write"],
    isForUploadTokens: true,
    summary: "Create a video, whose chunks follow or which is fetched from its URL, or create a live",
    body: CreateVideo,
    isBodyAlsoMultipart: true,
    response: z.object({ uuid: z.string(), title: z.string() }),
    status: 201,
  }),
  createVideos: defineRoute({
    method: "POST",
    path: "/api/videos/multiple",
    isOldCall: true,
    guard: "editor",
    scope: ["uploads:write", "lives:write"],
    summary: "Create several videos or lives",
    body: z
      .array(CreateVideo.extend({ uploadingPercent: z.number().min(0).max(100).optional() }))
      .min(1)
      .max(200),
    response: z.array(
      z.object({
        video: z.object({
          uuid: z.string(),
          title: z.string(),
          /** The file's name; the title if the request contains none, since old programs send only the title (§7). */
          originalname: z.string(),
        }),
      }),
    ),
    status: 201,
  }),
  updateVideo: defineRoute({
    method: "PUT",
    path: "/api/videos/{id}",
    isOldCall: true,
    guard: "editor",
    scope: ["videos:write", "lives:write"],
    summary:
      "Change the title, texts, tags or encoding parameters, which restarts the encoding; an outdated revision is a conflict",
    params: VideoId,
    body: z.strictObject({
      title: Title.optional(),
      ...VIDEO_TEXT_CHANGES,
      tags: Tags.optional(),
      autoplay: z.boolean().optional(),
      firstPass: z.boolean().optional(),
      encoding: z.enum(["encoding", "passthrough"]).optional(),
      inputQualities: InputQualities.optional(),
      /** When viewers can first watch the video; with a past date or null, immediately. */
      startDate: MomentOrMs.nullable().optional(),
      introModal: IntroModal.nullable().optional(),
      /** The location of the video's camera; null for none. */
      place: Place.nullable().optional(),
      /** Whether the video has a password: true keeps or sets it, false removes it. */
      isPassword: z.boolean().optional(),
      /** The password; null without isPassword removes it. */
      password: VideoPassword.nullable().optional(),
      uploadingPercent: z.number().min(0).max(100).optional(),
      uploadingETA: z.number().min(0).max(1e9).nullable().optional(),
      /** Accepted and ignored: the uploaded chunks are more precise. */
      lastUploadingFeedbackDate: LooseMoment.nullable().optional(),
      currentChunk: integerText(z.number().int().min(0)).optional(),
      canResume: z.boolean().optional(),
      /** The options of a live, which apply from its next start; ignored for files. */
      ...LiveOptions.shape,
      /** The other name of directStream (§3). */
      delay: LiveOptions.shape.directStream,
      /** The new address of a live of type custom. A running live switches to it. */
      url: SourceUrl.optional(),
      revision: Revision.optional(),
    }),
    response: VideoView,
  }),
  deleteVideo: defineRoute({
    method: "DELETE",
    path: "/api/videos/{id}",
    isOldCall: true,
    guard: "editor",
    scope: "videos:write",
    summary: "Move a video to the trash, or flag it if its deletion was scheduled; its statistics are kept",
    params: VideoId,
    response: z.object({ info: z.string().optional() }),
  }),
  restartEncoding: defineRoute({
    method: "PUT",
    path: "/api/videos/{id}/encoding",
    isOldCall: true,
    guard: "editor",
    scope: "videos:write",
    summary: "Restart the encoding from the stored source, as a new generation",
    params: VideoId,
  }),
  stopEncoding: defineRoute({
    method: "DELETE",
    path: "/api/videos/{id}/encoding",
    isOldCall: true,
    guard: "editor",
    scope: "videos:write",
    summary: "Stop the encoding of a video",
    params: VideoId,
  }),
  listRepresentations: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/representations",
    isOldCall: true,
    guard: "member",
    scope: "videos:read",
    summary: "List the available renditions",
    params: VideoId,
    response: VideoView.shape.representations,
  }),
  getDuration: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/duration",
    isOldCall: true,
    guard: "member",
    scope: "videos:read",
    summary: "Get the duration in seconds; null until the file is read",
    params: VideoId,
    response: z.object({ duration: z.number().nullable() }),
  }),
  getManifest: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/manifest",
    isOldCall: true,
    guard: "member",
    scope: "videos:read",
    summary: "Get the URLs of the playlists and the thumbnail",
    params: VideoId,
    response: VideoView.shape.manifest,
  }),
} as const;

export const uploadRoutes = {
  getUpload: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/uploading",
    guard: "editor",
    scope: "uploads:write",
    isForUploadTokens: true,
    summary: "List the stored chunks of an upload",
    params: VideoId,
    response: UploadState,
  }),
  findUploads: defineRoute({
    method: "GET",
    path: "/api/uploads",
    guard: "editor",
    scope: "uploads:write",
    summary: "List this user's unfinished uploads of a file with this fingerprint",
    query: z.strictObject({ fingerprint: Text.min(1).max(300) }),
    response: z.array(UploadState),
  }),
  uploadChunk: defineRoute({
    method: "POST",
    path: "/api/videos/{uuid}/{chunkNumber}",
    isOldCall: true,
    guard: "editor",
    scope: "uploads:write",
    isForUploadTokens: true,
    summary:
      "Upload one chunk of 5,000,000 bytes, in any order and any number of times; set `end` on the last",
    params: z.object({ uuid: Uuid, chunkNumber: integerText(z.number().int().min(0).max(1_000_000)) }),
    multipart: {
      file: "video",
      fields: z.strictObject({
        /** SHA-256 of the chunk, in hex; the chunk is accepted only if it matches. */
        checksum: z
          .string()
          .regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hex")
          .optional(),
        /** Whether this is the last chunk: true or 1. */
        end: z.enum(["true", "false", "1", "0"]).optional(),
      }),
    },
    response: z.object({ received: z.number(), chunkCount: z.number().nullable(), isComplete: z.boolean() }),
  }),
  cancelUpload: defineRoute({
    method: "DELETE",
    path: "/api/videos/{id}/uploading",
    isOldCall: true,
    guard: "editor",
    scope: "uploads:write",
    summary: "Cancel an upload and delete its video",
    params: VideoId,
  }),
  failUploads: defineRoute({
    method: "PUT",
    path: "/api/videosFailedUpload",
    isOldCall: true,
    guard: "editor",
    scope: "uploads:write",
    summary: "Report that the page was left: these uploads stopped and can be resumed",
    body: acceptBareField("uuids", z.strictObject({ uuids: z.array(Uuid).min(1).max(200) })),
  }),
} as const;
