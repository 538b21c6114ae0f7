import { describe, expect, it } from "vitest";
import { decodeFrame } from "./frame-decode.ts";
import { encodeFrame } from "./frame-encode.ts";
import { type Frame, UPLINK_UNKNOWN } from "./frames.ts";
import { MAX_FRAME_BYTES } from "./limits.ts";
import { OPEN_END } from "./ranges.ts";

const SEGMENT = "9c3b1f0e-1c6e-4f0e-9f3f-0d8f2a1b7c55/3/v0/12";
const FRAMES: Frame[] = [
  { type: "announce", entries: [] },
  {
    type: "announce",
    entries: [
      { track: "9c3b1f0e-1c6e-4f0e-9f3f-0d8f2a1b7c55/3/v0", from: 0, to: 1_800, holding: "have" },
      { track: "a/1/a0", from: 1_201, to: 1_202, holding: "gone" },
    ],
  },
  { type: "request", requestId: 7, segment: SEGMENT, fromByte: 65_536, toByte: OPEN_END, deadlineMs: 3_200 },
  { type: "accept", requestId: 0xffff_ffff, totalBytes: 1_234_567, startInMs: 120, etaMs: 900 },
  { type: "chunk", requestId: 7, payload: new Uint8Array([1, 2, 3]) },
  { type: "refuse", requestId: 7, reason: "late", waitMs: 2_500 },
  { type: "cancel", requestId: 7, atByte: 40_000 },
  { type: "status", uplinkKbps: UPLINK_UNKNOWN },
  { type: "taken", bytes: 4_000_000_000 },
];

describe("a data-channel frame", () => {
  it.each(FRAMES)("is the same after encoding and decoding: %j", (frame) => {
    expect(decodeFrame(encodeFrame(frame))).toEqual(frame);
  });

  it.each(FRAMES.filter(({ type }) => type !== "chunk" && type !== "request").slice(1))(
    "is rejected if its last byte is missing: %j",
    (frame) => {
      expect(decodeFrame(encodeFrame(frame).slice(0, -1))).toBeUndefined();
    },
  );

  it.each([
    ["nothing", new Uint8Array()],
    ["an unknown type", new Uint8Array([99, 0, 0, 0, 1])],
    ["more than a frame may hold", new Uint8Array(MAX_FRAME_BYTES + 1)],
    ["a list that promises more than it holds", new Uint8Array([0, 0, 0, 1, 0])],
  ])("is rejected if it is %s", (_name, bytes) => {
    expect(decodeFrame(bytes)).toBeUndefined();
  });

  it("is rejected if its segment id is malformed", () => {
    const frame: Frame = {
      type: "request",
      requestId: 1,
      segment: "../../etc/passwd",
      fromByte: 0,
      toByte: 1,
      deadlineMs: 0,
    };
    expect(decodeFrame(encodeFrame(frame))).toBeUndefined();
  });
});
