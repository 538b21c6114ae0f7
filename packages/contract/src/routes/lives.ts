import { z } from "zod";
import { CLIP_MIN_SEC, LiveInputInfos, SEEK_BACK_MAX_SEC } from "../live-options.ts";
import { defineRoute } from "../route.ts";
import { ClientId } from "./clients.ts";
import { VideoId } from "./videos.ts";

/** Where encoders publish, and with what. */
export const PublishAddress = z.object({
  /** The server, as encoders ask for it: `rtmp://host:1935/live`. */
  url: z.string(),
  streamKey: z.string(),
});
export type PublishAddress = z.infer<typeof PublishAddress>;

const StreamKey = z.object({
  /** The live it is for; null for the key of the client itself, whose live is made when it is first used. */
  uuid: z.string().nullable(),
  title: z.string().nullable(),
  streamKey: z.string(),
  createdAt: z.string(),
});

export const liveKeyRoutes = {
  getStreamKey: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/streamkey",
    guard: "editor",
    summary: "Where encoders publish a live, and with which key",
    params: VideoId,
    response: PublishAddress,
  }),
  renewStreamKey: defineRoute({
    method: "POST",
    path: "/api/videos/{id}/streamkey",
    guard: "editor",
    summary: "Give a live another key; who publishes with the old one goes on until he ends",
    params: VideoId,
    response: PublishAddress,
  }),
  clipLive: defineRoute({
    method: "POST",
    path: "/api/videos/{id}/clip",
    guard: "editor",
    summary:
      "Make a video of the last seconds of a live that runs, as far as it goes back; whole segments are taken",
    params: VideoId,
    body: z.strictObject({ seconds: z.number().int().min(CLIP_MIN_SEC).max(SEEK_BACK_MAX_SEC) }),
    response: z.object({ uuid: z.string(), title: z.string() }),
    status: 201,
  }),
  listStreamKeys: defineRoute({
    method: "GET",
    path: "/api/clients/{id}/streamkeys",
    guard: "editor",
    summary: "The keys that encoders publish with: the client's own first, then those of its lives by age",
    params: ClientId,
    response: z.array(StreamKey),
  }),
  renewClientStreamKey: defineRoute({
    method: "POST",
    path: "/api/clients/{id}/streamkeys",
    guard: "editor",
    summary: "Give the client itself another key; those of its lives stay",
    params: ClientId,
    response: PublishAddress,
  }),
} as const;

export const liveInputRoutes = {
  getInputInfos: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/inputInfos",
    guard: "member",
    summary: "What the encoder of a live sends, as it was measured in the last seconds",
    params: VideoId,
    response: LiveInputInfos,
  }),
} as const;
