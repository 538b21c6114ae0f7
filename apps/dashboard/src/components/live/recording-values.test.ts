import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { findSeekFault, recordingBodyOf } from "./recording-values.ts";

const t = ((key: string) => key) as TFunction;

test.each([
  [false, true, 30, false],
  [false, true, 600, false],
  [false, true, 29, true],
  [false, true, 601, true],
  [false, true, 45.5, true],
  [false, true, "", true],
  [false, false, 5, false],
  [true, true, 5, false],
] as const)(
  "with keepLive %s, seekLive %s and a window of %s s, findSeekFault reports a fault: %s",
  (keepLive, seekLive, sec, isFaulty) => {
    expect(findSeekFault({ keepLive, seekLive, liveToKeepDuration: sec }, t) !== undefined).toBe(isFaulty);
  },
);

test("the rewind window is sent only for a live that allows rewinding and is not kept", () => {
  const values = { keepLive: false, seekLive: true, liveToKeepDuration: 90, targetLatencySec: 8 };
  expect(recordingBodyOf(values)).toEqual(values);
  expect(recordingBodyOf({ ...values, seekLive: false, liveToKeepDuration: "" })).toEqual({
    keepLive: false,
    seekLive: false,
    targetLatencySec: 8,
  });
  expect(recordingBodyOf({ ...values, keepLive: true })).toEqual({
    keepLive: true,
    seekLive: true,
    targetLatencySec: 8,
  });
});
