import type { MediaMessage } from "@shoal/rtmp";
import { beforeEach, describe, expect, it } from "vitest";
import { keyFrame, laterFrame, SOUND_CONFIG, soundFrame, VIDEO_CONFIG } from "../../testing/messages.ts";
import { InputMeter } from "./input-meter.ts";

const zerosOf = (count: number): number[] => Array.from({ length: count }, () => 0);
const FRAME_STEP_MS = 40;
const TIMESTAMP_WRAP_MS = 2 ** 32;

let meter: InputMeter;
beforeEach(() => {
  meter = new InputMeter();
  meter.begin();
});

interface TestFrames {
  seconds: number;
  fromMs?: number;
  /** The publisher's clock at the first message. */
  clockMs?: number;
  keyEachSec?: number;
  /** Returns whether the message with this sequence number is omitted. */
  without?: (n: number) => boolean;
}

/** Sends 25 frames a second in real time. */
function sendFrames({
  seconds,
  fromMs = 0,
  clockMs = 0,
  keyEachSec = 2,
  without = () => false,
}: TestFrames): void {
  for (let n = 0; n < seconds * 25; n++) {
    if (without(n)) continue;
    const timestampMs = (clockMs + n * FRAME_STEP_MS) % TIMESTAMP_WRAP_MS;
    const isKey = n % (keyEachSec * 25) === 0;
    meter.message(isKey ? keyFrame(timestampMs) : laterFrame(timestampMs), fromMs + n * FRAME_STEP_MS);
  }
}

const withSize = (message: MediaMessage, bytes: number): MediaMessage => ({
  ...message,
  payload: Buffer.concat([message.payload, Buffer.alloc(bytes - message.payload.length)]),
});

describe("a meter", () => {
  it("reports the codecs before anything is measured", () => {
    expect(meter.read(0)).toBeNull();
    for (const message of [VIDEO_CONFIG, SOUND_CONFIG, keyFrame(0), soundFrame(0)])
      meter.message(message, 100);
    expect(meter.read(100)).toEqual({
      bitratesKbps: [],
      fps: null,
      announcedFps: 25,
      keyIntervalSec: null,

      droppedFrames: 0,
      droppedPct: null,
      hasBFrames: false,

      width: 320,
      height: 180,
      videoCodec: "h264",
      audioCodec: "aac",
    });
  });

  it("counts all bytes in intervals of two seconds, from the first message", () => {
    const script: MediaMessage = { kind: "script", timestampMs: 0, payload: Buffer.alloc(250) };
    for (const message of [script, withSize(keyFrame(0), 500), withSize(soundFrame(0), 250)])
      meter.message(message, 700);
    meter.message(withSize(laterFrame(2_000), 2_000), 2_699);
    expect(meter.read(2_699)?.bitratesKbps).toEqual([]);
    expect(meter.read(2_700)?.bitratesKbps).toEqual([12]);
    meter.message(withSize(laterFrame(5_000), 500), 6_800);
    expect(meter.read(8_700)?.bitratesKbps).toEqual([12, 0, 0, 2]);
  });

  it("forgets intervals older than two minutes", () => {
    meter.message(withSize(keyFrame(0), 50_000), 0);
    expect(meter.read(120_000)?.bitratesKbps).toEqual([200, ...zerosOf(59)]);
    expect(meter.read(122_000)?.bitratesKbps).toEqual(zerosOf(60));
    expect(meter.read(9_000_000)?.bitratesKbps).toEqual(zerosOf(60));
  });

  it.each([
    ["a steady publisher", {}, { fps: 25, droppedFrames: 0, droppedPct: 0 }],
    ["a key frame each four seconds", { keyEachSec: 4 }, { keyIntervalSec: 4 }],
    ["a key frame once", { keyEachSec: 60 }, { keyIntervalSec: 9.96 }],
    ["a clock that begins anywhere", { clockMs: 123_456_789 }, { fps: 25, droppedFrames: 0 }],
    [
      "a clock that wraps",
      { clockMs: TIMESTAMP_WRAP_MS - 5_000 },
      { fps: 25, droppedFrames: 0, keyIntervalSec: 2 },
    ],
    [
      "three pictures of 250 that do not come",
      { without: (n: number) => n === 120 || n === 200 || n === 201 },
      { droppedFrames: 3, droppedPct: 1.2 },
    ],
    [
      "half the rate that it announces",
      { without: (n: number) => n % 2 === 1 },
      { fps: 12.5, droppedFrames: 0 },
    ],
  ])("of %s", (_what, pictures, expected) => {
    meter.message(VIDEO_CONFIG, 0);
    sendFrames({ seconds: 10, ...pictures });
    expect(meter.read(10_000)).toMatchObject({ announcedFps: 25, ...expected });
  });

  it("counts no lost frames when the publisher's clock jumps forward or back", () => {
    sendFrames({ seconds: 4, clockMs: 1_000 });
    sendFrames({ seconds: 4, clockMs: 900_000, fromMs: 4_000 });
    sendFrames({ seconds: 4, clockMs: 20_000, fromMs: 8_000 });
    expect(meter.read(12_000)).toMatchObject({ fps: 25, droppedFrames: 0, keyIntervalSec: 2 });
  });

  it("counts frames as lost while audio continues, however long the gap", () => {
    sendFrames({ seconds: 4 });
    for (let atMs = 4_000; atMs < 9_000; atMs += 20) meter.message(soundFrame(atMs), atMs);
    expect(meter.read(8_000)).toMatchObject({ fps: 0 });
    sendFrames({ seconds: 1, clockMs: 9_000, fromMs: 9_000 });
    expect(meter.read(10_000)).toMatchObject({ droppedFrames: 125 });
  });

  it("reports the arrival rate of frames that arrive more slowly than they were captured", () => {
    for (let n = 0; n < 100; n++) meter.message(laterFrame(n * FRAME_STEP_MS), n * FRAME_STEP_MS * 2);
    expect(meter.read(8_000)).toMatchObject({ fps: 12.5, droppedFrames: 0 });
  });

  it("reports no video figures for audio only", () => {
    for (let atMs = 0; atMs < 6_000; atMs += 20) meter.message(soundFrame(atMs), atMs);
    expect(meter.read(6_000)).toMatchObject({
      fps: null,
      announcedFps: null,
      keyIntervalSec: null,
      droppedPct: null,

      videoCodec: null,
      width: null,
      audioCodec: "aac",
    });
  });

  it("detects B-frames by varying display delays", () => {
    const shownLater = (timestampMs: number, delayMs: number): MediaMessage => ({
      ...laterFrame(timestampMs),
      payload: Buffer.from([0x27, 1, 0, 0, delayMs, 1]),
    });
    for (const [n, delayMs] of [40, 41, 40].entries())
      meter.message(shownLater(n * FRAME_STEP_MS, delayMs), 0);
    expect(meter.read(0)?.hasBFrames).toBe(false);
    meter.message(shownLater(160, 120), 0);
    expect(meter.read(0)?.hasBFrames).toBe(true);
  });

  it("starts over with each publisher, and reports null without one", () => {
    sendFrames({ seconds: 5 });
    meter.gone();
    expect(meter.read(6_000)).toBeNull();
    meter.message(keyFrame(0), 6_000);
    expect(meter.read(6_000)).toBeNull();
    meter.begin();
    meter.message(soundFrame(0), 9_000);
    expect(meter.read(11_000)).toMatchObject({ bitratesKbps: [0], videoCodec: null });
    meter.end();
    expect(meter.read(11_000)).toBeNull();
  });
});
