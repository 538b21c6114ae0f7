import { expect, it } from "vitest";
import { SegmentCache } from "./segment-cache.ts";

const createEntry = (length: number) => ({
  bytes: new Uint8Array(length),
  transport: "server" as const,
  isChecked: true,
});

it("the cache drops the least recently used segments beyond the count of the rules and beyond its size", () => {
  const cache = new SegmentCache(1_000);
  for (const name of ["a", "b", "c"]) expect(cache.add(name, createEntry(10))).toEqual([]);
  cache.find("a");
  expect(cache.keepAtMost(2)).toEqual(["b"]);
  expect(cache.add("d", createEntry(10))).toEqual(["c"]);
  expect(cache.keepAtMost(0)).toEqual([]);
  expect(cache.add("e", createEntry(10))).toEqual([]);
  expect(cache.sizeBytes).toBe(30);
  expect(cache.add("f", createEntry(990))).toEqual(["a", "d"]);
});
