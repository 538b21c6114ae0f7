import { z } from "zod";
import {
  CAPTION_KINDS,
  CaptionCue,
  CaptionLabel,
  CaptionNote,
  CaptionTrack,
  LanguageTag,
  MAX_CAPTION_CUES,
  MAX_CAPTION_CUES_BYTES,
  UnconvertibleSubtitle,
} from "../media/captions.ts";
import { defineRoute } from "../route.ts";
import { Uuid } from "../text.ts";
import { VideoId } from "./videos.ts";

const CaptionsId = z.object({ id: Uuid, captionsId: Uuid });
/** The revision that the user edited. If another change has been saved since, the call fails with a conflict. */
const CaptionsRevision = z.number().int().min(1).max(1e9);
const WithCues = CaptionTrack.extend({ cues: z.array(CaptionCue) });

export const captionRoutes = {
  listCaptions: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/captions",
    guard: "member",
    scope: "videos:read",
    summary: "List the caption tracks of a video, and the result of extracting captions from its source",
    params: VideoId,
    response: z.object({
      tracks: z.array(CaptionTrack),
      /** Subtitles embedded in the source; `none` if the video has no separate source. */
      extraction: z.object({
        state: z.enum(["none", "waiting", "done", "failed"]),
        unconvertible: z.array(UnconvertibleSubtitle),
      }),
    }),
  }),
  uploadCaptions: defineRoute({
    method: "POST",
    path: "/api/videos/{id}/captions",
    guard: "editor",
    scope: "videos:write",
    summary: "Add a caption track from a WebVTT or SRT file in any character encoding",
    params: VideoId,
    multipart: {
      file: "file",
      fields: z.strictObject({
        language: LanguageTag,
        /** The label of the track; the language's own name if omitted. */
        label: CaptionLabel.optional(),
        kind: z.enum(CAPTION_KINDS).default("subtitles"),
        isDefault: z.enum(["true", "false"]).default("false"),
      }),
    },
    /** `charset`: the charset in which the file was read; `notes`: omitted or shifted cues, at most a hundred. */
    response: CaptionTrack.extend({ charset: z.string(), notes: z.array(CaptionNote) }),
    status: 201,
  }),
  getCaptions: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/captions/{captionsId}",
    guard: "member",
    scope: "videos:read",
    summary: "Get a caption track with its cues, by ascending start",
    params: CaptionsId,
    response: WithCues,
  }),
  changeCaptions: defineRoute({
    method: "PUT",
    path: "/api/videos/{id}/captions/{captionsId}",
    guard: "editor",
    scope: "videos:write",
    summary: "Change the language, label or kind of a caption track, or make it the default",
    params: CaptionsId,
    body: z.strictObject({
      revision: CaptionsRevision,
      language: LanguageTag.optional(),
      label: CaptionLabel.optional(),
      kind: z.enum(CAPTION_KINDS).optional(),
      isDefault: z.boolean().optional(),
    }),
    response: CaptionTrack,
  }),
  setCaptionCues: defineRoute({
    method: "PUT",
    path: "/api/videos/{id}/captions/{captionsId}/cues",
    guard: "editor",
    scope: "videos:write",
    summary: "Replace the cues of a caption track",
    params: CaptionsId,
    body: z.strictObject({
      revision: CaptionsRevision,
      cues: z.array(CaptionCue).max(MAX_CAPTION_CUES),
    }),
    maxBodyBytes: MAX_CAPTION_CUES_BYTES,
    response: WithCues,
  }),
  exportCaptions: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/captions/{captionsId}/file",
    guard: "member",
    scope: "videos:read",
    summary: "Download a caption track as a file",
    params: CaptionsId,
    query: z.strictObject({ format: z.enum(["vtt", "srt"]).default("vtt") }),
  }),
  deleteCaptions: defineRoute({
    method: "DELETE",
    path: "/api/videos/{id}/captions/{captionsId}",
    guard: "editor",
    scope: "videos:write",
    summary: "Delete a caption track",
    params: CaptionsId,
  }),
} as const;
