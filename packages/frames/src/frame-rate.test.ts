import { describe, expect, it } from "vitest";
import {
  FPS_23_976,
  FPS_24,
  FPS_25,
  FPS_29_97,
  FPS_59_94,
  frameRate,
  parseFrameRate,
  rateName,
  snapMeasuredRate,
  snapWrittenRate,
} from "./frame-rate.ts";

describe("frame rates", () => {
  it.each([
    ["30000/1001", FPS_29_97],
    ["60000/2002", FPS_29_97],
    ["2997/100", FPS_29_97],
    ["29.97", FPS_29_97],
    ["29.970", FPS_29_97],
    ["29.97003", FPS_29_97],
    ["2997003/100000", FPS_29_97],
    ["23.98", FPS_23_976],
    ["23.976", FPS_23_976],
    ["2997/125", FPS_23_976],
    ["59.94", FPS_59_94],
    ["119.88", frameRate(120_000, 1_001)],
    ["24", FPS_24],
    ["24.00", FPS_24],
    ["25/1", FPS_25],
    ["12.5", frameRate(25, 2)],
    ["25.02", frameRate(1_251, 50)],
    ["29.98", frameRate(1_499, 50)],
    ["29.9", frameRate(299, 10)],
  ])("reads %s", (text, rate) => {
    expect(parseFrameRate(text)).toEqual(rate);
  });

  it.each(["0/0", "25/0", "", "fps", "-25", "1000000/1", "25/1/1", "1e3"])("does not read %s", (text) => {
    expect(parseFrameRate(text)).toBeUndefined();
  });

  it("keeps rates that are only close to an NTSC rate", () => {
    // The average rate of a real phone recording with a variable frame rate.
    const average = frameRate(359_640, 12_001);
    expect(snapWrittenRate(average)).toEqual(average);
  });

  it("names rates as people write them", () => {
    expect([FPS_23_976, FPS_25, FPS_59_94, frameRate(25, 2)].map(rateName)).toEqual([
      "23.976",
      "25",
      "59.94",
      "12.5",
    ]);
  });

  it("finds the rate of times in milliseconds if only one fits", () => {
    // 1,001 frames of 24000/1001: the last one starts at 41.708 s. At 24 fps, it would start at 41.667 s.
    expect(snapMeasuredRate({ frames: 1_001, spanSec: 41.708, tickSec: 0.001 })).toEqual(FPS_23_976);
    expect(snapMeasuredRate({ frames: 1_001, spanSec: 41.667, tickSec: 0.001 })).toEqual(FPS_24);
  });

  it("does not guess a rate for a short clip or an unusual rate", () => {
    expect(snapMeasuredRate({ frames: 10, spanSec: 0.375, tickSec: 0.001 })).toBeUndefined();
    expect(snapMeasuredRate({ frames: 1_001, spanSec: 41.5, tickSec: 0.001 })).toBeUndefined();
    expect(snapMeasuredRate({ frames: 1, spanSec: 0, tickSec: 0.001 })).toBeUndefined();
  });

  it.each([
    [0, 1],
    [25, 0],
    [29.97, 1],
    [Number.NaN, 1],
    [1_001, 1],
  ])("refuses %d/%d", (num, den) => {
    expect(() => frameRate(num, den)).toThrow(RangeError);
  });
});
