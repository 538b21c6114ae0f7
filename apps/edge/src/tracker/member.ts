import type { P2pRules, TicketClaims, TrackerCloseReason, TrackerReply } from "@shoal/p2p/protocol";
import { TRACKER_CLOSE } from "@shoal/p2p/protocol";
import { WebSocket } from "ws";
import type { Matchable } from "./matching.ts";
import { createRateLimit } from "./rate-limit.ts";

/** Trickle ICE of eight new peers is some 160 messages within a second or two. */
const MESSAGES_PER_SEC = 40;
const MESSAGES_BURST = 400;
/** A client that does not read its socket is let go before it costs memory. */
const BACKLOG_MAX_BYTES = 262_144;

/** One connection that presented a valid ticket. */
export interface Member extends Matchable {
  readonly socket: WebSocket;
  readonly matches: Set<string>;
  claims: TicketClaims;
  rules: P2pRules;
  maxPeers: number;
}

export const maxPeersOf = (rules: P2pRules): number => (rules.enabled ? rules.maxPeers : 0);

export function createMember(id: string, socket: WebSocket, claims: TicketClaims): Member {
  const { networkPrefix, asn, country, rules } = claims;
  const maxPeers = maxPeersOf(rules);
  return { id, socket, claims, rules, networkPrefix, asn, country, maxPeers, matches: new Set() };
}

export function send(socket: WebSocket, reply: TrackerReply): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  if (socket.bufferedAmount > BACKLOG_MAX_BYTES) {
    socket.terminate();
    return;
  }
  socket.send(JSON.stringify(reply));
}

export function closeFor(socket: WebSocket, reason: TrackerCloseReason): void {
  socket.close(TRACKER_CLOSE[reason], reason);
}

export const createMessageLimit = () => createRateLimit(MESSAGES_PER_SEC, MESSAGES_BURST);
