import { z } from "zod";
import { Title, VideoView } from "../media/video.ts";
import { defineRoute } from "../route.ts";
import { decimalText, Uuid } from "../text.ts";
import { VideoId } from "./videos.ts";

/** A range in seconds of the video, moved to the nearest frames; without `transcode`, extended to whole segments. */
const CutRange = z.strictObject({
  start: z.number().min(0).max(1e6),
  end: z.number().min(0).max(1e6),
  /**
   * Whether to cut exactly at the frame and audio sample, by re-encoding. Otherwise the cut starts and ends at key frames, and is ready
   * immediately.
   */
  transcode: z.boolean().default(true),
});

/** A range in seconds of the video. */
const PlannedRange = z.object({ start: z.number(), end: z.number() });

export const cutRoutes = {
  planCut: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/inAndOut",
    guard: "editor",
    scope: "videos:read",
    summary: "Preview what a cut of a range would contain",
    params: VideoId,
    query: z.strictObject({
      start: decimalText(z.number().min(0).max(1e6)),
      end: decimalText(z.number().min(0).max(1e6)),
    }),
    response: z.object({
      /** The range with `transcode`: the nearest frames. */
      accurate: PlannedRange,
      /** The range without re-encoding: extended to the key frames at the segment boundaries. */
      fast: PlannedRange,
    }),
  }),
  cutVideo: defineRoute({
    method: "POST",
    path: "/api/tasks/in_out",
    isOldCall: true,
    guard: "editor",
    scope: "videos:write",
    summary: "Cut a part of a video; the cut is a separate video",
    body: CutRange.extend({ uuid: Uuid, title: Title.optional() }),
    response: VideoView,
    status: 201,
  }),
  changeCut: defineRoute({
    method: "PUT",
    path: "/api/videos/{id}/inAndOut",
    isOldCall: true,
    guard: "editor",
    scope: "videos:write",
    summary: "Change the range of a cut",
    params: VideoId,
    body: CutRange,
    response: VideoView,
  }),
} as const;
