import { CONTROL_TYPES, encodeControl } from "./packet.ts";

const HANDSHAKE_BODY_BYTES = 48;
const HANDSHAKE_VERSION = 5;
/** The value that a version 5 listener sends in the field that used to contain the socket type. */
const SRT_MAGIC = 0x4a17;
/** A key length of 32 bytes, in units of eight. Used for callers without a preference. */
const KEY_LENGTH_32 = 4;
const INDUCTION_TYPE = 1;
const CONCLUSION_TYPE = 0xffff_ffff;
const MTU_BYTES = 1_500;
/** The version of libsrt whose protocol this server implements: 1.5.0 of 2022. */
const LIBRARY_VERSION = 0x0001_0500;

const EXTENSION_TYPES = {
  hello: 1,
  helloAnswer: 2,
  keyMaterial: 3,
  keyMaterialAnswer: 4,
  streamId: 5,
  congestion: 6,
  filter: 7,
  group: 8,
} as const;
const HAS_HELLO = 1;
const HAS_KEY_MATERIAL = 2;

/**
 * Our capabilities: timestamps count in both directions, media are encrypted, late packets are dropped, losses are reported
 * repeatedly, and retransmitted packets are marked.
 */
const OUR_FLAGS = 0b11_1111;
/** Set by callers that send files, which are byte streams without message boundaries. */
const STREAM_FLAG = 0b100_0000;
const MAX_STREAM_ID_BYTES = 512;

/** The reasons for rejecting callers, with libsrt's codes. */
export const REJECTION_CODES = {
  failed: 1_000,
  noRoom: 1_003,
  malformed: 1_004,
  oldVersion: 1_008,
  wrongPassphrase: 1_010,
  notEncrypted: 1_011,
  noMessages: 1_012,
  congestion: 1_013,
  filter: 1_014,
  group: 1_015,
  /** Shoal's own codes follow those of the library: 2000 plus the corresponding HTTP status. */
  stopped: 2_403,
  unknownStream: 2_404,
  unavailable: 2_503,
} as const;
export type RejectionReason = keyof typeof REJECTION_CODES;

/** The fields that every handshake has. */
export interface Handshake {
  version: number;
  isInduction: boolean;
  isConclusion: boolean;
  initialSequence: number;
  socketId: number;
  cookie: number;
  body: Buffer;
}

/**
 * Parses the fields of a handshake.
 * @returns undefined for other packets.
 */
export function parseHandshake(body: Buffer): Handshake | undefined {
  if (body.length < HANDSHAKE_BODY_BYTES) return undefined;
  const type = body.readUInt32BE(20);
  return {
    version: body.readUInt32BE(0),
    isInduction: type === INDUCTION_TYPE,
    isConclusion: type === CONCLUSION_TYPE,
    initialSequence: body.readUInt32BE(8) & 0x7fff_ffff,
    socketId: body.readUInt32BE(24),
    cookie: body.readUInt32BE(28),
    body,
  };
}

/** The parameters that a caller requests in the conclusion phase of the handshake. */
export interface ConclusionRequest {
  streamId: string;
  /** How long the caller keeps packets for retransmission, in ms. */
  latencyMs: number;
  keyMaterial: Buffer;
}

/**
 * Parses a caller's request.
 * @returns the rejection if the caller requests a feature that is not offered.
 */
export function parseConclusion({ version, body }: Handshake): ConclusionRequest | RejectionReason {
  if (version !== HANDSHAKE_VERSION) return "oldVersion";
  const extensions = parseExtensions(body.subarray(HANDSHAKE_BODY_BYTES));
  const hello = extensions?.get(EXTENSION_TYPES.hello);
  if (!extensions || !hello || hello.length < 12) return "malformed";
  if (hello.readUInt32BE(4) & STREAM_FLAG) return "noMessages";
  if (decodeText(extensions.get(EXTENSION_TYPES.congestion), "live") !== "live") return "congestion";
  if (extensions.has(EXTENSION_TYPES.filter)) return "filter";
  if (extensions.has(EXTENSION_TYPES.group)) return "group";
  const keyMaterial = extensions.get(EXTENSION_TYPES.keyMaterial);
  if (!keyMaterial) return "notEncrypted";
  const streamId = decodeText(extensions.get(EXTENSION_TYPES.streamId), "");
  return { streamId, latencyMs: hello.readUInt16BE(10), keyMaterial };
}

