import { z } from "zod";
import { IceServer } from "../delivery/ice-servers.ts";
import { Text } from "../text.ts";

/** At an edge: the room where viewers of a live without delay meet the page that films it. A WebSocket; messages are JSON. */
export const DIRECT_PATH = "/direct";
/** §4: so many watch a live without delay. */
export const DIRECT_PLACES = 5;
/** Who waits for a place is told when one is free; more than these come again later. */
export const DIRECT_WAITING_MAX = 100;
/** A description with all its candidates is 10 kB. */
export const DIRECT_MESSAGE_MAX_BYTES = 64_000;
/** Who is silent for three times as long is gone. */
export const DIRECT_HEARTBEAT_MS = 5_000;

/**
 * Names one of the places of a room for as long as somebody has it. It is free when his connection ends: the first who
 * waits has one then, under another name. Where nobody waits and he did not close the connection himself, it is kept for
 * him for 15 s, so that what he sees goes on when he comes back with his `slot`; only then is it told that he has `left`.
 */
const Place = Text.min(1).max(64);
const Sdp = Text.max(DIRECT_MESSAGE_MAX_BYTES);

/** Trickle ICE (RFC 8838), as browsers make it. */
export const DirectSignal = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("offer"), sdp: Sdp }),
  z.strictObject({ kind: z.literal("answer"), sdp: Sdp }),
  z.strictObject({
    kind: z.literal("candidate"),
    candidate: Text.max(1_000),
    sdpMid: Text.max(64).nullable(),
    sdpMLineIndex: z.number().int().min(0).nullable(),
  }),
]);
export type DirectSignal = z.infer<typeof DirectSignal>;

/** With what a page reaches another, as in a play session: a secret of a TURN server has become a name and a password. */
export const DirectIceServer = IceServer.omit({ secret: true });
export type DirectIceServer = z.infer<typeof DirectIceServer>;

/** What a page says. The first is `publish` or `watch`; before it nothing else is taken. */
export const DirectRequest = z.discriminatedUnion("type", [
  /**
   * It films the live. Another one with a pass takes its stead. `places` are those of the viewers with whom it is connected
   * from before, so that an edge that was started anew keeps them too.
   */
  z.strictObject({
    type: z.literal("publish"),
    pass: Text.max(400),
    places: z.array(Place).max(DIRECT_PLACES).exactOptional(),
  }),
  /** It would watch; `slot` is that of an earlier connection, whose place it has again when nobody else got it. */
  z.strictObject({
    type: z.literal("watch"),
    ticket: Text.max(4_000),
    slot: Text.max(1_000).exactOptional(),
  }),
  /** To the page that films, or, from that one alone, to the viewer of a place. */
  z.strictObject({ type: z.literal("signal"), to: Place.exactOptional(), signal: DirectSignal }),
]);
export type DirectRequest = z.infer<typeof DirectRequest>;

/** The pass or ticket is none, or out of date; who watches may not any more; the live has ended; somebody else films it, or the viewer has come anew; too many wait. */
export const DIRECT_REFUSALS = ["invalid", "denied", "over", "replaced", "busy"] as const;
export type DirectRefusal = (typeof DIRECT_REFUSALS)[number];

/** What a page is told. */
export type DirectAnswer =
  /** To the page that films: who has places already; it goes on with those whom it has, and drops all others. */
  | { type: "published"; places: string[] }
  /** To the page that films: somebody has this place. It makes the offer, unless it is connected with him already. */
  | { type: "viewer"; place: string; iceServers: DirectIceServer[] }
  /** To the page that films: the place is free. */
  | { type: "left"; place: string }
  /**
   * To a viewer: a place is his for as long as the connection is open. When it has the name of the one that he had, what he
   * sees goes on, unless it has failed: then he waits for another offer.
   */
  | { type: "slot"; place: string; slot: string; iceServers: DirectIceServer[] }
  /** To a viewer: all places are taken, by whom nobody tells; or nobody films. He is told of a place when there is one. */
  | { type: "waiting"; reason: "full" | "nobody"; waitingBefore: number }
  /** From the viewer of a place, to the page that films; or from that page. */
  | { type: "signal"; from?: string; signal: DirectSignal }
  /** Another edge has the room; the connection closes. */
  | { type: "elsewhere"; url: string }
  /** The connection closes. */
  | { type: "refused"; reason: DirectRefusal; comeBackInMs?: number };
