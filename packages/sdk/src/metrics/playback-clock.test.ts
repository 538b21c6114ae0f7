import { beforeEach, describe, expect, it } from "vitest";
import { PlaybackClock, type PlaybackSample, type PlaybackSlice } from "./playback-clock.ts";

let clock: PlaybackClock;
let sample: PlaybackSample;

const advanceBy = (ms: number, change: Partial<PlaybackSample> = {}): PlaybackSlice => {
  sample = { ...sample, atMs: sample.atMs + ms, ...change };
  return clock.advance(sample);
};
const playFor = (ms: number) =>
  advanceBy(ms, { positionSec: sample.positionSec + ms / 1000, hasFuture: true });
const starveFor = (ms: number) => advanceBy(ms, { hasFuture: false });

beforeEach(() => {
  clock = new PlaybackClock();
  sample = { atMs: 0, positionSec: 0, isPaused: false, isSeeking: false, isEnded: false, hasFuture: true };
  clock.advance(sample);
});

describe("before the first frame", () => {
  it("waiting counts neither as playback nor as a stall", () => {
    expect(starveFor(500)).toEqual({ playedSec: 0, stalledSec: 0, hasStallBegun: false });
  });
});

describe("after the first frame", () => {
  beforeEach(() => clock.start());

  it("played seconds are counted", () => {
    expect(playFor(250)).toEqual({ playedSec: 0.25, stalledSec: 0, hasStallBegun: false });
  });

  it("a stall begins once, however long it lasts, and a second one begins after playback", () => {
    playFor(250);
    expect(starveFor(250)).toMatchObject({ stalledSec: 0.25, hasStallBegun: true });
    expect(starveFor(250)).toMatchObject({ stalledSec: 0.25, hasStallBegun: false });
    playFor(250);
    expect(starveFor(250)).toMatchObject({ hasStallBegun: true });
  });

  it("waiting for a seek is not a stall", () => {
    playFor(250);
    advanceBy(100, { isSeeking: true, positionSec: 60, hasFuture: false });
    expect(starveFor(250).stalledSec).toBe(0);
    expect(advanceBy(250, { isSeeking: false, hasFuture: false }).stalledSec).toBe(0);
    playFor(250);
    expect(starveFor(250).stalledSec).toBe(0.25);
  });

  it("a pause counts neither as playback nor as a stall", () => {
    playFor(250);
    expect(advanceBy(250, { isPaused: true, hasFuture: false })).toMatchObject({
      playedSec: 0,
      stalledSec: 0,
    });
  });

  it.each([1, 2])(
    "pauses between two samples lose less than 50 ms of played time at %s times the speed",
    (rate) => {
      let played = 0;
      let counted = 0;
      const passAt = (ms: number, change: Partial<PlaybackSample> = {}, isMoving = true) => {
        const positionSec = sample.positionSec + (isMoving ? (ms * rate) / 1_000 : 0);
        if (isMoving) played += ms / 1_000;
        counted += advanceBy(ms, { positionSec, rate, ...change }).playedSec;
      };
      for (let pause = 0; pause < 20; pause++) {
        for (let look = 0; look < 4; look++) passAt(250);
        const phaseMs = (pause * 37) % 250;
        passAt(phaseMs, { isPaused: true });
        for (let look = 0; look < 3; look++) passAt(250, {}, false);
        // Playback continues for some milliseconds until the event arrives.
        passAt(pause % 12, { isPaused: false });
      }
      passAt(130, { isEnded: true });
      expect(played - counted).toBeLessThan(0.05);
      expect(counted).toBeLessThanOrEqual(played + 1e-9);
    },
  );

  it("a seek of a paused player does not count as playback", () => {
    playFor(250);
    advanceBy(10, { isPaused: true });
    advanceBy(10, { isSeeking: true, positionSec: 60 });
    advanceBy(100, { isSeeking: false });
    expect(advanceBy(100, { isPaused: false, positionSec: 60.02 }).playedSec).toBeCloseTo(0.02);
    expect(advanceBy(100, { isPaused: true, positionSec: 90 }).playedSec).toBeLessThanOrEqual(0.1);
  });

  it("the time for which a device slept does not count as playback", () => {
    playFor(250);
    expect(playFor(3_600_000).playedSec).toBe(0);
  });
});
