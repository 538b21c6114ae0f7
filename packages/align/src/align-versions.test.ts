import { frameRange } from "@shoal/frames";
import { describe, expect, it } from "vitest";
import { alignVersions } from "./align-versions.ts";
import type { Alignment, RangeKind } from "./alignment.types.ts";
import { alignmentOf } from "./alignment-of.ts";
import { carryRange } from "./carry-range.ts";
import { GRID_HEIGHT, GRID_WIDTH, LEVEL_PARTS, readSignatures, SIGNATURE_BYTES } from "./signatures.ts";

const SIGNATURE_CELLS = SIGNATURE_BYTES / 2;

/** Draws a frame of soft blobs that move slightly from frame to frame; each seed is a different shot. */
function drawFrame(seed: number, frame: number): Uint8Array {
  const signature = new Uint8Array(SIGNATURE_CELLS).fill(128);
  for (let row = 0; row < GRID_HEIGHT; row++)
    for (let column = 0; column < GRID_WIDTH; column++) {
      let level = 120;
      for (let blob = 1; blob <= 4; blob++) {
        const x = 16 + 12 * Math.sin(seed * blob * 1.7 + frame * 0.03 * blob);
        const y = 9 + 7 * Math.cos(seed * blob * 2.3 + frame * 0.04);
        const sign = blob % 2 === 0 ? -1 : 1;
        level += sign * 90 * Math.exp(-((column - x) ** 2 + (row - y) ** 2) / (6 + 3 * blob));
      }
      signature[row * GRID_WIDTH + column] = Math.min(255, Math.max(0, level));
    }
  return signature;
}
const drawShot = (seed: number, from: number, to: number) =>
  Array.from({ length: to - from }, (_, n) => drawFrame(seed, from + n));
const drawStill = (level: number, count: number) =>
  Array.from({ length: count }, () => new Uint8Array(SIGNATURE_CELLS).fill(level));
const applyGrade = (frames: Uint8Array[]) =>
  frames.map((frame) =>
    frame.map((level, at) => (at < GRID_WIDTH * GRID_HEIGHT ? Math.min(255, level * 0.8 + 40) : level)),
  );
/**
 * Draws a shot with little motion, whose middle gets brighter with each frame.
 * @param ahead if not 0, the shot is graded: it is as bright as this many frames later, with a gamma on top.
 */
const drawBrighteningShot = (count: number, ahead: number) =>
  Array.from({ length: count }, (_, n) => {
    const signature = drawFrame(4, n * 0.05);
    for (let row = 0; row < GRID_HEIGHT; row++)
      for (let column = 0; column < GRID_WIDTH; column++) {
        const at = row * GRID_WIDTH + column;
        const light = 3 * (n + ahead) * Math.exp(-((column - 16) ** 2 + (row - 9) ** 2) / 30);
        const level = Math.min(1, ((signature[at] as number) * 0.5 + light) / 255);
        signature[at] = 255 * (ahead === 0 ? level : level ** 0.85);
      }
    return signature;
  });
/** Draws a shot that moves slowly, with encoding noise. @param take varies the noise. */
const drawSlowShot = (count: number, take: number) =>
  Array.from({ length: count }, (_, n) =>
    drawFrame(5, n * 0.02).map((level, cell) => level + (hashOfParts(take, n, cell) % 5) - 2),
  );
/** Draws a dark gradient of a few levels that rotates slowly, with encoding noise. @param take varies the noise. */
const drawDarkGradient = (count: number, take: number) =>
  Array.from({ length: count }, (_, n) => {
    const signature = new Uint8Array(SIGNATURE_CELLS).fill(128);
    for (let row = 0; row < GRID_HEIGHT; row++)
      for (let column = 0; column < GRID_WIDTH; column++) {
        const cell = row * GRID_WIDTH + column;
        const along = (column - 16) * Math.cos(n * 0.006) + (row - 9) * Math.sin(n * 0.006);
        signature[cell] = Math.round(
          59 + along * 0.35 + ((hashOfParts(take, n >> 2, cell) % 100) - 50) * 0.002,
        );
      }
    return signature;
  });
const withLogo = (frames: Uint8Array[]) =>
  frames.map((frame) => {
    const copy = frame.slice();
    for (const cell of [34, 35, 66, 67]) copy[cell] = (copy[cell] as number) + 80;
    return copy;
  });

