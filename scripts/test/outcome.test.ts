import { expect, test } from "vitest";
import type { TestEvent } from "./events.ts";
import { outcomeOf } from "./outcome.ts";

const began = (id: string): TestEvent => ({
  type: "began",
  id,
  project: "unit",
  file: "a.test.ts",
  name: `test ${id}`,
  atMs: 0,
});
const ended = (id: string, state: "passed" | "failed" | "skipped", durationMs = 10): TestEvent => ({
  type: "ended",
  id,
  state,
  durationMs,
});
const fault: TestEvent = {
  type: "fault",
  project: "unit",
  file: "b.test.ts",
  name: "the file",
  error: { message: "It cannot be read" },
};

test("tests that passed are counted, those that failed are named, and the slowest come first", () => {
  const events = [began("1"), ended("1", "passed", 5), began("2"), ended("2", "failed", 20)];
  const outcome = outcomeOf(events);
  expect(outcome.passed).toBe(1);
  expect(outcome.failed.map(({ name }) => name)).toEqual(["test 2"]);
  expect(outcome.slowest.map(({ name }) => name)).toEqual(["test 2", "test 1"]);
  expect(outcome.running).toEqual([]);
});

test("what had started and never ended was running", () => {
  expect(outcomeOf([began("1"), ended("1", "passed"), began("2")]).running).toMatchObject([
    { name: "test 2" },
  ]);
});

test("a test that was skipped counts nowhere", () => {
  const { passed, failed, running } = outcomeOf([began("1"), ended("1", "skipped")]);
  expect({ passed, failed, running }).toEqual({ passed: 0, failed: [], running: [] });
});

test("a file that could not be loaded is a failure, also without any test", () => {
  expect(outcomeOf([fault]).failed).toMatchObject([{ file: "b.test.ts", name: "the file" }]);
});
