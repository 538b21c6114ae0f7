import { expect, test } from "vitest";
import { changeOf } from "./change.ts";

test.each([
  [120, 100, "more", { direction: "up", by: 20, verdict: "good" }],
  [120, 100, "less", { direction: "up", by: 20, verdict: "bad" }],
  [50, 100, "more", { direction: "down", by: 50, verdict: "bad" }],
  [50, 100, "less", { direction: "down", by: 50, verdict: "good" }],
  [50, 100, "none", { direction: "down", by: 50, verdict: "neutral" }],
  [100.01, 100, "more", { direction: "same", by: 0, verdict: "neutral" }],
  // Peers can use more energy than they save, so the figure may be negative.
  [-5, -10, "more", { direction: "up", by: 50, verdict: "good" }],
  [0, 4, "less", { direction: "down", by: 100, verdict: "good" }],
] as const)("%d after %d, where %s is better, is a change of %o", (now, before, aim, expected) => {
  expect(changeOf({ now, before, aim })).toEqual({ ...expected, isPoints: false });
});

test("the change of a percentage is in points", () => {
  expect(changeOf({ now: 60, before: 50, aim: "more", isPercent: true })).toEqual({
    direction: "up",
    by: 10,
    isPoints: true,
    verdict: "good",
  });
  expect(changeOf({ now: 10, before: 0, aim: "more", isPercent: true })?.by).toBe(10);
});

test.each([
  [5, 0],
  [0, 0],
  [5, null],
  [null, 5],
])("reports no change for %j after %j", (now, before) => {
  expect(changeOf({ now, before, aim: "more" })).toBeUndefined();
});