/** Parses the extensions by type; undefined if they are truncated. */
function parseExtensions(bytes: Buffer): Map<number, Buffer> | undefined {
  const found = new Map<number, Buffer>();
  for (let at = 0; at < bytes.length; ) {
    if (at + 4 > bytes.length) return undefined;
    const end = at + 4 + 4 * bytes.readUInt16BE(at + 2);
    if (end > bytes.length) return undefined;
    found.set(bytes.readUInt16BE(at), bytes.subarray(at + 4, end));
    at = end;
  }
  return found;
}

/** Decodes a string, in which the bytes of each group of four are reversed. */
function decodeText(bytes: Buffer | undefined, byDefault: string): string {
  if (!bytes || bytes.length > MAX_STREAM_ID_BYTES) return byDefault;
  return Buffer.from(bytes)
    .swap32()
    .toString("utf8")
    .replace(/(?<!\0)\0+$/, "");
}

interface ResponseContext {
  handshake: Handshake;
  timeMs: number;
}

/** Builds the response to an induction, whose cookie the caller must send back. */
export function answerInduction({ handshake, timeMs }: ResponseContext, cookie: number): Buffer {
  const body = Buffer.from(handshake.body.subarray(0, HANDSHAKE_BODY_BYTES));
  body.writeUInt32BE(HANDSHAKE_VERSION, 0);
  body.writeUInt16BE(KEY_LENGTH_32, 4);
  body.writeUInt16BE(SRT_MAGIC, 6);
  body.writeUInt32BE(cookie, 28);
  return encodeControl({ type: CONTROL_TYPES.handshake, socketId: handshake.socketId, timeMs, body });
}

export function rejectConclusion({ handshake, timeMs }: ResponseContext, why: RejectionReason): Buffer {
  const body = Buffer.from(handshake.body.subarray(0, HANDSHAKE_BODY_BYTES));
  body.writeUInt32BE(HANDSHAKE_VERSION, 0);
  body.writeUInt32BE(0, 4);
  body.writeUInt32BE(REJECTION_CODES[why], 20);
  return encodeControl({ type: CONTROL_TYPES.handshake, socketId: handshake.socketId, timeMs, body });
}

export interface AcceptanceOptions {
  /** Our socket id, to which the caller addresses its packets. */
  socketId: number;
  windowPackets: number;
  latencyMs: number;
  /** The caller's key material, which is echoed to confirm that it was accepted. */
  keyMaterial: Buffer;
}

export function acceptConclusion(
  { handshake, timeMs }: ResponseContext,
  { socketId, windowPackets, latencyMs, keyMaterial }: AcceptanceOptions,
): Buffer {
  const head = Buffer.from(handshake.body.subarray(0, HANDSHAKE_BODY_BYTES));
  head.writeUInt32BE(HANDSHAKE_VERSION, 0);
  head.writeUInt16BE(0, 4);
  head.writeUInt16BE(HAS_HELLO | HAS_KEY_MATERIAL, 6);
  head.writeUInt32BE(Math.min(head.readUInt32BE(12), MTU_BYTES), 12);
  head.writeUInt32BE(windowPackets, 16);
  head.writeUInt32BE(socketId, 24);
  const hello = Buffer.alloc(12);
  hello.writeUInt32BE(LIBRARY_VERSION, 0);
  hello.writeUInt32BE(OUR_FLAGS, 4);
  hello.writeUInt16BE(latencyMs, 8);
  hello.writeUInt16BE(latencyMs, 10);
  const body = Buffer.concat([
    head,
    encodeExtension(EXTENSION_TYPES.helloAnswer, hello),
    encodeExtension(EXTENSION_TYPES.keyMaterialAnswer, keyMaterial),
  ]);
  return encodeControl({ type: CONTROL_TYPES.handshake, socketId: handshake.socketId, timeMs, body });
}

/**
 * Encodes an extension.
 * @param contents whole words of four bytes.
 */
function encodeExtension(type: number, contents: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(contents.length / 4, 2);
  return Buffer.concat([head, contents]);
}