/** Returns pseudorandom numbers, which are the same in each run. */
function hashOfParts(...parts: number[]): number {
  let hash = 0;
  for (const part of parts) {
    hash = Math.imul(hash ^ part, 0x85ebca6b);
    hash ^= hash >>> 13;
  }
  return Math.imul(hash, 0x9e3779b1) >>> 16;
}
const SUBCELLS_PER_SIDE = 8;
/**
 * Draws drifting specks of varying density, as detail finer than a cell.
 * @param share the visible share of each side of the frame, around its centre.
 */
function drawSpecks(seed: number, frame: number, share = 1): Uint8Array {
  const signature = new Uint8Array(SIGNATURE_CELLS).fill(128);
  const cellPx = SUBCELLS_PER_SIDE * share;
  const [left, top] = [GRID_WIDTH, GRID_HEIGHT].map(
    (cells) => (cells * SUBCELLS_PER_SIDE * (1 - share)) / 2,
  ) as [number, number];
  for (let row = 0; row < GRID_HEIGHT; row++)
    for (let column = 0; column < GRID_WIDTH; column++) {
      let sum = 0;
      for (let n = 0; n < SUBCELLS_PER_SIDE * SUBCELLS_PER_SIDE; n++) {
        const x = Math.floor(left + (column + (n % SUBCELLS_PER_SIDE) / SUBCELLS_PER_SIDE) * cellPx) + frame;
        const y = Math.floor(top + (row + Math.floor(n / SUBCELLS_PER_SIDE) / SUBCELLS_PER_SIDE) * cellPx);
        const coarse = hashOfParts(seed, x >> 3, y >> 3) % 16;
        const speck = hashOfParts(seed + 1_000, x, y) % 16;
        sum += speck < coarse ? 220 : 30;
      }
      signature[row * GRID_WIDTH + column] = sum / SUBCELLS_PER_SIDE ** 2;
    }
  return signature;
}
const drawSpecksShot = (seed: number, count: number, share?: number) =>
  Array.from({ length: count }, (_, frame) => drawSpecks(seed, frame, share));

/** Builds signatures from whole levels, which ffmpeg writes in `LEVEL_PARTS` steps each. */
const signaturesOf = (frames: Uint8Array[]) =>
  readSignatures(
    new Uint8Array(Uint16Array.from(Buffer.concat(frames), (level) => level * LEVEL_PARTS).buffer),
  );
const alignFrames = (old: Uint8Array[], recent: Uint8Array[]) =>
  alignVersions(signaturesOf(old), signaturesOf(recent));
const kindsOf = ({ ranges }: Alignment): [RangeKind, number, number][] =>
  ranges.map(({ kind, firstFrame, endFrame }) => [kind, firstFrame, endFrame]);

const SHOT_A = drawShot(1, 0, 60);
const SHOT_B = drawShot(2, 0, 60);
const SHOT_C = drawShot(3, 0, 60);
const OLD_FRAMES = [...SHOT_A, ...SHOT_B, ...SHOT_C];

