import { describe, expect, it } from "vitest";
import { cutAudioParts } from "./audio-parts.ts";
import { constantGrid, cutPieces } from "./grid.ts";

const PAL_RATE = { num: 25, den: 1 };
const piecesOf = (durationSec: number) =>
  cutPieces(constantGrid(durationSec, PAL_RATE), {
    keySec: [],
    isArriving: true,
    fps: PAL_RATE,
    endByteOf: (endSec) => endSec * 1_000,
  });

describe("cutAudioParts", () => {
  it("continues after the first piece, each part ending at 1.5 times its start or later, up to the end", () => {
    const parts = cutAudioParts(piecesOf(3_600));
    expect(parts.slice(0, 3)).toEqual([
      { segmentFrom: 1, segmentTo: 3, sourceEndByte: 12_000 },
      { segmentFrom: 3, segmentTo: 7, sourceEndByte: 28_000 },
      { segmentFrom: 7, segmentTo: 15, sourceEndByte: 60_000 },
    ]);
    for (const [n, { segmentFrom, segmentTo }] of parts.entries()) {
      expect(segmentFrom).toBe(parts[n - 1]?.segmentTo ?? 1);
      if (n < parts.length - 1) expect(segmentTo).toBeGreaterThanOrEqual(segmentFrom * 1.5);
    }
    expect(parts.at(-1)).toMatchObject({ segmentTo: 900, sourceEndByte: 3_600_000 });
    const encoded = parts.reduce((sum, { segmentTo }) => sum + segmentTo, 0);
    expect(encoded).toBeLessThan(3 * 900 + 900);
  });

  it("returns one part for a clip of one piece", () => {
    expect(cutAudioParts(piecesOf(3))).toEqual([{ segmentFrom: 0, segmentTo: 1, sourceEndByte: 3_000 }]);
  });
});
