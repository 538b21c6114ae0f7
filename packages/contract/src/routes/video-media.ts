import { z } from "zod";
import { MAX_DURATION_SEC } from "../constants.ts";
import { ENCODING_STATUSES, VIDEO_ERROR_TYPES, VideoView } from "../media/video.ts";
import { DownloadFile } from "../player/playback.ts";
import { defineRoute } from "../route.ts";
import { decimalText, integerText, Text } from "../text.ts";
import { UploadState, VideoId, videoRoutes } from "./videos.ts";

/** When a link expires; until then, anyone with the link can use it. */
const ExpiryFields = { expiresAt: z.string() };

/** A location from which the video is served. */
const CdnCopy = z.object({ name: z.string(), url: z.string(), ready: z.boolean() });

/** The file that will replace the media of a video, which is unchanged until then. */
const Replacement = z.object({
  /** The uuid to which the chunks of the replacement file are sent. */
  uuid: z.string(),
  originalname: z.string().nullable(),
  size: z.number().nullable(),
  status: z.enum(ENCODING_STATUSES),
  uploadingPercent: z.number(),
  encodingPercent: z.number(),
  encodingETA: z.number().nullable(),
  /** Why the file could not be used; null if it could. */
  errorType: z.enum(VIDEO_ERROR_TYPES).nullable(),
});
export type Replacement = z.infer<typeof Replacement>;

const thumbnailRoutes = {
  takeThumbnail: defineRoute({
    method: "POST",
    path: "/api/customThumbnail/{id}/time/{t}",
    isOldCall: true,
    guard: "editor",
    scope: "videos:write",
    summary: "Use the frame at second t as the thumbnail; `thumbnailState` shows the progress",
    params: VideoId.extend({ t: decimalText(z.number().min(0).max(MAX_DURATION_SEC)) }),
    response: VideoView,
    status: 202,
  }),
  uploadThumbnail: defineRoute({
    method: "POST",
    path: "/api/customThumbnail/{id}",
    isOldCall: true,
    guard: "editor",
    scope: "videos:write",
    summary: "Upload a picture as the thumbnail: PNG, JPEG or WebP; `thumbnailState` shows the progress",
    params: VideoId,
    multipart: { file: "thumbnail", fields: z.strictObject({}) },
    response: VideoView,
    status: 202,
  }),
  getStoryboard: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/storyboard",
    guard: "member",
    scope: "videos:read",
    summary: "Get the storyboard: small frames of the video with their seconds; null while there is none",
    params: VideoId,
    response: z.object({
      storyboard: z
        .object({
          /** Whether the previews cover the whole video; while the video is being encoded, they cover only its beginning. */
          isWhole: z.boolean(),
          /** The addresses of pictures with many tiles each. */
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
    scope: "videos:write",
    summary: "Restore the automatic thumbnail",
    params: VideoId,
    response: VideoView,
  }),
};

const downloadRoutes = {
  listDownloads: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/download",
    guard: "member",
    scope: "videos:read",
    summary: "List the renditions as MP4 download links, whether or not viewers can download",
    params: VideoId,
    response: z.object({ ...ExpiryFields, files: z.array(DownloadFile), approximateBundleBytes: z.number() }),
  }),
  makeDashBundle: defineRoute({
    method: "POST",
    path: "/api/videos/{id}/download/mpd",
    isOldCall: true,
    guard: "member",
    scope: "videos:read",
    summary: "Create a link to an archive of manifest.mpd and all its segments, for offline playback",
    params: VideoId,
    response: z.object({ ...ExpiryFields, url: z.string(), approximateBytes: z.number() }),
  }),
  listCopies: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/cloudflares",
    isOldCall: true,
    guard: "member",
    scope: "videos:read",
    summary: "List the copies of the video on the CDN, and whether each is ready",
    params: VideoId,
    response: z.array(CdnCopy),
  }),
};

const replacementRoutes = {
  replaceVideo: defineRoute({
    method: "PUT",
    path: "/api/replacevideo/{id}",
    isOldCall: true,
    guard: "editor",
    scope: "videos:write",
    summary: "Start replacing the media with a new file; send its chunks to the uuid of the response",
    params: VideoId,
    body: z.strictObject({
      originalname: Text.min(1).max(500),
      size: integerText(z.number().int().min(0)),
      fingerprint: Text.min(1).max(300).optional(),
    }),
    response: UploadState,
  }),
  getReplacement: defineRoute({
    method: "GET",
    path: "/api/replacevideo/{id}",
    guard: "member",
    scope: "videos:read",
    summary: "Get the progress of the replacement file; null without one",
    params: VideoId,
    response: z.object({
      replacement: Replacement.nullable(),
      /** The generation of the video's media, which increases when they are replaced. */
      generation: z.number().int(),
    }),
  }),
  cancelReplacement: defineRoute({
    method: "DELETE",
    path: "/api/replacevideo/{id}",
    guard: "editor",
    scope: "videos:write",
    summary: "Cancel the replacement; the current media are kept",
    params: VideoId,
  }),
};

const administrationRoutes = {
  updateVideoAsAdmin: defineRoute({
    method: "PUT",
    path: "/api/videosadmin/{id}",
    isOldCall: true,
    guard: "admin",
    scope: "noKey",
    summary: "Change a video of any client, including its author",
    params: VideoId,
    body: videoRoutes.updateVideo.body.extend({
      /** The username of one of the client's users; null removes the author. */
      user: Text.min(1).max(100).nullable().optional(),
    }),
    response: VideoView,
  }),
};

export const videoMediaRoutes = {
  ...thumbnailRoutes,
  ...downloadRoutes,
  ...replacementRoutes,
  ...administrationRoutes,
} as const;
