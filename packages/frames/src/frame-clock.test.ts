import * as fc from "@shoal/testkit/property";
import { describe, expect, it } from "vitest";
import { constantClock, frameAtTicks, startTicks, tableClock } from "./frame-clock.ts";
import {
  convertFrame,
  convertRange,
  frameRange,
  intersectRanges,
  isInRange,
  rangeBetween,
  rangeFrames,
} from "./frame-range.ts";
import {
  FPS_23_976,
  FPS_24,
  FPS_25,
  FPS_29_97,
  FPS_50,
  FPS_59_94,
  fpsOf,
  frameRate,
  STANDARD_RATES,
} from "./frame-rate.ts";

const DAY_SEC = 86_400;
const anyRate = fc.oneof(
  fc.constantFrom(...STANDARD_RATES),
  fc.record({ num: fc.integer({ min: 1, max: 240_000 }), den: fc.integer({ min: 1_000, max: 1_001 }) }),
);
const anyRateAndFrame = anyRate.chain((rate) =>
  fc.record({
    rate: fc.constant(rate),
    frame: fc.integer({ min: 0, max: Math.ceil(fpsOf(rate) * DAY_SEC) }),
  }),
);

describe("frames and times", () => {
  it("shows each frame from its start, however the start was rounded", () => {
    fc.assert(
      fc.property(anyRateAndFrame, ({ rate, frame }) => {
        const clock = constantClock(rate);
        const startSec = clock.startSec(frame);
        const roundings = [
          startSec,
          Math.round(startSec * 1_000) / 1_000,
          Math.floor(startSec * 1e6) / 1e6,
          Math.round(startSec * 90_000) / 90_000,
          Math.fround(startSec) === startSec ? startSec : clock.seekSec(frame),
        ];
        expect(roundings.map((sec) => clock.frameAt(sec))).toEqual(roundings.map(() => frame));
      }),
    );
  });

  it("never rounds up: three quarters of a frame later, the frame is the same", () => {
    fc.assert(
      fc.property(anyRateAndFrame, ({ rate, frame }) => {
        const clock = constantClock(rate);
        expect(clock.frameAt(clock.startSec(frame) + 0.74 / fpsOf(rate))).toBe(frame);
      }),
    );
  });

  it("is exact in hour 10", () => {
    // 10 h at 30000/1001: frame 1,078,921 starts at 36,000.000 633 s.
    const clock = constantClock(FPS_29_97);
    expect(frameAtTicks(36_000_000_634n, 1_000_000n, FPS_29_97)).toBe(1_078_922 - 1);
    expect(clock.frameAt(1_078_921.5 / (30_000 / 1_001))).toBe(1_078_921);
    expect(startTicks(1_078_921, 30_000n, FPS_29_97)).toBe(1_078_921n * 1_001n);
  });

  it("frames survive conversion to the ticks of every usual timescale", () => {
    fc.assert(
      fc.property(
        anyRateAndFrame,
        fc.constantFrom(1_000n, 12_800n, 15_360n, 30_000n, 90_000n, 1_000_000n),
        ({ rate, frame }, timescale) => {
          expect(frameAtTicks(startTicks(frame, timescale, rate), timescale, rate)).toBe(frame);
        },
      ),
    );
  });

  it("stays between the first and the last frame", () => {
    const clock = constantClock(FPS_25, 100);
    expect([-1, 0, 3.99, 4, 1e9].map((sec) => clock.frameAt(sec))).toEqual([0, 0, 99, 99, 99]);
  });
});

describe("a frame table", () => {
  // Presentation times of a phone's recording: 33 ms apart, then a pause, then faster.
  const clock = tableClock([0, 0.033, 0.067, 0.1, 0.5, 0.508, 0.517], 0.55);

  it("finds the frame that is shown", () => {
    expect([-1, 0, 0.0329, 0.05, 0.3, 0.4991, 0.5, 0.508, 0.52, 9].map((sec) => clock.frameAt(sec))).toEqual([
      0, 0, 1, 1, 3, 4, 4, 5, 6, 6,
    ]);
  });

  it("seeks to the middle of the frame", () => {
    expect(clock.seekSec(3)).toBeCloseTo(0.3);
    for (let frame = 0; frame < 7; frame++) expect(clock.frameAt(clock.seekSec(frame))).toBe(frame);
  });

  it("agrees with a constant rate when the times do", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(FPS_23_976, FPS_29_97, FPS_59_94),
        fc.integer({ min: 1, max: 2_000 }),
        fc.double({ min: 0, max: 40, noNaN: true }),
        (rate, frames, sec) => {
          const constant = constantClock(rate, frames);
          const starts = Array.from({ length: frames }, (_, frame) => constant.startSec(frame));
          const table = tableClock(starts, constant.startSec(frames));
          expect(table.frameAt(sec)).toBe(constant.frameAt(sec));
        },
      ),
    );
  });

  it.each([
    [[], 1],
    [[0, 0.1, 0.1], 1],
    [[0, 0.2, 0.1], 1],
    [[0, 1], 1],
    [[Number.NaN], 1],
  ])("refuses %j until %d", (starts, endSec) => {
    expect(() => tableClock(starts, endSec)).toThrow(RangeError);
  });
});

describe("ranges and other rates", () => {
  it("includes both ends of a range between marks", () => {
    expect(rangeBetween(20, 10)).toEqual({ firstFrame: 10, endFrame: 21 });
    expect(rangeFrames(frameRange(10))).toBe(1);
    expect(isInRange(frameRange(10, 12), 11)).toBe(true);
    expect(isInRange(frameRange(10, 12), 12)).toBe(false);
    expect(intersectRanges(frameRange(0, 10), frameRange(10, 20))).toBeUndefined();
    expect(intersectRanges(frameRange(0, 10), frameRange(8, 20))).toEqual({ firstFrame: 8, endFrame: 10 });
    expect(() => frameRange(5, 5)).toThrow(RangeError);
    expect(() => frameRange(0.5)).toThrow(RangeError);
  });

  it("converts a frame to the one that another rate shows at that time", () => {
    // The same second holds 24 frames at 24 fps and 25 frames at 25 fps.
    expect(convertFrame(24, FPS_24, FPS_25)).toBe(25);
    expect(convertFrame(12, FPS_25, FPS_50)).toBe(25);
    expect(convertFrame(100, FPS_29_97, FPS_59_94)).toBe(201);
    expect(convertRange(frameRange(12, 13), FPS_25, FPS_50)).toEqual({ firstFrame: 24, endFrame: 26 });
    expect(convertRange(frameRange(24, 25), FPS_50, FPS_25)).toEqual({ firstFrame: 12, endFrame: 13 });
  });

  it("frames survive conversion to a higher rate and back", () => {
    fc.assert(
      fc.property(anyRateAndFrame, anyRate, ({ rate, frame }, other) => {
        fc.pre(fpsOf(other) >= fpsOf(rate));
        expect(convertFrame(convertFrame(frame, rate, other), other, rate)).toBe(frame);
      }),
    );
  });

  it("keeps the frame at the same rate, in any fraction", () => {
    expect(convertFrame(2_589_407, FPS_29_97, frameRate(60_000, 2_002))).toBe(2_589_407);
  });
});
