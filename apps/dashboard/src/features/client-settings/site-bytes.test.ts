import { expect, it } from "vitest";
import { barsOf, uplinkOf } from "./site-bytes.ts";

it("the uplink of a site that shares only internally is exact", () => {
  expect(uplinkOf({ bytesServer: 25, bytesWithin: 75, bytesPeers: 0 })).toEqual({
    deliveredBytes: 100,
    carriedBytes: 25,
    sparedBytes: 75,
    offloadPercent: 75,
    isExact: true,
  });
});

it("the uplink of a site that shares with others is an estimate", () => {
  expect(uplinkOf({ bytesServer: 20, bytesWithin: 40, bytesPeers: 40 })).toMatchObject({
    carriedBytes: 20,
    sparedBytes: 80,
    isExact: false,
  });
  expect(uplinkOf({ bytesServer: 0, bytesWithin: 0, bytesPeers: 0 })).toMatchObject({ offloadPercent: 0 });
});

it("bars start at the baseline, and the highest reaches the top", () => {
  const steps = [
    { bytesServer: 50, bytesWithin: 50, bytesPeers: 0 },
    { bytesServer: 0, bytesWithin: 0, bytesPeers: 0 },
    { bytesServer: 10, bytesWithin: 20, bytesPeers: 20 },
  ];
  const [first, nothing, last] = barsOf(steps, { width: 300, height: 100 });
  expect(first).toEqual({
    x: 10,
    width: 80,
    parts: [
      { of: "bytesServer", y: 50, height: 50 },
      { of: "bytesWithin", y: 0, height: 50 },
    ],
  });
  expect(nothing?.parts).toEqual([]);
  expect(last?.parts.map(({ of, y }) => [of, y])).toEqual([
    ["bytesServer", 90],
    ["bytesPeers", 70],
    ["bytesWithin", 50],
  ]);
  expect(barsOf([], { width: 300, height: 100 })).toEqual([]);
});
