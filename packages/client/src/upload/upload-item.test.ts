import { expect, test } from "vitest";
import { backoffMs } from "./persistence.ts";
import { RateMeter } from "./rate-meter.ts";
import { chunkCountOf, chunkSizeOf, fingerprintOf, missingChunks, titleOf } from "./upload-item.ts";

test.each([
  ["Sea of fish.final.mp4", "Sea of fish.final"],
  ["no ending", "no ending"],
  [".mp4", ".mp4"],
])("the title of %s is %s", (name, title) => {
  expect(titleOf(name)).toBe(title);
});

test("a file has at least one chunk, and the last one may be shorter", () => {
  expect([0, 1, 5_000_000, 5_000_001].map(chunkCountOf)).toEqual([1, 1, 1, 2]);
  expect([0, 1].map((number) => chunkSizeOf(5_000_001, number))).toEqual([5_000_000, 1]);
});

test("missingChunks returns the chunks that no range contains", () => {
  expect(missingChunks([], 2)).toEqual([0, 1]);
  expect(
    missingChunks(
      [
        [0, 2],
        [3, 4],
      ],
      5,
    ),
  ).toEqual([2, 4]);
});

test("the fingerprint of a very long name still contains size and date", () => {
  const fingerprint = fingerprintOf({ name: "x".repeat(400), size: 12, lastModified: 34 });
  expect(fingerprint).toHaveLength(300);
  expect(fingerprint.endsWith("|12|34")).toBe(true);
});

test("retry pauses grow from 1 s to 15 s", () => {
  expect([0, 1, 2, 3, 4, 50].map(backoffMs)).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
});

test("the rate covers the last seconds, and is unknown at first and after a pause", () => {
  const meter = new RateMeter();
  meter.add(1_000, 0);
  expect(meter.bytesPerSec()).toBe(0);
  meter.add(2_000, 1_000);
  expect(meter.bytesPerSec()).toBe(2_000);
  for (let second = 2; second <= 30; second += 1) meter.add(500, second * 1_000);
  expect(meter.bytesPerSec()).toBe(500);
  meter.reset();
  expect(meter.bytesPerSec()).toBe(0);
});
