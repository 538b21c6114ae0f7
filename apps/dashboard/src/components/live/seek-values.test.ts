import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { findSeekFault, seekBodyOf } from "./seek-values.ts";

const t = ((key: string) => key) as TFunction;

test.each([
  [true, 30, false],
  [true, 600, false],
  [true, 29, true],
  [true, 601, true],
  [true, 45.5, true],
  [true, "", true],
  [false, 5, false],
] as const)("going back is %s, by %s s: a fault is %s", (seekLive, liveToKeepDuration, isFaulty) => {
  expect(findSeekFault({ seekLive, liveToKeepDuration }, t) !== undefined).toBe(isFaulty);
});

test("how far is told only where viewers may go back", () => {
  expect(seekBodyOf({ seekLive: true, liveToKeepDuration: 90 })).toEqual({
    seekLive: true,
    liveToKeepDuration: 90,
  });
  expect(seekBodyOf({ seekLive: false, liveToKeepDuration: "" })).toEqual({ seekLive: false });
});
