import { expect, test } from "vitest";
import { reportStateOf } from "./report-state.ts";

const REPORTED_AT = "2026-03-01T10:00:00.000Z";
const secondsAfterReport = (seconds: number) => Date.parse(REPORTED_AT) + seconds * 1000;

test.each([
  [null, 0, "never"],
  [REPORTED_AT, 0, "inForce"],
  [REPORTED_AT, 299, "inForce"],
  [REPORTED_AT, 300, "late"],
] as const)("a collection reported at %s is, %d s later, in the state %s", (reportedAt, seconds, state) => {
  expect(reportStateOf(reportedAt, secondsAfterReport(seconds))).toBe(state);
});
