import * as fc from "@shoal/testkit/property";
import { expect, test } from "vitest";
import { batchesOf, keyOf } from "./watched-batches.ts";

const createUuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const ownMedia = (client: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    clientUuid: createUuid(client),
    videoUuid: createUuid(1_000 + at),
  }));

test("a hundred videos of a client are one batch", () => {
  expect(batchesOf(ownMedia(1, 100)).map(({ length }) => length)).toEqual([100]);
  expect(batchesOf([])).toEqual([]);
});

test("long names with letters that URLs must encode make smaller batches", () => {
  const named = Array.from({ length: 10 }, (_, at) => ({
    clientUuid: createUuid(1),
    videoUuid: `${at}${"海".repeat(199)}`,
  }));
  expect(batchesOf(named).map(({ length }) => length)).toEqual([2, 2, 2, 2, 2]);
});

test("each video is in one batch, and no batch is empty", () => {
  const watched = fc.record({
    clientUuid: fc.constantFrom(createUuid(1), createUuid(2), createUuid(3)),
    videoUuid: fc.string({ maxLength: 200 }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(watched, { selector: keyOf, maxLength: 300 }), (all) => {
      const batches = batchesOf(all);
      expect(batches.every(({ length }) => length > 0)).toBe(true);
      expect(batches.flat().map(keyOf).sort()).toEqual(all.map(keyOf).sort());
    }),
  );
});
