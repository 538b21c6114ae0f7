import { z } from "zod";
import { IceServer } from "../delivery/ice-servers.ts";
import { Text } from "../text.ts";

/** The room at an edge that connects viewers of a direct live to its publishing page: a WebSocket with JSON messages. */
export const DIRECT_PATH = "/direct";
/** The maximum number of viewers of a live without delay (§4). */
export const DIRECT_PLACES = 5;
/** The maximum number of viewers who wait for a place and are notified when one is free. Further viewers retry later. */
export const MAX_WAITING_DIRECT_VIEWERS = 100;
/** The maximum size of a message: a description with all its candidates has 10 kB. */
export const MAX_DIRECT_MESSAGE_BYTES = 64_000;
/** The interval of heartbeats; a page that is silent for three intervals counts as disconnected. */
export const DIRECT_HEARTBEAT_INTERVAL_MS = 5_000;

/**
 * The name of a place in a room while a viewer holds it. When the viewer closes the connection, the place is free and the first in the
 * queue gets a place under another name. When the connection drops and the queue is empty, the place is kept for 15 s: a viewer who returns
 * with their `slot` keeps their stream. `left` is sent only after that.
 */
const PlaceName = Text.min(1).max(64);
const SdpText = Text.max(MAX_DIRECT_MESSAGE_BYTES);

/** A signal of trickle ICE (RFC 8838), in the form that browsers use. */
export const DirectSignal = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("offer"), sdp: SdpText }),
  z.strictObject({ kind: z.literal("answer"), sdp: SdpText }),
  z.strictObject({
    kind: z.literal("candidate"),
    candidate: Text.max(1_000),
    sdpMid: Text.max(64).nullable(),
    sdpMLineIndex: z.number().int().min(0).nullable(),
  }),
]);
export type DirectSignal = z.infer<typeof DirectSignal>;

/** ICE servers for a page, as in a play session: TURN secrets are replaced by a username and password. */
export const DirectIceServer = IceServer.omit({ secret: true });
export type DirectIceServer = z.infer<typeof DirectIceServer>;

/** The messages of a page. The first is `publish` or `watch`; any other message before it is rejected. */
export const DirectRequest = z.discriminatedUnion("type", [
  /**
   * Publishes the live. A page with a pass that connects later replaces this one. `places` names the places of viewers that are still
   * connected, so that a restarted edge keeps them.
   */
  z.strictObject({
    type: z.literal("publish"),
    pass: Text.max(400),
    places: z.array(PlaceName).max(DIRECT_PLACES).exactOptional(),
  }),
  /** Requests to watch. `slot` comes from an earlier connection, whose place the viewer regains if it is still free. */
  z.strictObject({
    type: z.literal("watch"),
    ticket: Text.max(4_000),
    slot: Text.max(1_000).exactOptional(),
  }),
  /** A signal to the publisher, or from the publisher to the viewer of a place. */
  z.strictObject({ type: z.literal("signal"), to: PlaceName.exactOptional(), signal: DirectSignal }),
]);
export type DirectRequest = z.infer<typeof DirectRequest>;

/**
 * `invalid`: no valid pass or ticket; `denied`: access was withdrawn; `over`: the live has ended; `replaced`: the page was replaced by
 * another publisher, or by a newer connection of the viewer; `busy`: the queue is full.
 */
export const DIRECT_REFUSALS = ["invalid", "denied", "over", "replaced", "busy"] as const;
export type DirectRefusal = (typeof DIRECT_REFUSALS)[number];

/** A message to the page. */
export type DirectAnswer =
  /** To the publisher: the places that are already taken. The page keeps its connections to these and drops all others. */
  | { type: "published"; places: string[] }
  /**
   * To the publishing page: a viewer holds this place. The page sends an offer, unless it is already
   * connected to them.
   */
  | { type: "viewer"; place: string; iceServers: DirectIceServer[] }
  /** To the publishing page: the place is free again. */
  | { type: "left"; place: string }
  /**
   * To a viewer: the viewer holds this place while the connection is open. If the viewer held it before, playback continues; if the peer
   * connection has failed, the page waits for a new offer.
   */
  | { type: "slot"; place: string; slot: string; iceServers: DirectIceServer[] }
  /** To a viewer: all places are taken, or there is no publisher. Another message follows when a place is free. */
  | { type: "waiting"; reason: "full" | "nobody"; waitingBefore: number }
  /** A message from the viewer of a place to the publishing page, or the reverse. */
  | { type: "signal"; from?: string; signal: DirectSignal }
  /** To the page: another edge has the room. The connection closes. */
  | { type: "elsewhere"; url: string }
  /** To the page: the request is rejected. The connection closes. */
  | { type: "refused"; reason: DirectRefusal; comeBackInMs?: number };
