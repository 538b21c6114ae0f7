import {
  type Announcement,
  FRAME_HEADER_BYTES,
  FRAME_TYPES,
  type Frame,
  HOLDINGS,
  REFUSALS,
} from "./frames.ts";
import { MAX_ANNOUNCE_ENTRIES, MAX_FRAME_BYTES, MAX_SEGMENT_BYTES, MAX_SEGMENT_ID_LENGTH } from "./limits.ts";
import { isSegmentId, isTrackKey } from "./segment-id.ts";

type FrameOf<T extends Frame["type"]> = Extract<Frame, { type: T }>;
type FrameReader<T extends Frame["type"]> = (
  view: DataView,
  number: number,
  bytes: Uint8Array,
) => Omit<FrameOf<T>, "type"> | undefined | "" | false;

const textDecoder = new TextDecoder();

function readAnnounce(
  view: DataView,
  count: number,
  bytes: Uint8Array,
): { entries: Announcement[] } | undefined {
  if (count > MAX_ANNOUNCE_ENTRIES) return undefined;
  const entries: Announcement[] = [];
  let at = FRAME_HEADER_BYTES;
  for (let index = 0; index < count; index++) {
    if (at + 10 > bytes.length) return undefined;
    const holding = HOLDINGS[view.getUint8(at)];
    const [from, to] = [view.getUint32(at + 1), view.getUint32(at + 5)];
    const end = at + 10 + view.getUint8(at + 9);
    const track = textDecoder.decode(bytes.subarray(at + 10, end));
    if (!holding || end > bytes.length || to <= from || !isTrackKey(track)) return undefined;
    entries.push({ track, from, to, holding });
    at = end;
  }
  return at === bytes.length ? { entries } : undefined;
}

const readRequest: FrameReader<"request"> = (view, requestId, bytes) => {
  const nameBytes = bytes.length - FRAME_HEADER_BYTES - 12;
  if (nameBytes < 1 || nameBytes > MAX_SEGMENT_ID_LENGTH) return undefined;
  const segment = textDecoder.decode(bytes.subarray(FRAME_HEADER_BYTES + 12));
  const [fromByte, toByte, deadlineMs] = [numberAt(view, 0), numberAt(view, 1), numberAt(view, 2)];
  if (!isSegmentId(segment) || fromByte > MAX_SEGMENT_BYTES || toByte <= fromByte) return undefined;
  return { requestId, segment, fromByte, toByte, deadlineMs };
};

/** Reads the number at an index after the header. */
const numberAt = (view: DataView, index: number): number => view.getUint32(FRAME_HEADER_BYTES + index * 4);

const FRAME_READERS: { [T in Frame["type"]]: FrameReader<T> } = {
  announce: readAnnounce,
  request: readRequest,
  accept(view, requestId) {
    const [totalBytes, startInMs, etaMs] = [numberAt(view, 0), numberAt(view, 1), numberAt(view, 2)];
    return totalBytes <= MAX_SEGMENT_BYTES && { requestId, totalBytes, startInMs, etaMs };
  },
  chunk: (_view, requestId, bytes) => ({ requestId, payload: bytes.subarray(FRAME_HEADER_BYTES) }),
  refuse(view, requestId) {
    const reason = REFUSALS[numberAt(view, 0)];
    return reason && { requestId, reason, waitMs: numberAt(view, 1) };
  },
  cancel: (view, requestId) => ({ requestId, atByte: numberAt(view, 0) }),
  status: (view) => ({ uplinkKbps: numberAt(view, 0) }),
  taken: (_view, bytes) => ({ bytes }),
};

/** The total lengths of frames that consist only of numbers. */
const FIXED_FRAME_BYTES: Partial<Record<Frame["type"], number>> = {
  accept: 17,
  refuse: 13,
  cancel: 9,
  status: 9,
  taken: 5,
};

/** Decodes a frame. The payload of a chunk is a view on `bytes`. @returns undefined for anything malformed or too long. */
export function decodeFrame(bytes: Uint8Array): Frame | undefined {
  if (bytes.length < FRAME_HEADER_BYTES || bytes.length > MAX_FRAME_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const type = FRAME_TYPES[view.getUint8(0)];
  if (!type || bytes.length !== (FIXED_FRAME_BYTES[type] ?? bytes.length)) return undefined;
  const fields = FRAME_READERS[type](view, view.getUint32(1), bytes);
  return fields ? ({ type, ...fields } as Frame) : undefined;
}
