import { describe, expect, it } from "vitest";
import { constantGrid, cutPieces, frameRange, gridOfKeyFrames, targetDurationSec } from "./grid.ts";

const PAL_RATE = { num: 25, den: 1 };
const NTSC_RATE = { num: 30000, den: 1001 };

describe("the constant grid", () => {
  it("has segments of two GOPs of 2 s and ends with the last frame", () => {
    expect(constantGrid(10, PAL_RATE)).toEqual([0, 4, 8, 10]);
  });

  it("counts whole frames at broadcast rates", () => {
    expect(constantGrid(9, NTSC_RATE)[1]).toBeCloseTo((120 * 1001) / 30000, 9);
  });

  it("joins a last segment of under a second to the previous one", () => {
    expect(constantGrid(8.4, PAL_RATE)).toEqual([0, 4, 8.4]);
  });
});

describe("gridOfKeyFrames and targetDurationSec", () => {
  it("starts every segment at a key frame, as close to 4 s as the key frames allow", () => {
    expect(gridOfKeyFrames([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 10)).toEqual([0, 4, 8, 10]);
    expect(gridOfKeyFrames([0, 10.4, 11.9, 15.75, 23], 30)).toEqual([0, 10.4, 15.75, 23, 30]);
  });

  it("announces the duration of the longest segment, at least 4 s", () => {
    expect(targetDurationSec([0, 10.4, 15.75])).toBe(10);
    expect(targetDurationSec([0, 2])).toBe(4);
  });
});

/** The options for a source whose key frames are unknown. */
const PLAIN_OPTIONS = { keySec: [], endByteOf: () => 0, isArriving: false, fps: PAL_RATE };

describe("cutPieces", () => {
  const grid = constantGrid(600, PAL_RATE);
  const pieces = cutPieces(grid, { ...PLAIN_OPTIONS, endByteOf: (endSec) => endSec * 100 });

  it("makes the first segment a piece of its own", () => {
    expect(pieces[0]).toMatchObject({
      segmentFrom: 0,
      segmentTo: 1,
      startSec: 0,
      endSec: 4,
      sourceEndByte: 400,
    });
  });

  it("covers the grid without gap or overlap, with pieces of about half a minute", () => {
    for (const [n, piece] of pieces.entries()) {
      expect(piece.index).toBe(n);
      expect(piece.segmentFrom).toBe(pieces[n - 1]?.segmentTo ?? 0);
      if (n > 0) expect(piece.endSec - piece.startSec).toBeLessThanOrEqual(44);
    }
    expect(pieces.at(-1)?.segmentTo).toBe(grid.length - 1);
    expect(pieces.length).toBeLessThan(22);
  });

  it("starts pieces soon after a key frame of the source if possible", () => {
    const keys = Array.from({ length: 61 }, (_, n) => n * 10);
    const wasteSec = cutPieces(grid, { ...PLAIN_OPTIONS, keySec: keys }).map(({ startSec }) => startSec % 10);
    expect(Math.max(...wasteSec.slice(1, -1))).toBeLessThanOrEqual(4);
  });

  it("makes small pieces first while the file is arriving", () => {
    const arriving = cutPieces(grid, { ...PLAIN_OPTIONS, isArriving: true });
    expect(arriving.slice(0, 4).map(({ endSec }) => endSec)).toEqual([4, 12, 28, 60]);
    expect(arriving.at(-1)?.segmentTo).toBe(grid.length - 1);
    const short = cutPieces(constantGrid(11, PAL_RATE), { ...PLAIN_OPTIONS, isArriving: true });
    expect(short.map(({ segmentTo }) => segmentTo)).toEqual([1, 3]);
  });

  it("makes longer pieces of ten hours of slides at 1 fps, without a gap", () => {
    const slides = constantGrid(36_000, { num: 1, den: 1 });
    const pieces = cutPieces(slides, { ...PLAIN_OPTIONS, fps: { num: 1, den: 1 } });
    expect(pieces.length).toBeLessThan(120);
    expect(pieces[0]).toMatchObject({ segmentTo: 1 });
    for (const [n, { segmentFrom }] of pieces.entries())
      expect(segmentFrom).toBe(pieces[n - 1]?.segmentTo ?? 0);
    expect(pieces.at(-1)?.segmentTo).toBe(slides.length - 1);
  });

  it("makes a single piece of a clip shorter than a segment", () => {
    expect(cutPieces(constantGrid(2, PAL_RATE), PLAIN_OPTIONS)).toHaveLength(1);
  });
});

describe("frameRange", () => {
  it("leaves no gap between ranges at a frame rate that does not fit the grid", () => {
    const grid = constantGrid(60, NTSC_RATE);
    for (let n = 1; n < grid.length - 1; n++) {
      const [a = 0, b = 0, c = 0] = grid.slice(n - 1, n + 2);
      expect(frameRange(PAL_RATE, a, b).to).toBe(frameRange(PAL_RATE, b, c).from);
    }
  });

  it("tolerates times that are rounded to milliseconds", () => {
    expect(frameRange({ num: 24, den: 1 }, 10.417, 11).from).toBe(250);
  });
});
