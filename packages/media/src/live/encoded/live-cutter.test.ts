import { describe, expect, it } from "vitest";
import { readFragment } from "../../mp4/read-fragment.ts";
import { LiveFeedError } from "../live-media.ts";
import type { EncodedSample } from "./encoded-track.ts";
import { type CutStep, LiveCutter, type LiveCutterOptions } from "./live-cutter.ts";

const VIDEO_TRACK = { id: "v0", timescale: 12_800 };
const AUDIO_TRACK = { id: "a0", timescale: 48_000 };
const FRAME_TICKS = 512;
const FRAMES_PER_SEC = 25;

/** Frames of 1/25 s with a key frame every 50 frames. */
const videoFrames = (from: number, to: number, gop = 50): EncodedSample[] =>
  Array.from({ length: to - from }, (_, n) => {
    const number = from + n;
    const bytes = Buffer.from([number & 255]);
    return {
      dtsTicks: number * FRAME_TICKS,
      durationTicks: FRAME_TICKS,
      ctsTicks: 0,
      isSync: number % gop === 0,
      bytes,
    };
  });

/** AAC frames, from the first one that ends after `fromSec` up to the first one that starts at or after `toSec`. */
function audioFrames(fromSec: number, toSec: number): EncodedSample[] {
  const [from, to] = [fromSec, toSec].map((sec) => Math.ceil((sec * AUDIO_TRACK.timescale) / 1_024)) as [
    number,
    number,
  ];
  return Array.from({ length: to - from }, (_, n) => ({
    dtsTicks: (from + n) * 1_024,
    durationTicks: 1_024,
    ctsTicks: 0,
    isSync: true,
    bytes: Buffer.from([7]),
  }));
}

const makeCutter = (changes: Partial<LiveCutterOptions> = {}) =>
  new LiveCutter({
    tracks: [VIDEO_TRACK, AUDIO_TRACK],
    stepSec: 8 / FRAMES_PER_SEC,
    segmentSecOf: () => 2,
    firstNumber: 0,
    ...changes,
  });

const framesOf = (steps: readonly CutStep[], id = "v0") =>
  steps.map(({ media }) => readFragment(media[id]?.bytes ?? Buffer.alloc(0)).samples.length);
const placesOf = (steps: readonly CutStep[]) => steps.map(({ segment, order }) => `${segment}.${order}`);

