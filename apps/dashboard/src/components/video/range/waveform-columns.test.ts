import { expect, test } from "vitest";
import { columnsOf } from "./waveform-columns.ts";

const SAMPLE_PAIRS = Int8Array.from([0, 64, -128, 0, -64, 32, 0, 0]);

test("a column has the extremes of its samples", () => {
  expect(columnsOf({ pairs: SAMPLE_PAIRS, pairsPerSec: 2 }, { start: 0, end: 2 }, 2)).toEqual([
    { least: -1, greatest: 0.5 },
    { least: -0.5, greatest: 0.25 },
  ]);
});

test("columns share a sample when zoomed in, and are silent beyond the end of the sound", () => {
  const columns = columnsOf({ pairs: SAMPLE_PAIRS, pairsPerSec: 2 }, { start: 1, end: 3 }, 8);
  expect(columns.map(({ least }) => least)).toEqual([-0.5, -0.5, 0, 0, 0, 0, 0, 0]);
});
