import * as fc from "@shoal/testkit/property";
import { expect, test } from "vitest";
import { boundsOf, clustersOf } from "./clusters.ts";

const pointAt = (x: number, y = 0) => ({ x, y });

test("nearby points are clustered at their centre, and distant ones stay separate", () => {
  expect(clustersOf([pointAt(0), pointAt(10), pointAt(100)], 24)).toEqual([
    { x: 5, y: 0, items: [pointAt(0), pointAt(10)] },
    { x: 100, y: 0, items: [pointAt(100)] },
  ]);
});

test("zooming in separates clusters, except points at the same location", () => {
  const places = [pointAt(0), pointAt(10), pointAt(10)];
  const zoomed = (by: number) =>
    clustersOf(
      places.map(({ x }) => pointAt(x * by)),
      24,
    ).length;
  expect([zoomed(1), zoomed(2), zoomed(3), zoomed(100)]).toEqual([1, 1, 2, 2]);
});

test("every point is in exactly one cluster", () => {
  const point = fc.record({ x: fc.integer({ min: 0, max: 900 }), y: fc.integer({ min: 0, max: 450 }) });
  fc.assert(
    fc.property(fc.array(point, { maxLength: 100 }), (points) => {
      const clusters = clustersOf(points, 24);
      expect(new Set(clusters.flatMap(({ items }) => items))).toEqual(new Set(points));
      expect(clusters.flatMap(({ items }) => items)).toHaveLength(points.length);
    }),
  );
});

test("boundsOf contains all points", () => {
  expect(boundsOf([pointAt(3, 9), pointAt(-1, 4)])).toEqual({ from: pointAt(-1, 4), to: pointAt(3, 9) });
});
