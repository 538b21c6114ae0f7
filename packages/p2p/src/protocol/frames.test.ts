import { describe, expect, it } from "vitest";
import { decodeFrame, encodeFrame, type Frame } from "./frames.ts";
import { FRAME_MAX_BYTES } from "./limits.ts";

const SEGMENT = "9c3b1f0e-1c6e-4f0e-9f3f-0d8f2a1b7c55/3/v0/12";
const FRAMES: Frame[] = [
  { type: "announce", entries: [] },
  {
    type: "announce",
    entries: [
      { segment: SEGMENT, holding: "have" },
      { segment: "a/1/a0/init", holding: "gone" },
    ],
  },
  { type: "request", requestId: 7, segment: SEGMENT, fromByte: 65_536, deadlineMs: 3_200 },
  { type: "accept", requestId: 0xffff_ffff, totalBytes: 1_234_567 },
  { type: "chunk", requestId: 7, payload: new Uint8Array([1, 2, 3]) },
  { type: "refuse", requestId: 7, reason: "busy" },
  { type: "cancel", requestId: 7 },
];

describe("a data-channel frame", () => {
  it.each(FRAMES)("comes back as it was sent: %j", (frame) => {
    expect(decodeFrame(encodeFrame(frame))).toEqual(frame);
  });

  it.each(
    FRAMES.filter(({ type }) => type === "accept" || type === "refuse" || type === "announce").slice(1),
  )("is refused when its end is missing: %j", (frame) => {
    expect(decodeFrame(encodeFrame(frame).slice(0, -1))).toBeUndefined();
  });

  it.each([
    ["nothing", new Uint8Array()],
    ["an unknown type", new Uint8Array([99, 0, 0, 0, 1])],
    ["more than a frame may hold", new Uint8Array(FRAME_MAX_BYTES + 1)],
    ["a list that promises more than it holds", new Uint8Array([0, 0, 0, 1, 0])],
  ])("is refused when it is %s", (_name, bytes) => {
    expect(decodeFrame(bytes)).toBeUndefined();
  });

  it("is refused when it names something that is no segment", () => {
    const frame: Frame = {
      type: "request",
      requestId: 1,
      segment: "../../etc/passwd",
      fromByte: 0,
      deadlineMs: 0,
    };
    expect(decodeFrame(encodeFrame(frame))).toBeUndefined();
  });
});
