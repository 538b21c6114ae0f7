import { z } from "zod";
import { MAX_DURATION_SEC } from "../constants.ts";
import { DownloadFile } from "../playback.ts";
import { defineRoute } from "../route.ts";
import { decimals, digits, Text } from "../text.ts";
import { ENCODING_STATUSES, VIDEO_ERROR_TYPES, VideoView } from "../video.ts";
import { UploadState, VideoId, videoRoutes } from "./videos.ts";

/** A link that stands for its holder until then. */
const Expiry = { expiresAt: z.string() };

/** A place from which the video is served. */
const Copy = z.object({ name: z.string(), url: z.string(), ready: z.boolean() });

/** The file that is to replace the media of a video. Until then the video stays as it is. */
const Replacement = z.object({
  /** Its chunks are sent to this uuid. */
  uuid: z.string(),
  originalname: z.string().nullable(),
  size: z.number().nullable(),
  status: z.enum(ENCODING_STATUSES),
  uploadingPercent: z.number(),
  encodingPercent: z.number(),
  encodingETA: z.number().nullable(),
  /** Why it could not be used. */
  errorType: z.enum(VIDEO_ERROR_TYPES).nullable(),
});
export type Replacement = z.infer<typeof Replacement>;

const thumbnails = {
  takeThumbnail: defineRoute({
    method: "POST",
    path: "/api/customThumbnail/{id}/time/{t}",
    isOldCall: true,
    guard: "editor",
    summary: "Make the picture at second t the thumbnail; `thumbnailState` tells what becomes of it",
    params: VideoId.extend({ t: decimals(z.number().min(0).max(MAX_DURATION_SEC)) }),
    response: VideoView,
    status: 202,
  }),
  uploadThumbnail: defineRoute({
    method: "POST",
    path: "/api/customThumbnail/{id}",
    isOldCall: true,
    guard: "editor",
    summary: "Make a picture the thumbnail: PNG, JPEG or WebP; `thumbnailState` tells what becomes of it",
    params: VideoId,
    multipart: { file: "thumbnail", fields: z.strictObject({}) },
    response: VideoView,
    status: 202,
  }),
  getStoryboard: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/storyboard",
    guard: "member",
    summary: "Small pictures of the video with their seconds; null while there are none",
    params: VideoId,
    response: z.object({
      storyboard: z
        .object({
          /** False while only the beginning has pictures: those of the whole follow its encoding. */
          isWhole: z.boolean(),
          /** Addresses of pictures that hold many tiles each. */
          sheets: z.array(z.string()),
          tiles: z.array(
            z.object({
              start: z.number(),
              sheet: z.number(),

              x: z.number(),
              y: z.number(),
              width: z.number(),
              height: z.number(),
            }),
          ),
        })
        .nullable(),
    }),
  }),
  resetThumbnail: defineRoute({
    method: "DELETE",
    path: "/api/customThumbnail/{id}",
    isOldCall: true,
    guard: "editor",
    summary: "Show the automatic thumbnail again",
    params: VideoId,
    response: VideoView,
  }),
};

const downloads = {
  listDownloads: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/download",
    guard: "member",
    summary: "Links to the renditions as MP4 files, whether viewers may download or not",
    params: VideoId,
    response: z.object({ ...Expiry, files: z.array(DownloadFile), approximateBundleBytes: z.number() }),
  }),
  makeDashBundle: defineRoute({
    method: "POST",
    path: "/api/videos/{id}/download/mpd",
    isOldCall: true,
    guard: "member",
    summary: "A link to an archive of manifest.mpd and all its segments, which plays from a folder",
    params: VideoId,
    response: z.object({ ...Expiry, url: z.string(), approximateBytes: z.number() }),
  }),
  listCopies: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/cloudflares",
    isOldCall: true,
    guard: "member",
    summary: "Where the video's copies are on the CDN, and whether each is ready",
    params: VideoId,
    response: z.array(Copy),
  }),
};

const replacements = {
  replaceVideo: defineRoute({
    method: "PUT",
    path: "/api/replacevideo/{id}",
    isOldCall: true,
    guard: "editor",
    summary: "Announce a file that is to replace the media; its chunks go to the uuid of the answer",
    params: VideoId,
    body: z.strictObject({
      originalname: Text.min(1).max(500),
      size: digits(z.number().int().min(0)),
      fingerprint: Text.min(1).max(300).optional(),
    }),
    response: UploadState,
  }),
  getReplacement: defineRoute({
    method: "GET",
    path: "/api/replacevideo/{id}",
    guard: "member",
    summary: "How far the file is that is to replace the media; null without one",
    params: VideoId,
    response: z.object({
      replacement: Replacement.nullable(),
      /** Which media the video has now: another number once they were replaced. */
      generation: z.number().int(),
    }),
  }),
  cancelReplacement: defineRoute({
    method: "DELETE",
    path: "/api/replacevideo/{id}",
    guard: "editor",
    summary: "Give up the file that is to replace the media, which stay",
    params: VideoId,
  }),
};

const administration = {
  updateVideoAsAdmin: defineRoute({
    method: "PUT",
    path: "/api/videosadmin/{id}",
    isOldCall: true,
    guard: "admin",
    summary: "Change a video of any client; and, here alone, who counts as its author",
    params: VideoId,
    body: videoRoutes.updateVideo.body.extend({
      /** Name of a user of the video's client; null for none. */
      user: Text.min(1).max(100).nullable().optional(),
    }),
    response: VideoView,
  }),
};

export const videoMediaRoutes = { ...thumbnails, ...downloads, ...replacements, ...administration } as const;
