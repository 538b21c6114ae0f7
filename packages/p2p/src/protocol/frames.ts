import { ANNOUNCE_MAX_ENTRIES, FRAME_MAX_BYTES, SEGMENT_ID_MAX_LENGTH, SEGMENT_MAX_BYTES } from "./limits.ts";
import { isSegmentId, type SegmentId } from "./segment-id.ts";

/** What a peer says of a segment: `want` asks who else does, `fetching` comes from the server now. */
export const HOLDINGS = ["have", "fetching", "want", "gone"] as const;
export type Holding = (typeof HOLDINGS)[number];

export const REFUSALS = ["busy", "missing", "off"] as const;
export type Refusal = (typeof REFUSALS)[number];

export interface Announcement {
  segment: SegmentId;
  holding: Holding;
}

/** Messages of a data channel. A transfer sends the bytes from `fromByte` to the end, in order. */
export type Frame =
  | { type: "announce"; entries: Announcement[] }
  | { type: "request"; requestId: number; segment: SegmentId; fromByte: number; deadlineMs: number }
  | { type: "accept"; requestId: number; totalBytes: number }
  | { type: "chunk"; requestId: number; payload: Uint8Array }
  | { type: "refuse"; requestId: number; reason: Refusal }
  | { type: "cancel"; requestId: number };

const TYPES = ["announce", "request", "accept", "chunk", "refuse", "cancel"] as const;
const HEADER_BYTES = 5;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

function writeHeader(
  type: Frame["type"],
  requestId: number,
  bodyBytes: number,
): [Uint8Array<ArrayBuffer>, DataView] {
  const bytes = new Uint8Array(HEADER_BYTES + bodyBytes);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, TYPES.indexOf(type));
  view.setUint32(1, requestId);
  return [bytes, view];
}

function encodeAnnounce(entries: Announcement[]): Uint8Array<ArrayBuffer> {
  const names = entries.map((entry) => encoder.encode(entry.segment));
  const bodyBytes = names.reduce((sum, name) => sum + 2 + name.length, 0);
  const [bytes, view] = writeHeader("announce", entries.length, bodyBytes);
  let at = HEADER_BYTES;
  for (const [index, name] of names.entries()) {
    view.setUint8(at, HOLDINGS.indexOf(entries[index]?.holding ?? "gone"));
    view.setUint8(at + 1, name.length);
    bytes.set(name, at + 2);
    at += 2 + name.length;
  }
  return bytes;
}

function encodeRequest(frame: Extract<Frame, { type: "request" }>): Uint8Array<ArrayBuffer> {
  const name = encoder.encode(frame.segment);
  const [bytes, view] = writeHeader("request", frame.requestId, 8 + name.length);
  view.setUint32(HEADER_BYTES, frame.fromByte);
  view.setUint32(HEADER_BYTES + 4, Math.max(0, Math.min(frame.deadlineMs, 0xffff_ffff)));
  bytes.set(name, HEADER_BYTES + 8);
  return bytes;
}

/** Encodes one frame: a type, a request number (big-endian), then the body. */
export function encodeFrame(frame: Frame): Uint8Array<ArrayBuffer> {
  switch (frame.type) {
    case "announce":
      return encodeAnnounce(frame.entries);
    case "request":
      return encodeRequest(frame);
    case "accept": {
      const [bytes, view] = writeHeader("accept", frame.requestId, 4);
      view.setUint32(HEADER_BYTES, frame.totalBytes);
      return bytes;
    }
    case "chunk": {
      const [bytes] = writeHeader("chunk", frame.requestId, frame.payload.length);
      bytes.set(frame.payload, HEADER_BYTES);
      return bytes;
    }
    case "refuse": {
      const [bytes, view] = writeHeader("refuse", frame.requestId, 1);
      view.setUint8(HEADER_BYTES, REFUSALS.indexOf(frame.reason));
      return bytes;
    }
    case "cancel":
      return writeHeader("cancel", frame.requestId, 0)[0];
  }
}

function decodeAnnounce(bytes: Uint8Array, view: DataView, count: number): Frame | undefined {
  if (count > ANNOUNCE_MAX_ENTRIES) return undefined;
  const entries: Announcement[] = [];
  let at = HEADER_BYTES;
  for (let index = 0; index < count; index++) {
    if (at + 2 > bytes.length) return undefined;
    const holding = HOLDINGS[view.getUint8(at)];
    const end = at + 2 + view.getUint8(at + 1);
    const segment = decoder.decode(bytes.subarray(at + 2, end));
    if (!holding || end > bytes.length || !isSegmentId(segment)) return undefined;
    entries.push({ segment, holding });
    at = end;
  }
  return at === bytes.length ? { type: "announce", entries } : undefined;
}

function decodeRequest(bytes: Uint8Array, view: DataView, requestId: number): Frame | undefined {
  const nameBytes = bytes.length - HEADER_BYTES - 8;
  if (nameBytes < 1 || nameBytes > SEGMENT_ID_MAX_LENGTH) return undefined;
  const segment = decoder.decode(bytes.subarray(HEADER_BYTES + 8));
  const fromByte = view.getUint32(HEADER_BYTES);
  if (!isSegmentId(segment) || fromByte > SEGMENT_MAX_BYTES) return undefined;
  return { type: "request", requestId, segment, fromByte, deadlineMs: view.getUint32(HEADER_BYTES + 4) };
}

function decodeAccept(bytes: Uint8Array, view: DataView, requestId: number): Frame | undefined {
  if (bytes.length !== HEADER_BYTES + 4) return undefined;
  const totalBytes = view.getUint32(HEADER_BYTES);
  return totalBytes <= SEGMENT_MAX_BYTES ? { type: "accept", requestId, totalBytes } : undefined;
}

/** @returns undefined for anything malformed or too long. The payload of a chunk is a view on `bytes`. */
export function decodeFrame(bytes: Uint8Array): Frame | undefined {
  if (bytes.length < HEADER_BYTES || bytes.length > FRAME_MAX_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const requestId = view.getUint32(1);
  switch (TYPES[view.getUint8(0)]) {
    case "announce":
      return decodeAnnounce(bytes, view, requestId);
    case "request":
      return decodeRequest(bytes, view, requestId);
    case "accept":
      return decodeAccept(bytes, view, requestId);
    case "chunk":
      return { type: "chunk", requestId, payload: bytes.subarray(HEADER_BYTES) };
    case "refuse": {
      const reason = bytes.length === HEADER_BYTES + 1 ? REFUSALS[view.getUint8(HEADER_BYTES)] : undefined;
      return reason && { type: "refuse", requestId, reason };
    }
    case "cancel":
      return { type: "cancel", requestId };
    default:
      return undefined;
  }
}
