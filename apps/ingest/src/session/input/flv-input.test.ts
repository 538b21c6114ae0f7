import type { MediaMessage } from "@shoal/rtmp";
import { beforeEach, describe, expect, it } from "vitest";
import { keyFrame, laterFrame, SOUND_CONFIG, soundFrame, VIDEO_CONFIG } from "../../testing/messages.ts";
import { FlvInput, InputFault } from "./flv-input.ts";

let input: FlvInput;
beforeEach(() => {
  input = new FlvInput();
});

/**
 * Feeds messages that arrive in the same moment.
 * @returns the messages to encode.
 */
const handleAll = (messages: readonly MediaMessage[], nowMs = 0) =>
  messages.flatMap((message) => input.handle(message, nowMs));

describe("a publisher's input", () => {
  it("begins with a key frame once both tracks are configured", () => {
    expect(handleAll([VIDEO_CONFIG, laterFrame(0), keyFrame(40)])).toEqual([]);
    expect(input.begin(0)).toBeUndefined();
    handleAll([SOUND_CONFIG, soundFrame(50)]);
    const { head, messages } = input.begin(10) ?? {};
    expect(head).toMatchObject({ picture: { width: 320, height: 180 }, hasSound: true });
    expect(head?.configs.map(({ kind, timestampMs }) => [kind, timestampMs])).toEqual([
      ["video", 40],
      ["audio", 40],
    ]);
    expect(messages?.map(({ kind, timestampMs }) => [kind, timestampMs])).toEqual([
      ["video", 40],
      ["audio", 50],
    ]);
    expect(handleAll([laterFrame(80)], 40)).toMatchObject([{ timestampMs: 80, arrivedAtMs: 40 }]);
  });

  it("is accepted without audio, or without video, if the other does not arrive within a second", () => {
    handleAll([VIDEO_CONFIG, keyFrame(0)]);
    expect(input.dueAtMs(0)).toBe(1_000);
    expect(input.begin(999)).toBeUndefined();
    expect(input.begin(1_000)?.head).toMatchObject({ hasSound: false, picture: { width: 320 } });
    const soundAlone = new FlvInput();
    soundAlone.handle(SOUND_CONFIG, 0);
    soundAlone.handle(soundFrame(0), 0);
    expect(soundAlone.begin(1_000)?.head).toMatchObject({ hasSound: true, picture: undefined });
  });

  it("waits for audio only 200 ms if the publisher's metadata declares none", () => {
    const metadata = (...names: string[]): MediaMessage => ({
      kind: "script",
      timestampMs: 0,
      payload: Buffer.from(["onMetaData", "videocodecid", ...names].join("\0")),
    });
    handleAll([metadata(), VIDEO_CONFIG, keyFrame(0)]);
    expect(input.dueAtMs(0)).toBe(200);
    expect(input.begin(200)?.head).toMatchObject({ hasSound: false });
    input.reset();
    handleAll([metadata("audiocodecid"), VIDEO_CONFIG, keyFrame(0)]);
    expect(input.begin(200)).toBeUndefined();
  });

  it("waits for video for 20 s if the live had video before", () => {
    handleAll([SOUND_CONFIG, soundFrame(0)]);
    const needsVideo = true;
    expect(input.begin(1_000, { needsVideo })).toBeUndefined();
    expect(input.dueAtMs(1_000)).toBe(20_000);
    handleAll([VIDEO_CONFIG, soundFrame(5_000), keyFrame(5_010)], 5_000);
    const { messages } = input.begin(5_010, { needsVideo }) ?? {};
    expect(messages?.map(({ kind }) => kind)).toEqual(["video"]);
    input.reset();
    handleAll([SOUND_CONFIG, soundFrame(6_000)], 6_000);
    expect(input.begin(25_999, { needsVideo })).toBeUndefined();
    expect(() => input.begin(26_000, { needsVideo })).toThrow("began with a picture");
  });

  it("is refused with a message for codecs that browsers cannot play", () => {
    const hevc: MediaMessage = { kind: "video", timestampMs: 0, payload: Buffer.from([0x1c, 0, 0, 0, 0, 1]) };
    expect(() => input.handle(hevc, 0)).toThrow("The video is hevc; publish it as H.264");
    const unreadable: MediaMessage = { ...VIDEO_CONFIG, payload: VIDEO_CONFIG.payload.subarray(0, 12) };
    expect(() => input.handle(unreadable, 0)).toThrow(InputFault);
  });

  it("is refused without a key frame within two seconds", () => {
    handleAll([VIDEO_CONFIG, SOUND_CONFIG, laterFrame(0)]);
    expect(input.begin(10)).toBeUndefined();
    expect(input.dueAtMs(1_500)).toBe(2_000);
    handleAll([laterFrame(1_900)], 1_900);
    expect(() => input.begin(2_000)).toThrow("No picture came that needs no other");
  });

  it("gives a restarted encoder the next key frame first", () => {
    handleAll([VIDEO_CONFIG, SOUND_CONFIG, keyFrame(0), soundFrame(0)]);
    input.begin(0);
    input.restart();
    expect(handleAll([laterFrame(40), soundFrame(50)], 40)).toEqual([]);
    expect(input.begin(50)).toBeUndefined();
    handleAll([keyFrame(2_000)], 2_000);
    expect(input.begin(2_000)?.messages).toMatchObject([{ timestampMs: 2_000 }]);
  });

  it("continues with the frozen frame if only audio arrives, without earlier input", () => {
    handleAll([VIDEO_CONFIG, SOUND_CONFIG, keyFrame(0), soundFrame(0)]);
    input.begin(0);
    input.restart();
    const head = {
      config: VIDEO_CONFIG,
      picture: { width: 640, height: 360, fps: undefined, isInterlaced: false },
    };
    const held = { head, isAway: (soundMs: number) => soundMs >= 1_500 };
    const begin = (nowMs: number) => input.begin(nowMs, { needsVideo: true, held });
    handleAll([laterFrame(40), soundFrame(1_400)], 1_400);
    expect(begin(1_400)).toBeUndefined();
    handleAll([soundFrame(1_530)], 1_530);
    expect(begin(1_530)).toBeUndefined();
    handleAll([laterFrame(1_550), soundFrame(3_040), soundFrame(3_060)], 3_060);
    expect(begin(3_060)).toMatchObject({ isAfterGap: true, messages: [{ timestampMs: 3_060 }] });
    input.restart();
    handleAll([soundFrame(3_080)], 3_080);
    const { head: begun, isAfterGap } = begin(3_080) ?? {};
    expect([begun?.picture, begun?.configs.map(({ kind }) => kind).toSorted(), isAfterGap]).toEqual([
      head.picture,
      ["audio", "video"],
      false,
    ]);
  });

  it("waits for nothing while an encoder runs", () => {
    handleAll([VIDEO_CONFIG, SOUND_CONFIG, keyFrame(0)]);
    input.begin(0);
    expect(input.dueAtMs(0)).toBe(Infinity);
    expect(input.begin(10)).toBeUndefined();
  });
});

