import { expect, it } from "vitest";
import { Arrivals } from "./arrivals.ts";
import { createLoad } from "./loads.ts";

it("arrivals list the bytes by source of the latest 256 segments, and count the bytes of all", () => {
  const arrivals = new Arrivals();
  const load = createLoad("u-1/1/v0/3", 12, false);
  load.assembly.put(0, new Uint8Array(100), "", 1_000);
  load.assembly.put(100, new Uint8Array(40), "a", 1_100);
  load.assembly.put(140, new Uint8Array(60), "b", 1_200);
  load.assembly.put(200, new Uint8Array(10), "a", 1_300);
  arrivals.record(load, 1_400);
  expect(arrivals.segments).toEqual([
    expect.objectContaining({
      segment: "u-1/1/v0/3",
      startSec: 12,
      sources: { "": 100, a: 50, b: 60 },
      endedAtMs: 1_400,
    }),
  ]);
  for (let count = 0; count < 300; count++) arrivals.record(load, 2_000);
  expect(arrivals.segments).toHaveLength(256);
  expect(arrivals.bytes).toBe(301 * 210);
});
