import {
  type Announcement,
  FRAME_HEADER_BYTES,
  FRAME_TYPES,
  type Frame,
  HOLDINGS,
  REFUSALS,
} from "./frames.ts";

type EncodedFrame = Uint8Array<ArrayBuffer>;

const EMPTY_PAYLOAD = new Uint8Array();
const textEncoder = new TextEncoder();
const clampToUint32 = (value: number): number => Math.max(0, Math.min(Math.round(value), 0xffff_ffff));

/** Writes a header, followed by 32-bit numbers and other bytes. */
function writeFrame(
  type: Frame["type"],
  number: number,
  numbers: number[],
  tail: Uint8Array = EMPTY_PAYLOAD,
): EncodedFrame {
  const tailAt = FRAME_HEADER_BYTES + numbers.length * 4;
  const bytes = new Uint8Array(tailAt + tail.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, FRAME_TYPES.indexOf(type));
  view.setUint32(1, number);
  for (const [index, value] of numbers.entries())
    view.setUint32(FRAME_HEADER_BYTES + index * 4, clampToUint32(value));
  bytes.set(tail, tailAt);
  return bytes;
}

function encodeEntries(entries: Announcement[]): EncodedFrame {
  const names = entries.map((entry) => textEncoder.encode(entry.track));
  const bytes = new Uint8Array(names.reduce((sum, name) => sum + 10 + name.length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [index, name] of names.entries()) {
    const { holding, from, to } = entries[index] as Announcement;
    view.setUint8(at, HOLDINGS.indexOf(holding));
    view.setUint32(at + 1, from);
    view.setUint32(at + 5, to);
    view.setUint8(at + 9, name.length);
    bytes.set(name, at + 10);
    at += 10 + name.length;
  }
  return bytes;
}

type FrameOf<T extends Frame["type"]> = Extract<Frame, { type: T }>;
/** The number in the header, the numbers after it, and other bytes. */
type FrameParts = [number, number[], Uint8Array?];

const PARTS_OF_FRAME: { [T in Frame["type"]]: (frame: FrameOf<T>) => FrameParts } = {
  announce: ({ entries }) => [entries.length, [], encodeEntries(entries)],
  request: ({ requestId, segment, fromByte, toByte, deadlineMs }) => [
    requestId,
    [fromByte, toByte, deadlineMs],
    textEncoder.encode(segment),
  ],
  accept: ({ requestId, totalBytes, startInMs, etaMs }) => [requestId, [totalBytes, startInMs, etaMs]],
  chunk: ({ requestId, payload }) => [requestId, [], payload],
  refuse: ({ requestId, reason, waitMs }) => [requestId, [REFUSALS.indexOf(reason), waitMs]],
  cancel: ({ requestId, atByte }) => [requestId, [atByte]],
  status: ({ uplinkKbps }) => [0, [uplinkKbps]],
  taken: ({ bytes }) => [bytes >>> 0, []],
};

/** Encodes one frame: a type, a number (big-endian), then the body. */
export function encodeFrame(frame: Frame): EncodedFrame {
  const partsOf = PARTS_OF_FRAME[frame.type] as (frame: Frame) => FrameParts;
  return writeFrame(frame.type, ...partsOf(frame));
}
