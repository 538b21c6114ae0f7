import { OPTIMIZED_QUALITIES } from "@shoal/contract";
import { expect, test } from "vitest";
import { findRowFaults, makeRow, qualitiesOf, resolutionsFor, rowsOf } from "./quality-rows.ts";

const SAVED_QUALITIES = [{ bitrate: 800, resolution: { width: 640, height: 360 }, FPS: 25 }];

test("a new row has 5000 kbps, 1920x1080 and 30 frames per second", () => {
  expect(qualitiesOf(false, [makeRow()])).toEqual([
    { bitrate: 5000, resolution: { width: 1920, height: 1080 }, FPS: 30 },
  ]);
});

test("saved qualities survive a round trip through rows", () => {
  expect(qualitiesOf(false, rowsOf(SAVED_QUALITIES))).toEqual(SAVED_QUALITIES);
});

test("the optimized mode ignores the rows", () => {
  expect(qualitiesOf(true, rowsOf(SAVED_QUALITIES))).toBe(OPTIMIZED_QUALITIES);
  expect(rowsOf(OPTIMIZED_QUALITIES)).toHaveLength(1);
});

test("a saved resolution that is not a preset is offered for its row", () => {
  const [row = makeRow()] = rowsOf(SAVED_QUALITIES);
  expect(resolutionsFor(row)[0]).toBe("640x360");
  expect(resolutionsFor(makeRow())).toHaveLength(12);
});

test.each([
  [{ bitrate: 49 }, { bitrate: true, rate: false }],
  [{ bitrate: 1000.5 }, { bitrate: true, rate: false }],
  [{ bitrate: "" as const }, { bitrate: true, rate: false }],
  [{ rate: 121 }, { bitrate: false, rate: true }],
  [{ rate: 29.97 }, { bitrate: false, rate: false }],
])("a row with %o has the faults %o", (change, faults) => {
  expect(findRowFaults({ ...makeRow(), ...change })).toEqual(faults);
});
