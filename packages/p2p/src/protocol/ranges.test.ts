import { describe, expect, it } from "vitest";
import { addRange, countOf, gapsIn, hasNumber, NO_RANGES, type Ranges, removeRange } from "./ranges.ts";
import { placeOf, segmentIdOfUrl } from "./segment-id.ts";

describe("addRange, removeRange and gapsIn", () => {
  it.each<[Ranges, number, number, Ranges]>([
    [[], 2, 5, [2, 5]],
    [[0, 2], 2, 5, [0, 5]],
    [[0, 2, 8, 9], 4, 6, [0, 2, 4, 6, 8, 9]],
    [[0, 2, 8, 9], 1, 20, [0, 20]],
    [[4, 6], 0, 2, [0, 2, 4, 6]],
    [[4, 6], 3, 3, [4, 6]],
  ])("%j with %i to %i added is %j", (ranges, from, to, expected) => {
    expect(addRange(ranges, from, to)).toEqual(expected);
  });

  it("match a set of numbers after many additions and removals", () => {
    let ranges: Ranges = NO_RANGES;
    const numbers = new Set<number>();
    for (let step = 0; step < 400; step++) {
      const from = (step * 7919) % 50;
      const to = from + ((step * 104_729) % 9);
      const isAdded = step % 3 !== 0;
      ranges = isAdded ? addRange(ranges, from, to) : removeRange(ranges, from, to);
      for (let value = from; value < to; value++) {
        if (isAdded) numbers.add(value);
        else numbers.delete(value);
      }
      expect(countOf(ranges)).toBe(numbers.size);
      expect(countOf(gapsIn(ranges, 0, 60))).toBe(60 - numbers.size);
    }
    for (let value = 0; value < 60; value++) expect(hasNumber(ranges, value)).toBe(numbers.has(value));
  });
});

it.each([
  ["u/1/v0/init", { track: "u/1/v0", index: 0 }],
  ["u/1/v0/12", { track: "u/1/v0", index: 13 }],
  ["u/1/v0/12.3", { track: "", index: -1 }],
  ["u/1/v0/init.3", { track: "", index: -1 }],
])("placeOf(%s) is %j", (segment, place) => {
  expect(placeOf(segment)).toEqual(place);
});

it("segmentIdOfUrl returns the id of a part from an LL-HLS URL", () => {
  expect(segmentIdOfUrl("https://e.example/m/token/u/1/v0/12.3.m4s?x=1")).toBe("u/1/v0/12.3");
});