describe("aligning two versions", () => {
  it("matches every frame of equal versions with certainty", () => {
    const alignment = alignFrames(OLD_FRAMES, OLD_FRAMES);
    expect(kindsOf(alignment)).toEqual([["same", 0, 180]]);
    expect(alignment.gone).toEqual([]);
    expect([...alignment.newOfOld]).toEqual(Array.from({ length: 180 }, (_, n) => n));
    expect(alignment.ranges[0]?.isSure).toBe(true);
  });

  it("finds a shot that was removed", () => {
    const alignment = alignFrames(OLD_FRAMES, [...SHOT_A, ...SHOT_C]);
    expect(alignment.gone).toEqual([{ firstFrame: 60, endFrame: 120 }]);
    expect(carryRange(alignment, frameRange(80))).toMatchObject({
      kind: "gone",
      at: { firstFrame: 60 },
      isSure: true,
    });
    expect(carryRange(alignment, frameRange(150))).toEqual({
      kind: "same",
      at: frameRange(90),
      isSure: true,
    });
  });

  it("finds a shot that was shortened", () => {
    const alignment = alignFrames(OLD_FRAMES, [...SHOT_A, ...SHOT_B.slice(0, 30), ...SHOT_C]);
    expect(kindsOf(alignment)).toEqual([
      ["same", 0, 60],
      ["shortened", 60, 90],
      ["same", 90, 150],
    ]);
    expect(alignment.gone).toEqual([{ firstFrame: 90, endFrame: 120 }]);
  });

  it("finds new material", () => {
    const alignment = alignFrames(OLD_FRAMES, [...SHOT_A, ...drawShot(9, 0, 40), ...SHOT_B, ...SHOT_C]);
    expect(kindsOf(alignment)).toEqual([
      ["same", 0, 60],
      ["new", 60, 100],
      ["same", 100, 220],
    ]);
  });

  it("finds a shot that was moved", () => {
    const alignment = alignFrames(OLD_FRAMES, [...SHOT_B.slice(0, 40), ...SHOT_A, ...SHOT_C]);
    expect(kindsOf(alignment)[0]).toEqual(["moved", 0, 40]);
    expect(carryRange(alignment, frameRange(70, 80))).toEqual({
      kind: "same",
      at: frameRange(10, 20),
      isSure: true,
    });
  });

  it("finds a graded shot and an added logo", () => {
    const alignment = alignFrames(OLD_FRAMES, [...SHOT_A, ...applyGrade(SHOT_B), ...withLogo(SHOT_C)]);
    expect(kindsOf(alignment)).toEqual([
      ["same", 0, 60],
      ["regraded", 60, 120],
      ["retouched", 120, 180],
    ]);
    expect(carryRange(alignment, frameRange(100))).toEqual({
      kind: "changed",
      at: frameRange(100),
      isSure: true,
    });
  });

  it("matches versions with different frame rates", () => {
    const recent = OLD_FRAMES.flatMap((frame, n) => (n % 24 === 23 ? [frame, frame] : [frame]));
    const alignment = alignFrames(OLD_FRAMES, recent);
    for (let frame = 0; frame < 180; frame++) {
      const { at, kind } = carryRange(alignment, frameRange(frame));
      expect([kind, Math.abs(at.firstFrame - (frame + Math.floor(frame / 24))) <= 1]).toEqual(["same", true]);
    }
    const half = OLD_FRAMES.filter((_, n) => n % 2 === 0);
    const halved = alignFrames(OLD_FRAMES, half);
    expect(halved.gone).toEqual([]);
    for (let frame = 0; frame < 179; frame++)
      expect(Math.abs(carryRange(halved, frameRange(frame)).at.firstFrame - frame / 2)).toBeLessThanOrEqual(
        1,
      );
  });
});

describe("two unrelated videos", () => {
  it("have nothing in common, and no match is sure", () => {
    const alignment = alignFrames(OLD_FRAMES, drawShot(9, 0, 120));
    expect(alignment).toMatchObject({ isUnrelated: true });
    expect(alignment.ranges).toEqual([
      { firstFrame: 0, endFrame: 120, kind: "new", isSure: false, oldFrame: undefined },
    ]);
    expect(carryRange(alignment, frameRange(80))).toMatchObject({ kind: "gone", isSure: false });
  });

  it("are not related by a few black frames in both", () => {
    const alignment = alignFrames(
      [...drawStill(16, 8), ...SHOT_A, ...SHOT_B],
      [...drawStill(16, 8), ...drawShot(9, 0, 120)],
    );
    expect(alignment).toMatchObject({ isUnrelated: true });
  });

  it("count as related once they share a shot, or most of a still", () => {
    expect(alignFrames(OLD_FRAMES, [...drawShot(9, 0, 300), ...SHOT_B.slice(0, 30)])).toMatchObject({
      isUnrelated: false,
    });
    const stills = alignFrames(drawStill(80, 40), drawStill(80, 40));
    expect(stills).toMatchObject({ isUnrelated: false });
  });
});

