import { PROTOCOL_VERSION, TRACKER_MESSAGE_MAX_BYTES } from "./limits.ts";
import { isSegmentId, type SegmentId } from "./segment-id.ts";
import type { P2pRules } from "./ticket.ts";

/** Trickle ICE: signals relayed by the tracker between two matched peers. */
export type Signal =
  | { kind: "offer" | "answer"; sdp: string }
  | { kind: "candidate"; candidate: string; sdpMid: string | null; sdpMLineIndex: number | null };

/** Peer → tracker. `join` comes first; before it, no other request is accepted. */
export type TrackerRequest =
  | { type: "join"; version: number; ticket: string }
  | { type: "renew"; ticket: string }
  | { type: "signal"; to: string; signal: Signal }
  /** Reports that the connection to a matched peer could not be made, or ended. */
  | { type: "part"; peer: string }
  /** Requests more peers. */
  | { type: "more" }
  /** Reports the hash (lower-case hex) of a segment that came wholly from the server, for media without published hashes. */
  | { type: "seen"; segment: SegmentId; sha256: string }
  /** Requests the hash that several viewers have seen. */
  | { type: "hash"; segment: SegmentId }
  | { type: "ping" };

export interface PeerMatch {
  id: string;
  /** The peer that receives true makes the offer. */
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
  /** The player's view of the video has changed: a fresh session describes it. */
  | { type: "session" }
  /** The confirmed hash of a segment; null while it is unknown or in doubt. */
  | { type: "confirmed"; segment: SegmentId; sha256: string | null }
  | { type: "pong" };

const PEER_ID_PATTERN = /^[\w-]{1,64}$/;
const SHA256_PATTERN = /^[0-9a-f]{64}$/;
const TICKET_MAX_LENGTH = 4_000;

type Fields = Record<string, unknown>;
/** The value of a field; undefined if it is not valid. */
type FieldParser<Value> = (value: unknown) => Value | undefined;
type Shape<Message> = { [Name in Exclude<keyof Message, "type">]: FieldParser<Message[Name]> };
type Shapes<Message extends { type: string }> = {
  [Type in Message["type"]]: Shape<Extract<Message, { type: Type }>>;
};

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const matching = (value: unknown, pattern: RegExp) =>
  typeof value === "string" && pattern.test(value) ? value : undefined;
const text = (value: unknown, maxLength: number) =>
  typeof value === "string" && value.length <= maxLength ? value : undefined;
const flag: FieldParser<boolean> = (value) => (typeof value === "boolean" ? value : undefined);
const count: FieldParser<number> = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
const peerId: FieldParser<string> = (value) => matching(value, PEER_ID_PATTERN);
const sha256: FieldParser<string> = (value) => matching(value, SHA256_PATTERN);
const segment: FieldParser<SegmentId> = (value) => (isSegmentId(value) ? value : undefined);
const ticket: FieldParser<string> = (value) => text(value, TICKET_MAX_LENGTH);

/** Reads only the fields of a shape. @returns undefined if one of them is invalid. */
function readFields<Message>(value: unknown, shape: Shape<Message>): Message | undefined {
  if (!isFields(value)) return undefined;
  const read: Fields = {};
  for (const name in shape) {
    const field = (shape as unknown as Record<string, FieldParser<unknown>>)[name]?.(value[name]);
    if (field === undefined) return undefined;
    read[name] = field;
  }
  return read as Message;
}

const DESCRIPTION: Shape<Extract<Signal, { sdp: string }>> = {
  kind: (value) => (value === "offer" || value === "answer" ? value : undefined),
  sdp: (value) => text(value, TRACKER_MESSAGE_MAX_BYTES),
};
const CANDIDATE: Shape<Extract<Signal, { candidate: string }>> = {
  kind: (value) => (value === "candidate" ? value : undefined),
  candidate: (value) => text(value, 1_000),
  sdpMid: (value) => (value === null ? value : text(value, 64)),
  sdpMLineIndex: (value) => (value === null ? value : count(value)),
};
const signal: FieldParser<Signal> = (value) => readFields(value, DESCRIPTION) ?? readFields(value, CANDIDATE);

const RULES: Shape<P2pRules> = {
  enabled: flag,
  viewerThreshold: count,
  maxPeers: count,
  uploadPercent: (value) => (typeof value === "number" ? value : undefined),
  uploadOnCellular: flag,
  // The following fields were added later and are optional.
  savedSegments: (value = 0) => count(value),
  interISP: (value = true) => flag(value),
};
const rules: FieldParser<P2pRules> = (value) => readFields(value, RULES);

/** Any value other than true counts as false: the plugin's core has no room for a check. */
const MATCH: Shape<Omit<PeerMatch, "isNear">> = { id: peerId, isInitiator: flag };
const isMatch = (value: unknown) => readFields(value, MATCH) !== undefined;

const REQUESTS: Shapes<TrackerRequest> = {
  join: { version: count, ticket },
  renew: { ticket },
  signal: { to: peerId, signal },
  part: { peer: peerId },
  more: {},
  seen: { segment, sha256 },
  hash: { segment },
  ping: {},
};

const REPLIES: Shapes<TrackerReply> = {
  joined: { peerId, audience: count, rules },
  peers: { peers: (value) => (Array.isArray(value) && value.every(isMatch) ? value : undefined) },
  signal: { from: peerId, signal },
  unmatched: { peer: peerId },
  audience: { count },
  rules: { rules },
  session: {},
  confirmed: { segment, sha256: (value) => (value === null ? value : sha256(value)) },
  pong: {},
};

function readMessage<Message extends { type: string }>(
  json: string,
  shapes: Shapes<Message>,
): Message | undefined {
  if (json.length > TRACKER_MESSAGE_MAX_BYTES) return undefined;
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
export const parseTrackerRequest = (json: string): TrackerRequest | undefined => readMessage(json, REQUESTS);

/** Parses a reply. @returns undefined unless it is well-formed: it is ignored, since a newer tracker may send other types. */
export const parseTrackerReply = (json: string): TrackerReply | undefined => readMessage(json, REPLIES);

export const joinRequest = (ticket: string): TrackerRequest => ({
  type: "join",
  version: PROTOCOL_VERSION,
  ticket,
});
