import type { Duplex } from "node:stream";
import type { Matchable } from "@shoal/p2p/matching";
import type { P2pRules, TicketClaims, TrackerCloseReason, TrackerReply } from "@shoal/p2p/protocol";
import { TRACKER_CLOSE } from "@shoal/p2p/protocol";
import { WebSocket } from "ws";
import { pongFrame, textFrame, textFrameAround } from "../platform/frame.ts";
import { createRateLimit } from "../platform/rate-limit.ts";
import { holdForTurn, holdUntilNext } from "./turn-writes.ts";

/** The maximum rate of messages. Trickle ICE with eight new peers takes some 160 messages within a second or two. */
const MESSAGES_PER_SEC = 40;
const MESSAGES_BURST = 400;
/** The number of unsent bytes above which a client that does not read its socket is disconnected, before it costs memory. */
const MAX_BACKLOG_BYTES = 262_144;
/** The amount of data up to which all messages of one turn of the event loop are sent in one write, in bytes. */
const MAX_BATCH_BYTES = 32_768;
/**
 * The number of unsent bytes above which each kind of message is dropped. Audience counts are dropped first, since they are sent
 * again. Signals follow, since a viewer who does not read cannot connect anyway.
 */
const DROP_THRESHOLD_BYTES: Partial<Record<TrackerReply["type"], number>> = {
  audience: 65_536,
  signal: 131_072,
};

/** A viewer's connection. */
export interface TrackerConnection {
  readonly socket: WebSocket;
  /** The connection beneath the WebSocket. */
  readonly stream: Duplex;
}

/** A connection with a valid ticket. */
export interface Member extends Matchable, TrackerConnection {
  readonly matches: Set<string>;
  claims: TicketClaims;
  rules: P2pRules;
  /** When the access rules were first found to differ from those in the viewer's ticket; undefined while they agree. */
  outdatedSinceMs: number | undefined;
}

export const maxPeersOf = (rules: P2pRules): number => (rules.enabled ? rules.maxPeers : 0);

export function createMember(
  id: string,
  { socket, stream }: TrackerConnection,
  claims: TicketClaims,
): Member {
  const { rules } = claims;
  const maxPeers = maxPeersOf(rules);
  const { interISP } = rules;
  const rest = { maxPeers, interISP, matches: new Set<string>(), outdatedSinceMs: undefined };
  return { id, socket, stream, claims, rules, ...locationOf(claims), ...rest };
}

/** The viewer's network according to their ticket. All viewers of a site count as one network. */
export const locationOf = ({ site, networkPrefix, asn, country }: TicketClaims) => ({
  networkPrefix: site ? `site ${site.uuid}` : networkPrefix,

  asn,
  country,
  staysInSite: site?.isClosed ?? false,
});

export const isSameRules = (a: P2pRules, b: P2pRules): boolean =>
  (Object.keys(a) as (keyof P2pRules)[]).every((name) => a[name] === b[name]);

/** A message to one or several viewers, in its wire form. */
interface OutgoingMessage {
  frame: Buffer;
  canWait: boolean;
  /** The message is not sent to a viewer with more unsent bytes than this. */
  leftOutFromBytes: number | undefined;
}

export function sendReply(line: TrackerConnection, reply: TrackerReply): void {
  sendMessage(line, serialiseReply(reply));
}

/** Serialises a message once for all of its receivers. */
export function serialiseReply(reply: TrackerReply): OutgoingMessage {
  const frame = textFrame(JSON.stringify(reply));
  return { frame, canWait: isDeferrable(reply), leftOutFromBytes: DROP_THRESHOLD_BYTES[reply.type] };
}

/**
 * Sends a peer's signal.
 * @param signal the signal's JSON, as UTF-8.
 */
export function sendSignal(line: TrackerConnection, from: string, signal: Buffer): void {
  const frame = textFrameAround(`{"type":"signal","from":"${from}","signal":`, signal, "}");
  sendMessage(line, { frame, canWait: false, leftOutFromBytes: DROP_THRESHOLD_BYTES.signal });
}

export function sendPong(line: TrackerConnection, data: Buffer): void {
  sendMessage(line, { frame: pongFrame(data), canWait: false, leftOutFromBytes: undefined });
}

/** Writes a message without the WebSocket's own sender, which needs two writes and several objects per message. */
export function sendMessage(
  line: TrackerConnection,
  { frame, canWait, leftOutFromBytes }: OutgoingMessage,
): void {
  if (canWrite(line, canWait ? holdUntilNext : holdForTurn, leftOutFromBytes)) line.stream.write(frame);
}

/** Whether a message is not urgent, such as a count, or the announcement of a new peer who will send an offer anyway. */
const isDeferrable = (reply: TrackerReply): boolean =>
  reply.type === "audience" || (reply.type === "peers" && reply.peers[0]?.isInitiator === false);

/** Whether another message may be queued for this client. Disconnects a client with too many unsent bytes. */
function canWrite(
  { socket, stream }: TrackerConnection,
  hold: (stream: Duplex) => void,
  limitBytes = MAX_BACKLOG_BYTES,
): boolean {
  if (socket.readyState !== WebSocket.OPEN) return false;
  if (socket.bufferedAmount < MAX_BATCH_BYTES) {
    hold(stream);
    return true;
  }
  // Held messages are sent before the backlog is measured, because this process and not the viewer has delayed them.
  stream.uncork();
  const waitingBytes = socket.bufferedAmount;
  if (waitingBytes > MAX_BACKLOG_BYTES) socket.terminate();
  return waitingBytes <= limitBytes;
}

export function closeWithReason(socket: WebSocket, reason: TrackerCloseReason): void {
  socket.close(TRACKER_CLOSE[reason], reason);
}

export const createMessageLimit = () => createRateLimit(MESSAGES_PER_SEC, MESSAGES_BURST);
