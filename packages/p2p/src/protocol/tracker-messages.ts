import { MAX_TRACKER_MESSAGE_BYTES, PROTOCOL_VERSION } from "./limits.ts";
import { isSegmentId, type SegmentId } from "./segment-id.ts";
import type { P2pRules } from "./ticket.ts";

/** The signals of trickle ICE, which the tracker relays between two matched peers. */
export type Signal =
  | { kind: "offer" | "answer"; sdp: string }
  | { kind: "candidate"; candidate: string; sdpMid: string | null; sdpMLineIndex: number | null };

/** The messages from a peer to the tracker. The tracker accepts no other request before `join`. */
export type TrackerRequest =
  | { type: "join"; version: number; ticket: string }
  | { type: "renew"; ticket: string }
  | { type: "signal"; to: string; signal: Signal }
  /** Reports that the connection to a matched peer failed or has ended. */
  | { type: "part"; peer: string }
  /** Requests more peers. */
  | { type: "more" }
  /** Reports the hash (lower-case hex) of a segment that came entirely from the server, for media without published hashes. */
  | { type: "seen"; segment: SegmentId; sha256: string }
  /** Requests the hash that several viewers have seen. */
  | { type: "hash"; segment: SegmentId }
  | { type: "ping" };

export interface PeerMatch {
  id: string;
  /** Whether the receiver makes the offer. The tracker sends true to one of the two peers. */
  isInitiator: boolean;
  /** Whether the peer is at the same site of the client, on the same line. */
  isNear?: boolean | undefined;
}

/** The messages from the tracker to a peer. */
export type TrackerReply =
  | { type: "joined"; peerId: string; audience: number; rules: P2pRules }
  | { type: "peers"; peers: PeerMatch[] }
  | { type: "signal"; from: string; signal: Signal }
  | { type: "unmatched"; peer: string }
  | { type: "audience"; count: number }
  | { type: "rules"; rules: P2pRules }
  /** The player's data about the video are outdated. A new session contains the current data. */
  | { type: "session" }
  /** The confirmed hash of a segment, or null while it is unknown or in doubt. */
  | { type: "confirmed"; segment: SegmentId; sha256: string | null }
  | { type: "pong" };

const PEER_ID_PATTERN = /^[\w-]{1,64}$/;
const SHA256_PATTERN = /^[0-9a-f]{64}$/;
const MAX_TICKET_LENGTH = 4_000;

type MessageFields = Record<string, unknown>;
/** Returns the value of a field, or undefined if it is invalid. */
type FieldParser<Value> = (value: unknown) => Value | undefined;
type MessageShape<Message> = { [Name in Exclude<keyof Message, "type">]: FieldParser<Message[Name]> };
type MessageShapes<Message extends { type: string }> = {
  [Type in Message["type"]]: MessageShape<Extract<Message, { type: Type }>>;
};

const isFields = (value: unknown): value is MessageFields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const matchPattern = (value: unknown, pattern: RegExp) =>
  typeof value === "string" && pattern.test(value) ? value : undefined;
const parseText = (value: unknown, maxLength: number) =>
  typeof value === "string" && value.length <= maxLength ? value : undefined;
const parseFlag: FieldParser<boolean> = (value) => (typeof value === "boolean" ? value : undefined);
const parseCount: FieldParser<number> = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
const parsePeerId: FieldParser<string> = (value) => matchPattern(value, PEER_ID_PATTERN);
const parseSha256: FieldParser<string> = (value) => matchPattern(value, SHA256_PATTERN);
const parseSegment: FieldParser<SegmentId> = (value) => (isSegmentId(value) ? value : undefined);
const parseTicket: FieldParser<string> = (value) => parseText(value, MAX_TICKET_LENGTH);

/** Reads only the fields of a shape. @returns undefined if one of them is invalid. */
function readFields<Message>(value: unknown, shape: MessageShape<Message>): Message | undefined {
  if (!isFields(value)) return undefined;
  const read: MessageFields = {};
  for (const name in shape) {
    const field = (shape as unknown as Record<string, FieldParser<unknown>>)[name]?.(value[name]);
    if (field === undefined) return undefined;
    read[name] = field;
  }
  return read as Message;
}

