import { HEARTBEAT_MS, PROTOCOL_VERSION, TRACKER_MESSAGE_MAX_BYTES } from "./limits.ts";
import type { P2pRules } from "./ticket.ts";

/** Trickle ICE: what two matched peers say to each other through the tracker. */
export type Signal =
  | { kind: "offer" | "answer"; sdp: string }
  | { kind: "candidate"; candidate: string; sdpMid: string | null; sdpMLineIndex: number | null };

/** Peer → tracker. `join` is the first; before it nothing else is taken. */
export type TrackerRequest =
  | { type: "join"; version: number; ticket: string }
  | { type: "renew"; ticket: string }
  | { type: "signal"; to: string; signal: Signal }
  /** The connection to a matched peer could not be made, or ended. */
  | { type: "part"; peer: string }
  /** There is room for more peers. */
  | { type: "more" }
  | { type: "ping" };

export interface PeerMatch {
  id: string;
  /** The one who is told true makes the offer. */
  isInitiator: boolean;
}

/** Tracker → peer. */
export type TrackerReply =
  | { type: "joined"; peerId: string; audience: number; rules: P2pRules; heartbeatMs: number }
  | { type: "peers"; peers: PeerMatch[] }
  | { type: "signal"; from: string; signal: Signal }
  | { type: "unmatched"; peer: string }
  | { type: "audience"; count: number }
  | { type: "rules"; rules: P2pRules }
  | { type: "pong" };

const PEER_ID_PATTERN = /^[\w-]{1,64}$/;
const TICKET_MAX_LENGTH = 4_000;

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === "string" && value.length <= maxLength;
const isPeerId = (value: unknown): value is string =>
  typeof value === "string" && PEER_ID_PATTERN.test(value);
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function parseFields(text: string): Fields | undefined {
  if (text.length > TRACKER_MESSAGE_MAX_BYTES) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function toSignal(value: unknown): Signal | undefined {
  if (!isFields(value)) return undefined;
  const { kind, sdp, candidate, sdpMid, sdpMLineIndex } = value;
  if ((kind === "offer" || kind === "answer") && isText(sdp, TRACKER_MESSAGE_MAX_BYTES)) return { kind, sdp };
  if (kind !== "candidate" || !isText(candidate, 1_000)) return undefined;
  if (sdpMid !== null && !isText(sdpMid, 64)) return undefined;
  if (sdpMLineIndex !== null && !isCount(sdpMLineIndex)) return undefined;
  return { kind, candidate, sdpMid, sdpMLineIndex };
}

function toRules(value: unknown): P2pRules | undefined {
  if (!isFields(value)) return undefined;
  const { enabled, viewerThreshold, maxPeers, uploadPercent, uploadOnCellular } = value;
  if (typeof enabled !== "boolean" || typeof uploadOnCellular !== "boolean") return undefined;
  if (!isCount(viewerThreshold) || !isCount(maxPeers) || typeof uploadPercent !== "number") return undefined;
  return { enabled, viewerThreshold, maxPeers, uploadPercent, uploadOnCellular };
}

function toMatches(value: unknown): PeerMatch[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const matches: PeerMatch[] = [];
  for (const entry of value as unknown[]) {
    if (!isFields(entry) || !isPeerId(entry.id) || typeof entry.isInitiator !== "boolean") return undefined;
    matches.push({ id: entry.id, isInitiator: entry.isInitiator });
  }
  return matches;
}

function toJoined(fields: Fields): TrackerReply | undefined {
  const { peerId, audience, heartbeatMs } = fields;
  const rules = toRules(fields.rules);
  if (!isPeerId(peerId) || !isCount(audience) || !rules) return undefined;
  return {
    type: "joined",
    peerId,
    audience,
    rules,
    heartbeatMs: isCount(heartbeatMs) ? heartbeatMs : HEARTBEAT_MS,
  };
}

/** @returns undefined for anything that is not a well-formed request. */
export function parseTrackerRequest(text: string): TrackerRequest | undefined {
  const fields = parseFields(text);
  if (!fields) return undefined;
  const { type, ticket, version, to, peer } = fields;
  if (type === "ping" || type === "more") return { type };
  if (type === "part") return isPeerId(peer) ? { type, peer } : undefined;
  if (type === "renew") return isText(ticket, TICKET_MAX_LENGTH) ? { type, ticket } : undefined;
  if (type === "join") {
    return isText(ticket, TICKET_MAX_LENGTH) && isCount(version) ? { type, version, ticket } : undefined;
  }
  const signal = type === "signal" ? toSignal(fields.signal) : undefined;
  return signal && isPeerId(to) ? { type: "signal", to, signal } : undefined;
}

/** @returns undefined for anything that is not a well-formed reply: it is ignored, a newer tracker may say more. */
export function parseTrackerReply(text: string): TrackerReply | undefined {
  const fields = parseFields(text);
  if (!fields) return undefined;
  const { type, from, peer, count } = fields;
  if (type === "pong") return { type };
  if (type === "joined") return toJoined(fields);
  if (type === "unmatched") return isPeerId(peer) ? { type, peer } : undefined;
  if (type === "audience") return isCount(count) ? { type, count } : undefined;
  if (type === "rules") {
    const rules = toRules(fields.rules);
    return rules && { type, rules };
  }
  if (type === "peers") {
    const peers = toMatches(fields.peers);
    return peers && { type, peers };
  }
  const signal = type === "signal" ? toSignal(fields.signal) : undefined;
  return signal && isPeerId(from) ? { type: "signal", from, signal } : undefined;
}

export const joinRequest = (ticket: string): TrackerRequest => ({
  type: "join",
  version: PROTOCOL_VERSION,
  ticket,
});
