import { expect, test } from "vitest";
import { elapsedSecOf } from "./elapsed.ts";

const startedAt = "2026-11-24T10:00:00.400Z";
const nowSec = Date.parse("2026-11-24T10:01:05.000Z") / 1000;
const LIVE_STATE = {
  state: "live",
  isOpen: true,
  fault: null,
  isSignedOff: false,
  startedAt,
  endedAt: null,
} as const;

test.each([
  ["live", startedAt, 65],
  ["lost", startedAt, 65],
  ["connecting", null, undefined],
  ["ended", startedAt, undefined],
  ["live", "2026-11-24T10:02:00.000Z", 0],
] as const)("a live that is %s since %s has been on air for %s s", (state, since, elapsedSec) => {
  expect(elapsedSecOf({ ...LIVE_STATE, state, startedAt: since }, nowSec)).toBe(elapsedSec);
});

test("the elapsed time of a live ends when its encoder signs off", () => {
  expect(elapsedSecOf({ ...LIVE_STATE, state: "lost", isSignedOff: true }, nowSec)).toBeUndefined();
});
