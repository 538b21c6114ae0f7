import * as fc from "@shoal/testkit/property";
import { expect, it } from "vitest";
import { PlayedSeconds } from "./played-seconds.ts";

const listOf = (seen: PlayedSeconds, ...steps: [number, number][]) =>
  steps.flatMap(([from, to]) => seen.pass(from, to)).map(({ sec, isFirst }) => (isFirst ? sec : -sec));

it("a second is played when its middle was passed, however small the steps are", () => {
  expect(listOf(new PlayedSeconds(), [0, 0.4], [0.4, 0.6], [0.6, 2.5], [2.5, 2.6])).toEqual([0, 1, 2]);
});

it("seconds that are played again are not the first time", () => {
  expect(listOf(new PlayedSeconds(), [3, 6], [4.2, 7])).toEqual([3, 4, 5, -4, -5, 6]);
});

it("a step back, a standstill and a jump play no seconds", () => {
  const seen = new PlayedSeconds();
  expect(listOf(seen, [5, 3], [3, 3], [3, 300], [Number.NaN, 4])).toEqual([]);
});

it("steps of any size play each second once", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.001, max: 3, noNaN: true }), { maxLength: 60 }), (steps) => {
      const seen = new PlayedSeconds();
      let positionSec = 0;
      const passed = steps.flatMap((step) => {
        const fromSec = positionSec;
        positionSec += step;
        return seen.pass(fromSec, positionSec);
      });
      const middles = Array.from({ length: Math.ceil(positionSec) }, (_, sec) => sec).filter(
        (sec) => sec + 0.5 < positionSec,
      );
      expect(passed).toEqual(middles.map((sec) => ({ sec, isFirst: true })));
    }),
  );
});
