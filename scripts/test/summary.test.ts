import { expect, test } from "vitest";
import type { FailedLine, TestLine } from "./outcome.ts";
import type { StageResult } from "./run-stage.ts";
import { formatSummary } from "./summary.ts";

const testLine = (name: string): TestLine => ({
  project: "e2e",
  file: "a.e2e.test.ts",
  name,
  durationMs: 10,
});
const failedLine = (name: string): FailedLine => ({
  ...testLine(name),
  error: { message: "expected 1 to be 2\nmore of it", place: "a.e2e.test.ts:40" },
});
const stageWith = (changes: Partial<StageResult>): StageResult => ({
  project: "e2e",
  tookSec: 12,
  isGreen: true,
  passed: 3,
  failed: [],
  running: [],
  slowest: [],
  ...changes,
});
const summaryOfStages = (stages: StageResult[], ended?: string) =>
  formatSummary({ stages, ended, seed: 7, timeZone: "UTC", left: [] });

test("the summary of a successful run ends with the counts of all stages", () => {
  expect(summaryOfStages([stageWith({}), stageWith({ passed: 4 })]).at(-1)).toBe("7 passed, 0 failed");
});

test("each failed test is listed with its place and the first line of its error", () => {
  const lines = summaryOfStages([stageWith({ isGreen: false, failed: [failedLine("falls")] })]);
  expect(lines[0]).toBe("FAILED e2e a.e2e.test.ts > falls (a.e2e.test.ts:40)");
  expect(lines[1]).toBe("    expected 1 to be 2");
  expect(lines.at(-1)).toBe("3 passed, 1 failed");
});

test("the summary of many failures fits into the end of a truncated log and has the number of failures", () => {
  const failed = Array.from({ length: 200 }, (_, n) => failedLine(`falls ${n}`));
  const lines = summaryOfStages([stageWith({ isGreen: false, failed })]);
  expect(lines.length).toBeLessThanOrEqual(55);
  expect(lines.at(-1)).toBe("3 passed, 200 failed");
  expect(lines.join("\n")).toContain("further up");
});

test("an interrupted run lists the tests that were running, and counts as failed", () => {
  const lines = summaryOfStages(
    [stageWith({ isGreen: false, running: [testLine("hangs")] })],
    "Ended after 40 minutes",
  );
  expect(lines.slice(0, 2)).toEqual(["Ended after 40 minutes", "  was running: e2e a.e2e.test.ts > hangs"]);
  expect(lines.at(-1)).toBe("3 passed, 1 failed");
});

test("a failed stage without a failed test counts as one failure", () => {
  expect(summaryOfStages([stageWith({ isGreen: false })]).at(-1)).toBe("3 passed, 1 failed");
});
