import { describe, expect, it } from "vitest";
import { encodeAmf0 } from "../protocol/amf0.ts";
import { MESSAGE } from "../protocol/message.ts";
import { displayDelayMsOf, readAudioHeader, readVideoHeader } from "./codec-header.ts";
import { flvTag } from "./flv.ts";
import { mediaOf } from "./media-message.ts";

const createVideoMessage = (...bytes: number[]) => ({
  kind: "video" as const,
  timestampMs: 0,
  payload: Buffer.from(bytes),
});
const createAudioMessage = (...bytes: number[]) => ({
  ...createVideoMessage(...bytes),
  kind: "audio" as const,
});
const bytesOfName = (name: string) => [...Buffer.from(name)];

describe("codec headers", () => {
  it.each([
    [
      "H.264's parameter sets",
      [0x17, 0],
      { codec: "h264", isConfig: true, isMedia: false, isKeyFrame: false },
    ],
    ["a key frame of H.264", [0x17, 1], { codec: "h264", isConfig: false, isMedia: true, isKeyFrame: true }],
    ["another frame", [0x27, 1], { codec: "h264", isConfig: false, isMedia: true, isKeyFrame: false }],
    [
      "the end of a sequence",
      [0x17, 2],
      { codec: "h264", isConfig: false, isMedia: false, isKeyFrame: false },
    ],
    [
      "HEVC's parameter sets",
      [0x90, ...bytesOfName("hvc1")],
      { codec: "hevc", isConfig: true, isMedia: false, isKeyFrame: false },
    ],
    [
      "a key frame of AV1",
      [0x91, ...bytesOfName("av01")],
      { codec: "av1", isConfig: false, isMedia: true, isKeyFrame: true },
    ],
    [
      "a frame without an offset",
      [0xa3, ...bytesOfName("hvc1")],
      { codec: "hevc", isConfig: false, isMedia: true, isKeyFrame: false },
    ],
    [
      "Sorenson's video of 2002",
      [0x12, 9],
      { codec: "other", isConfig: false, isMedia: true, isKeyFrame: true },
    ],
  ])("of video are read: %s", (_what, bytes, header) => {
    expect(readVideoHeader(createVideoMessage(...bytes))).toEqual(header);
  });

  it.each([
    ["AAC's configuration", [0xaf, 0], { codec: "aac", isConfig: true, isMedia: false }],
    ["AAC", [0xaf, 1], { codec: "aac", isConfig: false, isMedia: true }],
    ["MP3", [0x2f, 0xff], { codec: "mp3", isConfig: false, isMedia: true }],
    ["Opus", [0x91, ...bytesOfName("Opus")], { codec: "opus", isConfig: false, isMedia: true }],
  ])("of audio are read: %s", (_what, bytes, header) => {
    expect(readAudioHeader(createAudioMessage(...bytes))).toEqual(header);
  });

  it.each([
    ["as it is decoded", [0x27, 1, 0, 0, 0, 9], 0],
    ["80 ms later", [0x27, 1, 0, 0, 80, 9], 80],
    ["earlier, which some encoders say", [0x27, 1, 0xff, 0xff, 0xd8, 9], -40],
    ["40 ms later, in a new message", [0xa1, ...bytesOfName("avc1"), 0, 0, 40, 9], 40],
    ["as it is decoded, which a message of its own says", [0xa3, ...bytesOfName("avc1"), 9, 9, 9], 0],
    ["nobody knows when, of parameter sets", [0x17, 0, 0, 0, 0], undefined],
    ["nobody knows when, of another codec", [0x2c, 1, 0, 0, 80, 9], undefined],
    ["nobody knows when, of half a message", [0x27, 1, 0], undefined],
  ])("state that the frame is shown %s", (_what, bytes, delayMs) => {
    expect(displayDelayMsOf(createVideoMessage(...bytes))).toBe(delayMs);
  });

  it("are undefined for empty messages and for commands to players", () => {
    expect([
      readVideoHeader(createVideoMessage()),
      readVideoHeader(createVideoMessage(0x57, 0)),
      readAudioHeader(createAudioMessage()),
    ]).toEqual([undefined, undefined, undefined]);
  });
});

describe("media messages", () => {
  it("contain metadata without the publisher's command", () => {
    const metadata = encodeAmf0("onMetaData", { width: 1280 });
    const payload = Buffer.concat([encodeAmf0("@setDataFrame"), metadata]);
    const message = { type: MESSAGE.data, streamId: 1, timestampMs: 5, payload };
    expect(mediaOf(message)).toEqual([{ kind: "script", timestampMs: 5, payload: metadata }]);
  });

  it("of an aggregate have times relative to the aggregate", () => {
    const tags = [0x0100_0000, 0x0100_0028].map((timestampMs, n) =>
      flvTag({ kind: n ? "audio" : "video", timestampMs, payload: Buffer.from([n]) }),
    );
    const message = {
      type: MESSAGE.aggregate,
      streamId: 1,
      timestampMs: 1_000,
      payload: Buffer.concat(tags),
    };
    expect(mediaOf(message)).toEqual([
      { kind: "video", timestampMs: 1_000, payload: Buffer.from([0]) },
      { kind: "audio", timestampMs: 1_040, payload: Buffer.from([1]) },
    ]);
  });

  it("have 32-bit times in their tags", () => {
    expect(
      flvTag({ kind: "audio", timestampMs: 0x1234_5678, payload: Buffer.from([7]) }).toString("hex"),
    ).toBe(`08000001${"345678"}${"12"}00000007${"0000000c"}`);
  });
});
