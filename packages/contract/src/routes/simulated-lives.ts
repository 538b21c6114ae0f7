import { z } from "zod";
import { VideoView } from "../media/video.ts";
import { defineRoute } from "../route.ts";
import { MomentOrMs, Uuid } from "../text.ts";
import { VideoId } from "./videos.ts";

/** The date from which a video plays as a live; a past, empty or omitted date starts the live immediately. */
const SimulatedLiveStart = z.strictObject({
  startDate: z
    .union([z.literal(""), MomentOrMs])
    .nullable()
    .optional(),
});

export const simulatedLiveRoutes = {
  playAsLive: defineRoute({
    method: "PUT",
    path: "/api/videos/{id}/vodToLive",
    isOldCall: true,
    guard: "editor",
    scope: "lives:write",
    summary: "Play a video as a live from a date: all viewers watch in sync",
    params: VideoId,
    body: SimulatedLiveStart,
    response: VideoView,
  }),
  endPlayingAsLive: defineRoute({
    method: "DELETE",
    path: "/api/videos/{id}/vodToLive",
    isOldCall: true,
    guard: "editor",
    scope: "lives:write",
    summary: "End the live a video plays as, or cancel its schedule",
    params: VideoId,
    response: VideoView,
  }),
  addVodToLiveTask: defineRoute({
    method: "POST",
    path: "/api/tasks/vod2live",
    isOldCall: true,
    guard: "editor",
    scope: "lives:write",
    summary: "Play the video named in the body as a live from a date",
    body: SimulatedLiveStart.extend({ uuid: Uuid }),
    response: VideoView,
  }),
} as const;
