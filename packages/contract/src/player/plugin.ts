import { z } from "zod";
import { CollectionName } from "../delivery/config.ts";
import { StreamingToken } from "../delivery/streaming-keys.ts";
import { Text, Uuid } from "../text.ts";
import { BeaconSession } from "./beacons.ts";
import { P2pSession, ViewerConsent } from "./playback.ts";

export const PLUGIN_PLATFORMS = ["web", "android", "ios"] as const;
/** A page's name for a video, or the path of its manifest. */
export const PluginVideoName = Text.trim().min(1).max(200);

export const PluginVersion = Text.max(50);

/** POST /plugin/sessions on the edge: a play session for media on any CDN. */
export const PluginSessionRequest = z.strictObject({
  /** The public key of a config. */
  key: Text.max(100),
  video: PluginVideoName.optional(),
  /** The address of the manifest. Its path, without host and query, identifies the video if the page gives no name. */
  manifestUrl: Text.max(2_000).optional(),
  collection: CollectionName.optional(),
  /** The address of the page that plays the video. */
  referrer: Text.max(2_000).default(""),
  /** A running session that requests a new token. */
  sessionId: Uuid.optional(),
  /** The last beacon token of that session, as proof of ownership; if omitted, a new session starts. */
  beaconToken: Text.max(2_000).optional(),
  platform: z.enum(PLUGIN_PLATFORMS),
  /** The version of the plugin. */
  version: PluginVersion,
  /** A token of the client's backend, if the rules require one. */
  authorization: StreamingToken.optional(),
  consent: ViewerConsent.optional(),
});
export type PluginSessionRequest = z.infer<typeof PluginSessionRequest>;

export const PluginSession = z.object({
  sessionId: z.string(),
  /** The name of the video in figures and rules. */
  video: z.string(),
  /** When the session's beacons and ticket stop being accepted. */
  tokenExpiresAt: z.string(),
  /** The edge's clock at the time of the response. */
  serverTime: z.string(),
  p2p: P2pSession,
  beacon: BeaconSession,
});
export type PluginSession = z.infer<typeof PluginSession>;
