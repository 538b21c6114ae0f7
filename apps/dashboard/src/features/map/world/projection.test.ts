import type { ExtendedFeatureCollection } from "d3-geo";
import { expect, test } from "vitest";
import { outlinesFor, pointOf, projectionFor } from "./projection.ts";

/** A rectangle from 60° south to 80° north, without the poles. */
const land: ExtendedFeatureCollection = {
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
const size = { width: 1_000, height: 500 };
const projection = projectionFor(size, land);
const at = (latitude: number, longitude: number) => pointOf(projection, { latitude, longitude });

test("north is up, east is right, and the land fills the frame", () => {
  expect(at(60, 0).y).toBeLessThan(at(0, 0).y);
  expect(at(0, 60).x).toBeGreaterThan(at(0, 0).x);
  const [[left, top], [right, bottom]] = outlinesFor(projection).bounds(land);
  expect(left).toBeGreaterThanOrEqual(-0.5);
  expect(right).toBeLessThanOrEqual(1_000.5);
  expect(top).toBeGreaterThanOrEqual(3.5);
  expect(bottom).toBeLessThanOrEqual(496.5);
});

test("coordinates beyond the poles or the date line are clamped", () => {
  expect(at(123, 0)).toEqual(at(90, 0));
  expect(at(0, 500)).toEqual(at(0, 180));
  expect(at(-90, -180)).toEqual(at(-91, -999));
});