describe("LiveCutter", () => {
  it("makes parts of the maximum length, and segments that start with a key frame", () => {
    const cutter = makeCutter({ tracks: [VIDEO_TRACK] });
    const steps = [...cutter.add("v0", videoFrames(0, 110)), ...cutter.end()];
    expect(framesOf(steps)).toEqual([8, 8, 8, 8, 8, 8, 2, 8, 8, 8, 8, 8, 8, 2, 8, 2]);
    expect(placesOf(steps).slice(5, 9)).toEqual(["0.5", "0.6", "1.0", "1.1"]);
    expect(steps.map(({ media }) => media.v0?.isIndependent === true).indexOf(true, 1)).toBe(7);
    expect(steps[7]?.media.v0).toMatchObject({ mediaTimeSec: 2, durationSec: 8 / FRAMES_PER_SEC });
  });

  it("completes a part as soon as its last frame has arrived", () => {
    const cutter = makeCutter({ tracks: [VIDEO_TRACK] });
    expect(cutter.add("v0", videoFrames(0, 7))).toEqual([]);
    expect(placesOf(cutter.add("v0", videoFrames(7, 8)))).toEqual(["0.0"]);
  });

  it("marks a segment's end on its last part, unless that part was full before the next key frame arrived", () => {
    const cutter = makeCutter({ tracks: [VIDEO_TRACK], segmentSecOf: (number) => (number < 1 ? 0.4 : 0.6) });
    const steps = cutter.add("v0", [
      ...videoFrames(0, 12, 12),
      ...videoFrames(12, 29, 16).map((each, n) => ({ ...each, isSync: n === 0 || n === 16 })),
    ]);
    expect(placesOf(steps)).toEqual(["0.0", "0.1", "1.0", "1.1"]);
    expect(framesOf(steps)).toEqual([8, 4, 8, 8]);
    expect(steps.map(({ endsSegment }) => endsSegment)).toEqual([false, true, false, false]);
  });

  it("makes the same parts in whichever order the frames of renditions arrive", () => {
    const whole = makeCutter();
    const [allPictures, allSounds] = [videoFrames(0, 150), audioFrames(0, 6.1)];
    const expected = [...whole.add("v0", allPictures), ...whole.add("a0", allSounds), ...whole.end()];
    const single = makeCutter();
    const steps: CutStep[] = [];
    // All audio arrives before the video, frame by frame.
    for (const sample of allSounds) steps.push(...single.add("a0", [sample]));
    for (const sample of allPictures) steps.push(...single.add("v0", [sample]));
    expect([...steps, ...single.end()]).toEqual(expected);
  });

  it("waits for the slowest rendition, and keeps audio within an audio frame of the video", () => {
    const cutter = makeCutter();
    // The last frame starts the third segment, which makes the second one complete.
    expect(cutter.add("v0", videoFrames(0, 101))).toEqual([]);
    expect(cutter.waitingBytes).toBe(101);
    const steps = cutter.add("a0", audioFrames(0, 4.1));
    expect(placesOf(steps)).toHaveLength(14);
    let [picture, sound] = [0, 0];
    for (const { media } of steps) {
      picture += media.v0?.durationSec ?? 0;
      sound += media.a0?.durationSec ?? 0;
      expect(Math.abs(picture - sound)).toBeLessThan(1_024 / 48_000);
    }
    expect(picture).toBeCloseTo(4);
  });

  it("starts with the first video frame and drops earlier audio", () => {
    const cutter = makeCutter();
    cutter.add("a0", audioFrames(0, 3));
    const [first] = cutter.add("v0", videoFrames(50, 75));
    expect(first?.media.a0?.mediaTimeSec).toBeCloseTo(2, 1);
    expect(first?.media.v0?.mediaTimeSec).toBe(2);
  });

  it("starts with short segments if the minimum duration depends on the number", () => {
    const cutter = makeCutter({ tracks: [VIDEO_TRACK], segmentSecOf: (number) => (number < 4 ? 0.5 : 2) });
    const steps = [...cutter.add("v0", videoFrames(0, 125, 25)), ...cutter.end()];
    expect([...new Set(steps.map(({ segment }) => segment))]).toEqual([0, 1, 2, 3, 4]);
    expect(steps.filter(({ segment }) => segment === 4)).toHaveLength(4);
  });

  it("cuts an audio-only live at its audio frames", () => {
    const cutter = makeCutter({ tracks: [AUDIO_TRACK], stepSec: 1 / 3 });
    const steps = [...cutter.add("a0", audioFrames(0, 4.2)), ...cutter.end()];
    expect(Math.max(...steps.map(({ segment }) => segment))).toBe(2);
    for (const { media } of steps) expect(media.a0?.durationSec).toBeLessThanOrEqual(1 / 3 + 0.002);
  });

  it("ends with the frames that all renditions have", () => {
    const cutter = makeCutter();
    cutter.add("v0", videoFrames(0, 12));
    const steps = [...cutter.add("a0", audioFrames(0, 0.35)), ...cutter.end()];
    expect(framesOf(steps)).toEqual([8, 4]);
    expect(cutter.waitingBytes).toBe(0);
  });

  it("extends the last audio frame to the end of the video", () => {
    const cutter = makeCutter();
    cutter.add("v0", videoFrames(0, 13));
    const steps = [...cutter.add("a0", audioFrames(0, 0.47)), ...cutter.end()];
    expect(framesOf(steps)).toEqual([8, 5]);
    const lengths = ["v0", "a0"].map((id) =>
      steps.reduce((sum, { media }) => sum + (media[id]?.durationSec ?? 0), 0),
    );
    expect(lengths).toEqual([expect.closeTo(0.52), expect.closeTo(0.52)]);
    const last = readFragment(steps.at(-1)?.media.a0?.bytes ?? Buffer.alloc(0));
    expect(last.baseTicks + last.samples.reduce((sum, { durationTicks }) => sum + durationTicks, 0)).toBe(
      0.52 * AUDIO_TRACK.timescale,
    );
  });

  it("rejects frames of an unknown rendition, and too many bytes waiting for a slower rendition", () => {
    const cutter = makeCutter();
    const [frame] = videoFrames(0, 1) as [EncodedSample];
    const large = Array.from({ length: 65 }, (_, n) => ({
      ...frame,
      dtsTicks: n * FRAME_TICKS,
      bytes: Buffer.alloc(1_000_000),
    }));
    expect(() => cutter.add("v0", large)).toThrow(LiveFeedError);
    expect(() => makeCutter().add("v9", [])).toThrow(LiveFeedError);
  });
});