describe("ambiguous frames", () => {
  it("of a nearly still shot are matched across a cut of half a second and an insertion", () => {
    const [old, encoded] = [drawSlowShot(120, 1), drawSlowShot(120, 2)];
    const recent = [
      ...encoded.slice(0, 40),
      ...encoded.slice(52, 80),
      ...SHOT_C.slice(0, 20),
      ...encoded.slice(80),
    ];
    const alignment = alignFrames([...SHOT_A, ...old, ...SHOT_B], [...SHOT_A, ...recent, ...SHOT_B]);
    const carried = (of: number) => carryRange(alignment, frameRange(60 + of));
    for (const [of, wanted] of [
      [30, 30],
      [60, 48],
      [76, 64],
      [90, 98],
    ] as const)
      expect(Math.abs(carried(of).at.firstFrame - 60 - wanted)).toBeLessThanOrEqual(1);
    expect([46, 60, 76].map((of) => carried(of).kind)).toEqual(["gone", "same", "same"]);
  });

  it("of a dark gradient are matched after an insertion and after a cut", () => {
    const [old, encoded] = [drawDarkGradient(160, 1), drawDarkGradient(160, 2)];
    const recent = [
      ...encoded.slice(0, 40),
      ...SHOT_C.slice(0, 10),
      ...encoded.slice(40, 90),
      ...encoded.slice(102),
    ];
    const alignment = alignFrames([...SHOT_A, ...old, ...SHOT_B], [...SHOT_A, ...recent, ...SHOT_B]);
    const carried = (of: number) => carryRange(alignment, frameRange(60 + of));
    for (const [of, wanted] of [
      [20, 20],
      [50, 60],
      [80, 90],
      [110, 108],
      [150, 148],
    ] as const)
      expect(Math.abs(carried(of).at.firstFrame - 60 - wanted)).toBeLessThanOrEqual(1);
    expect(alignment.kindOfNew).not.toContain("moved");
  });

  it("of grainy black keep their position at the beginning and the end when some are cut", () => {
    const black = (count: number, take: number) =>
      Array.from({ length: count }, (_, n) =>
        new Uint8Array(SIGNATURE_CELLS)
          .fill(128)
          .map((level, cell) =>
            cell < GRID_WIDTH * GRID_HEIGHT ? 16 + (hashOfParts(take, n, cell) % 4) : level,
          ),
      );
    const old = [...black(30, 1), ...SHOT_A, ...SHOT_B, ...black(40, 2)];
    const alignment = alignFrames(old, [
      ...black(30, 3).slice(0, 21),
      ...SHOT_A,
      ...SHOT_B,
      ...black(40, 4).slice(12),
    ]);
    for (let frame = 0; frame < 20; frame++)
      expect(carryRange(alignment, frameRange(frame))).toMatchObject({
        at: frameRange(frame),
        isSure: false,
      });
    for (let frame = 163; frame < 190; frame++)
      expect(carryRange(alignment, frameRange(frame))).toMatchObject({
        at: frameRange(frame - 21),
        isSure: false,
      });
    expect(carryRange(alignment, frameRange(60))).toMatchObject({ at: frameRange(51), isSure: true });
  });

  it("of black do not count as moved when black at the beginning and the end is extended", () => {
    const black = (count: number, take: number) =>
      Array.from({ length: count }, (_, n) =>
        new Uint8Array(SIGNATURE_CELLS)
          .fill(128)
          .map((level, cell) =>
            cell < GRID_WIDTH * GRID_HEIGHT ? 16 + (hashOfParts(take, n, cell) % 4) : level,
          ),
      );
    const alignment = alignFrames(
      [...black(21, 1), ...SHOT_A, ...SHOT_B, ...black(28, 2)],
      [...black(30, 3), ...SHOT_A, ...SHOT_B, ...black(40, 4)],
    );
    expect(alignment.ranges.map(({ kind }) => kind)).not.toContain("moved");
    expect(carryRange(alignment, frameRange(60))).toMatchObject({ at: frameRange(69), isSure: true });
  });

  it("are never sure in black that was shortened", () => {
    const alignment = alignFrames(
      [...SHOT_A, ...drawStill(16, 40), ...SHOT_B],
      [...SHOT_A, ...drawStill(16, 25), ...SHOT_B],
    );
    for (let frame = 60; frame < 100; frame++)
      expect(carryRange(alignment, frameRange(frame)).isSure).toBe(false);
    expect(carryRange(alignment, frameRange(30))).toEqual({ kind: "same", at: frameRange(30), isSure: true });
    expect(carryRange(alignment, frameRange(120))).toEqual({
      kind: "same",
      at: frameRange(105),
      isSure: true,
    });
  });

  it("of a dark shot that changes only in chroma are matched after a cut", () => {
    /** Draws flat luma with noise and slowly rotating chroma. @param take varies the noise. */
    const colored = (count: number, take: number) =>
      Array.from({ length: count }, (_, n) =>
        new Uint8Array(SIGNATURE_CELLS).map((_level, cell) => {
          const isLuma = cell < GRID_WIDTH * GRID_HEIGHT;
          const at = isLuma ? cell : (cell - GRID_WIDTH * GRID_HEIGHT) % (GRID_WIDTH * GRID_HEIGHT * 0.25);
          const columns = isLuma ? GRID_WIDTH : GRID_WIDTH / 2;
          const [x, y] = [(at % columns) / columns - 0.5, Math.floor(at / columns) / 9 - 0.5];
          if (isLuma) return 24 + Math.round(8 * x) + (hashOfParts(take, n, cell) % 2);
          return Math.round(128 + 90 * (x * Math.cos(n * 0.01) + y * Math.sin(n * 0.01)));
        }),
      );
    const [old, encoded] = [colored(160, 1), colored(160, 2)];
    const alignment = alignFrames(
      [...SHOT_A, ...old, ...SHOT_B],
      [...SHOT_A, ...encoded.slice(0, 50), ...encoded.slice(70), ...SHOT_B],
    );
    for (const [of, wanted] of [
      [20, 20],
      [45, 45],
      [75, 55],
      [100, 80],
      [150, 130],
    ] as const)
      expect(
        Math.abs(carryRange(alignment, frameRange(60 + of)).at.firstFrame - 60 - wanted),
      ).toBeLessThanOrEqual(1);
  });

  it("are never sure in a shot that the old version shows twice", () => {
    const alignment = alignFrames([...SHOT_A, ...SHOT_B, ...SHOT_A, ...SHOT_C], [...SHOT_A, ...SHOT_C]);
    const carried = [carryRange(alignment, frameRange(20)), carryRange(alignment, frameRange(140))];
    expect(carried.filter(({ isSure }) => isSure)).toEqual([]);
  });

  it("are never sure at a wrong position in a slowly brightening shot that was graded", () => {
    const old = [...SHOT_A, ...drawBrighteningShot(80, 0), ...SHOT_C];
    const alignment = alignFrames(old, [...SHOT_A, ...drawBrighteningShot(80, 3), ...SHOT_C]);
    for (let frame = 60; frame < 140; frame++) {
      const { at, isSure } = carryRange(alignment, frameRange(frame));
      expect([frame, isSure && Math.abs(at.firstFrame - frame) > 1]).toEqual([frame, false]);
    }
    const clear = carryRange(alignment, frameRange(30));
    expect(clear).toEqual({ kind: "same", at: frameRange(30), isSure: true });
  });

  it("keep the shift of their shot although some resemble later frames a little more", () => {
    const shown = Array.from({ length: 122 }, (_, n) => drawFrame(4, n * 0.3));
    const later = shown
      .slice(42, 82)
      .map((frame) => frame.map((level, cell) => Math.min(255, level + (hashOfParts(cell) % 20))));
    const alignment = alignFrames(shown.slice(0, 120), [
      ...shown.slice(0, 40),
      ...later,
      ...shown.slice(80, 120),
    ]);
    const off = Array.from({ length: 120 }, (_, frame) => frame).filter(
      (frame) => carryRange(alignment, frameRange(frame)).at.firstFrame !== frame,
    );
    expect(off).toEqual([]);
  });

  it("that a frame rate dropped are placed between their neighbours", () => {
    const recent = OLD_FRAMES.with(20, OLD_FRAMES[19] as Uint8Array);
    expect(alignFrames(OLD_FRAMES, recent).newOfOld[20]).toBe(20);
  });

  it("cause no matches if a version is empty, and no sure ones if it is black", () => {
    expect(alignFrames([], OLD_FRAMES).ranges.every(({ kind }) => kind === "new")).toBe(true);
    expect(alignFrames(OLD_FRAMES, []).gone).toEqual([frameRange(0, 180)]);
    expect(alignFrames(drawStill(16, 30), drawStill(16, 30)).ranges.every(({ isSure }) => !isSure)).toBe(
      true,
    );
  });

  it("with detail finer than a cell count as cropped, and those of another take as new", () => {
    const old = [...SHOT_A, ...drawSpecksShot(1, 40), ...SHOT_C];
    const kinds = (recent: Uint8Array[]) => kindsOf(alignFrames(old, recent)).map(([kind]) => kind);
    expect(kinds([...SHOT_A, ...drawSpecksShot(1, 40, 0.8), ...SHOT_C])).toEqual([
      "same",
      "reframed",
      "same",
    ]);
    expect(kinds([...SHOT_A, ...drawSpecksShot(5, 40, 0.8), ...SHOT_C])).toEqual(["same", "new", "same"]);
    expect(kinds([...SHOT_A, ...drawSpecksShot(9, 40), ...SHOT_C])).toEqual(["same", "new", "same"]);
  });

  it("of a still after new material keep their position although all are equal", () => {
    const title = Array.from({ length: 120 }, () => drawFrame(9, 0));
    const fresh = drawShot(7, 0, 40);
    const alignment = alignFrames([...SHOT_A, ...SHOT_B, ...title], [...SHOT_A, ...fresh, ...title]);
    expect(kindsOf(alignment).map(([kind]) => kind)).toEqual(["same", "new", "same"]);
    expect(carryRange(alignment, frameRange(125)).at.firstFrame).toBe(105);
  });

  it("replaced by new material are not surely gone", () => {
    const alignment = alignFrames(OLD_FRAMES, [...SHOT_A, ...drawShot(7, 0, 60), ...SHOT_C]);
    expect(carryRange(alignment, frameRange(80))).toMatchObject({ kind: "gone", isSure: false });
  });

  it("next to a single dropped frame are not sure", () => {
    const alignment = alignFrames(OLD_FRAMES, OLD_FRAMES.toSpliced(90, 1));
    expect(carryRange(alignment, frameRange(86))).toMatchObject({ at: frameRange(86), isSure: false });
    expect(carryRange(alignment, frameRange(30))).toMatchObject({ at: frameRange(30), isSure: true });
  });

  it("replaced by other frames of the old version are not surely gone", () => {
    const alignment = alignFrames(OLD_FRAMES, [...SHOT_A, ...SHOT_A.slice(10, 50), ...SHOT_C]);
    expect(carryRange(alignment, frameRange(80))).toMatchObject({ kind: "gone", isSure: false });
  });

  it("that the new version shows twice are not sure", () => {
    const alignment = alignFrames(OLD_FRAMES, [...SHOT_A, ...SHOT_B, ...SHOT_C, ...SHOT_A.slice(10, 50)]);
    expect(carryRange(alignment, frameRange(30))).toMatchObject({ at: frameRange(30), isSure: false });
    expect(carryRange(alignment, frameRange(80))).toMatchObject({ at: frameRange(80), isSure: true });
  });

  it("that the new version shows twice are not sure at another rate, which drops different frames each time", () => {
    const shown = (leftOut: number) =>
      Array.from({ length: 40 }, (_, n) => n).filter((n) => n % 8 !== leftOut);
    const aligned = (oldOfNew: number[]) =>
      alignmentOf({
        oldFrames: 40,
        oldOfNew: Int32Array.from(oldOfNew),
        sureOfNew: new Uint8Array(oldOfNew.length).fill(1),
        kindOfNew: oldOfNew.map(() => "same" as const),
      });
    const once = aligned(shown(7));
    const twice = aligned([...shown(7), ...Array.from({ length: 30 }, () => -1), ...shown(3)]);
    for (const frame of [3, 7, 11, 15]) {
      expect(carryRange(once, frameRange(frame)).isSure).toBe(true);
      expect(carryRange(twice, frameRange(frame)).isSure).toBe(false);
    }
  });

  it("are not surely moved for less than a second, since a crop may resemble another section", () => {
    const moved = (frames: number) =>
      alignFrames(OLD_FRAMES, [
        ...SHOT_A.slice(0, 60),
        ...SHOT_C.slice(20, 20 + frames),
        ...SHOT_B,
        ...SHOT_C.slice(0, 20),
        ...SHOT_C.slice(20 + frames),
      ]);
    expect(carryRange(moved(16), frameRange(146))).toMatchObject({ at: frameRange(66), isSure: false });
    expect(carryRange(moved(36), frameRange(146))).toMatchObject({ at: frameRange(66), isSure: true });
  });

  it("are repeated evenly at another rate, even if they hardly differ", () => {
    const slow = Array.from({ length: 480 }, (_, n) => drawFrame(5, n / 8));
    const wanted = Array.from({ length: 500 }, (_, n) => Math.floor((n + 0.5) * 0.96));
    const { oldOfNew } = alignFrames(
      slow,
      wanted.map((frame) => slow[frame] as Uint8Array),
    );
    const off = wanted.filter((frame, n) => Math.abs(frame - (oldOfNew[n] as number)) > 1);
    expect(off).toEqual([]);
  });
});
