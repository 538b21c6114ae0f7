import { expect, test } from "vitest";
import { centreOf, pictureBoxOf } from "./picture-box.ts";

const STAGE_SIZE = { width: 1_600, height: 900 };
const PICTURE_CENTRE = { x: 0.5, y: 0.5 };

test.each([
  [
    "one of the stage's shape fills it",
    { width: 1_920, height: 1_080 },
    1,
    { left: 0, top: 0, width: 1_600, height: 900 },
  ],
  [
    "an upright one stands in the middle",
    { width: 1_080, height: 1_920 },
    1,
    { left: 546.875, top: 0, width: 506.25, height: 900 },
  ],
  [
    "an enlarged one goes over the edges",
    { width: 1_920, height: 1_080 },
    2,
    { left: -800, top: -450, width: 3_200, height: 1_800 },
  ],
])("pictureBoxOf: %s", (_, picture, zoom, box) => {
  expect(pictureBoxOf(STAGE_SIZE, picture, zoom, PICTURE_CENTRE)).toEqual(box);
});

test("an enlarged picture leaves no gap at the edges, and centreOf returns its centre", () => {
  const picture = { width: 1_920, height: 1_080 };
  const corner = pictureBoxOf(STAGE_SIZE, picture, 2, { x: 0, y: 1.4 });
  expect(corner).toMatchObject({ left: 0, top: -900 });
  expect(centreOf(STAGE_SIZE, corner)).toEqual({ x: 0.25, y: 0.75 });
  expect(centreOf(STAGE_SIZE, pictureBoxOf(STAGE_SIZE, picture, 4, { x: 0.3, y: 0.6 }))).toEqual({
    x: 0.3,
    y: 0.6,
  });
});