describe("an unsupported codec", () => {
  const enhanced = (first: number, fourCc: string) => [first, ...Buffer.from(fourCc, "latin1"), 0, 0];
  it.each<[string, MediaMessage["kind"], number[], string]>([
    ["VP6", "video", [0x14, 0, 1, 2], "The video is other"],
    ["VP6 with alpha", "video", [0x15, 0, 1, 2], "The video is other"],
    ["a codec without a number", "video", [0x1f, 0, 1, 2], "The video is other"],
    ["HEVC by enhanced RTMP", "video", enhanced(0x90, "hvc1"), "The video is hevc; publish it as H.264"],
    ["HEVC by its first number", "video", [0x1c, 0, 0, 0, 0, 1], "The video is hevc; publish it as H.264"],
    ["AV1", "video", enhanced(0x90, "av01"), "The video is av1; publish it as H.264"],
    ["a FourCC that nobody knows", "video", enhanced(0x90, "vvc1"), "The video is other"],
    ["Opus", "audio", enhanced(0x90, "Opus"), "The audio is opus; publish it as AAC or MP3"],
    ["Speex", "audio", [0xb2, 1, 2], "The audio is other"],
  ])("is refused with its name: %s", (_, kind, bytes, words) => {
    const message = { kind, timestampMs: 0, payload: Buffer.from(bytes) };
    expect(() => input.handle(message, 0)).toThrow(InputFault);
    expect(() => input.handle(message, 0)).toThrow(words);
  });
});
