import { z } from "zod";
import { defineRoute } from "../route.ts";
import { ClientId } from "./clients.ts";
import { VideoId } from "./videos.ts";

/** Where encoders publish, and with what. */
export const PublishAddress = z.object({
  /** The server, as encoders ask for it: `rtmp://host:1935/live`. */
  url: z.string(),
  streamKey: z.string(),
  /** Where browsers send what they record, with the same key (`CaptureRequest`): `wss://host/capture`. */
  captureUrl: z.string(),
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
