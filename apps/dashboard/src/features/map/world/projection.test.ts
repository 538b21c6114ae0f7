import type { ExtendedFeatureCollection } from "d3-geo";
import { expect, test } from "vitest";
import { outlinesFor, pointOf, projectionFor } from "./projection.ts";

/** A rectangle from 60° south to 80° north, without the poles. */
const LAND: ExtendedFeatureCollection = {
  type: "FeatureCollection",
  features: [-60, 80].map((latitude) => ({
    type: "Feature",
    properties: {},
    geometry: {
      type: "LineString",
      coordinates: [
        [-180, latitude],
        [0, latitude],
        [180, latitude],
      ],
    },
  })),
};
const FRAME_SIZE = { width: 1_000, height: 500 };
const PROJECTION = projectionFor(FRAME_SIZE, LAND);
const positionAt = (latitude: number, longitude: number) => pointOf(PROJECTION, { latitude, longitude });

test("north is up, east is right, and the land fills the frame", () => {
  expect(positionAt(60, 0).y).toBeLessThan(positionAt(0, 0).y);
  expect(positionAt(0, 60).x).toBeGreaterThan(positionAt(0, 0).x);
  const [[left, top], [right, bottom]] = outlinesFor(PROJECTION).bounds(LAND);
  expect(left).toBeGreaterThanOrEqual(-0.5);
  expect(right).toBeLessThanOrEqual(1_000.5);
  expect(top).toBeGreaterThanOrEqual(3.5);
  expect(bottom).toBeLessThanOrEqual(496.5);
});

test("coordinates beyond the poles or the date line are clamped", () => {
  expect(positionAt(123, 0)).toEqual(positionAt(90, 0));
  expect(positionAt(0, 500)).toEqual(positionAt(0, 180));
  expect(positionAt(-90, -180)).toEqual(positionAt(-91, -999));
});
