import { z } from "zod";
import {
  EXTERNAL_PLATFORMS,
  ExternalStreams,
  OmittedStream,
  RelayStatus,
  SavedExternalStreams,
} from "../lives/external-streams.ts";
import { CLIP_MIN_SEC, LiveInputInfos, MAX_SEEK_BACK_SEC } from "../lives/live-options.ts";
import { defineRoute } from "../route.ts";
import { Uuid } from "../text.ts";
import { ClientId } from "./clients.ts";
import { VideoId } from "./videos.ts";

/** The address and key for encoders. */
export const PublishAddress = z.object({
  /** The server for encoders: `rtmp://host:1935/live`. */
  url: z.string(),
  /** The RTMPS address, `rtmps://host:1936/live`; null if not offered. */
  secureUrl: z.string().nullable(),
  streamKey: z.string(),
  /**
   * The full address for publishing by SRT, including the key: `srt://host:9710?streamid=…&passphrase=…`; null if not offered.
   */
  srtUrl: z.string().nullable(),
  /** The address for recordings of browsers, with the same key (`CaptureRequest`): `wss://host/capture`. */
  captureUrl: z.string(),
  /** The room of a direct live from a camera, for all viewers or for the first to arrive. */
  direct: z
    .object({
      /** The address of the room's WebSocket (`DirectRequest`). */
      url: z.string(),
      /** Authorises a page to publish the live; requested again for each connection. Must never be logged. */
      pass: z.string(),
      /**
       * Whether the media also go to `captureUrl`; otherwise that connection only shows that the live is being published
       * (`media: none`).
       */
      isRecorded: z.boolean(),
    })
    .nullable(),
});
export type PublishAddress = z.infer<typeof PublishAddress>;

const StreamKey = z.object({
  /** The live that uses the key; null for the key of the client itself, whose live is created when the key is first used. */
  uuid: z.string().nullable(),
  title: z.string().nullable(),
  streamKey: z.string(),
  createdAt: z.string(),
});

/** The state of one target, without its key. */
export const ExternalStreamStats = z.object({
  ...RelayStatus.shape,
  type: z.enum(EXTERNAL_PLATFORMS),
  /** The address of the server; only for `other`. */
  url: z.string().nullable(),
  /** Whether restreaming to the target is on; false once it was stopped. */
  isOn: z.boolean(),
  /** When the target entered this state, in ms since 1970; null when it is off. */
  sinceMs: z.number().nullable(),
});
export type ExternalStreamStats = z.infer<typeof ExternalStreamStats>;

/** The target to start or stop; all targets if omitted. */
const StreamSelection = z.strictObject({ uuid: Uuid.exactOptional() });

const externalStreamRoutes = {
  getExternalStreams: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/externalstreams",
    guard: "editor",
    scope: "lives:write",
    summary: "List the restream targets of a live, with their keys",
    params: VideoId,
    response: SavedExternalStreams,
  }),
  setExternalStreams: defineRoute({
    method: "PUT",
    path: "/api/videos/{id}/externalstreams",
    isOldCall: true,
    guard: "editor",
    scope: "lives:write",
    summary:
      "Replace the restream targets of a live; unchanged targets keep running, and those without a key or URL are ignored",
    params: VideoId,
    body: ExternalStreams,
    response: SavedExternalStreams.extend({
      /** The targets that were not saved, because nothing can be sent to them. */
      leftOut: z.array(OmittedStream),
    }),
  }),
  startExternalStreams: defineRoute({
    method: "PUT",
    path: "/api/videos/{id}/externalstreams/start",
    isOldCall: true,
    guard: "editor",
    scope: "lives:write",
    summary: "Start restreaming a live to one target, or to all",
    params: VideoId,
    body: StreamSelection,
  }),
  stopExternalStreams: defineRoute({
    method: "PUT",
    path: "/api/videos/{id}/externalstreams/stop",
    isOldCall: true,
    guard: "editor",
    scope: "lives:write",
    summary: "Stop restreaming a live to one target, or to all",
    params: VideoId,
    body: StreamSelection,
  }),
  listExternalStreamStats: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/externalstreams/stats",
    isOldCall: true,
    guard: "editor",
    scope: "lives:read",
    summary: "Get the status of each restream target of a live, in order",
    params: VideoId,
    response: z.array(ExternalStreamStats),
  }),
};

export const liveKeyRoutes = {
  ...externalStreamRoutes,
  getStreamKey: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/streamkey",
    guard: "editor",
    scope: "lives:write",
    summary: "Get the server URLs and stream key of a live",
    params: VideoId,
    response: PublishAddress,
  }),
  renewStreamKey: defineRoute({
    method: "POST",
    path: "/api/videos/{id}/streamkey",
    guard: "editor",
    scope: "lives:write",
    summary:
      "Rotate the stream key of a live; a broadcast already running with the old key continues until it stops",
    params: VideoId,
    response: PublishAddress,
  }),
  clipLive: defineRoute({
    method: "POST",
    path: "/api/videos/{id}/clip",
    guard: "editor",
    scope: "lives:write",
    summary:
      "Create a video from the last seconds of a running live, within its rewind window; whole segments are used",
    params: VideoId,
    body: z.strictObject({ seconds: z.number().int().min(CLIP_MIN_SEC).max(MAX_SEEK_BACK_SEC) }),
    response: z.object({ uuid: z.string(), title: z.string() }),
    status: 201,
  }),
  listStreamKeys: defineRoute({
    method: "GET",
    path: "/api/clients/{id}/streamkeys",
    isOldCall: true,
    guard: "editor",
    scope: "lives:write",
    summary: "List stream keys: the client's own first, then those of its lives by age",
    params: ClientId,
    response: z.array(StreamKey),
  }),
  renewClientStreamKey: defineRoute({
    method: "POST",
    path: "/api/clients/{id}/streamkeys",
    guard: "editor",
    scope: "lives:write",
    summary: "Rotate the client's own stream key; the keys of its lives do not change",
    params: ClientId,
    response: PublishAddress,
  }),
} as const;

export const liveInputRoutes = {
  getInputInfos: defineRoute({
    method: "GET",
    path: "/api/videos/{id}/inputInfos",
    guard: "member",
    scope: "lives:read",
    summary: "Get the incoming signal of a live, as measured in the last seconds",
    params: VideoId,
    response: LiveInputInfos,
  }),
} as const;