const DESCRIPTION_SHAPE: MessageShape<Extract<Signal, { sdp: string }>> = {
  kind: (value) => (value === "offer" || value === "answer" ? value : undefined),
  sdp: (value) => parseText(value, MAX_TRACKER_MESSAGE_BYTES),
};
const CANDIDATE_SHAPE: MessageShape<Extract<Signal, { candidate: string }>> = {
  kind: (value) => (value === "candidate" ? value : undefined),
  candidate: (value) => parseText(value, 1_000),
  sdpMid: (value) => (value === null ? value : parseText(value, 64)),
  sdpMLineIndex: (value) => (value === null ? value : parseCount(value)),
};
const parseSignal: FieldParser<Signal> = (value) =>
  readFields(value, DESCRIPTION_SHAPE) ?? readFields(value, CANDIDATE_SHAPE);

const RULES_SHAPE: MessageShape<P2pRules> = {
  enabled: parseFlag,
  viewerThreshold: parseCount,
  maxPeers: parseCount,
  uploadPercent: (value) => (typeof value === "number" ? value : undefined),
  uploadOnCellular: parseFlag,
  // The following fields were added later and are optional.
  savedSegments: (value = 0) => parseCount(value),
  interISP: (value = true) => parseFlag(value),
};
const parseRules: FieldParser<P2pRules> = (value) => readFields(value, RULES_SHAPE);

/** Any value other than true counts as false: the plugin's core has no room for a check. */
const MATCH_SHAPE: MessageShape<Omit<PeerMatch, "isNear">> = { id: parsePeerId, isInitiator: parseFlag };
const isMatch = (value: unknown) => readFields(value, MATCH_SHAPE) !== undefined;

const REQUEST_SHAPES: MessageShapes<TrackerRequest> = {
  join: { version: parseCount, ticket: parseTicket },
  renew: { ticket: parseTicket },
  signal: { to: parsePeerId, signal: parseSignal },
  part: { peer: parsePeerId },
  more: {},
  seen: { segment: parseSegment, sha256: parseSha256 },
  hash: { segment: parseSegment },
  ping: {},
};

const REPLY_SHAPES: MessageShapes<TrackerReply> = {
  joined: { peerId: parsePeerId, audience: parseCount, rules: parseRules },
  peers: { peers: (value) => (Array.isArray(value) && value.every(isMatch) ? value : undefined) },
  signal: { from: parsePeerId, signal: parseSignal },
  unmatched: { peer: parsePeerId },
  audience: { count: parseCount },
  rules: { rules: parseRules },
  session: {},
  confirmed: { segment: parseSegment, sha256: (value) => (value === null ? value : parseSha256(value)) },
  pong: {},
};

function readMessage<Message extends { type: string }>(
  json: string,
  shapes: MessageShapes<Message>,
): Message | undefined {
  if (json.length > MAX_TRACKER_MESSAGE_BYTES) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    const type = isFields(value) && value.type;
    if (typeof type !== "string" || !Object.hasOwn(shapes, type)) return undefined;
    const fields = readFields(value, shapes[type as Message["type"]]);
    return fields && ({ type, ...(fields as object) } as Message);
  } catch {
    return undefined;
  }
}

/** Parses a request. @returns undefined unless it is well-formed. */
export const parseTrackerRequest = (json: string): TrackerRequest | undefined =>
  readMessage(json, REQUEST_SHAPES);

/** Parses a reply. @returns undefined for an invalid reply, which is ignored because a newer tracker may send other types. */
export const parseTrackerReply = (json: string): TrackerReply | undefined => readMessage(json, REPLY_SHAPES);

export const joinRequest = (ticket: string): TrackerRequest => ({
  type: "join",
  version: PROTOCOL_VERSION,
  ticket,
});
