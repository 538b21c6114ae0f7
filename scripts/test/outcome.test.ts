import { expect, test } from "vitest";
import type { TestEvent } from "./events.ts";
import { outcomeOf } from "./outcome.ts";

const beganEvent = (id: string): TestEvent => ({
  type: "began",
  id,
  project: "unit",
  file: "a.test.ts",
  name: `test ${id}`,
  atMs: 0,
});
const endedEvent = (id: string, state: "passed" | "failed" | "skipped", durationMs = 10): TestEvent => ({
  type: "ended",
  id,
  state,
  durationMs,
});
const faultEvent: TestEvent = {
  type: "fault",
  project: "unit",
  file: "b.test.ts",
  name: "the file",
  error: { message: "It cannot be read" },
};

test("the outcome counts passed tests, lists failed ones, and lists the slowest first", () => {
  const events = [
    beganEvent("1"),
    endedEvent("1", "passed", 5),
    beganEvent("2"),
    endedEvent("2", "failed", 20),
  ];
  const outcome = outcomeOf(events);
  expect(outcome.passed).toBe(1);
  expect(outcome.failed.map(({ name }) => name)).toEqual(["test 2"]);
  expect(outcome.slowest.map(({ name }) => name)).toEqual(["test 2", "test 1"]);
  expect(outcome.running).toEqual([]);
});

test("a test that started and did not end counts as running", () => {
  expect(outcomeOf([beganEvent("1"), endedEvent("1", "passed"), beganEvent("2")]).running).toMatchObject([
    { name: "test 2" },
  ]);
});

test("a skipped test is not counted", () => {
  const { passed, failed, running } = outcomeOf([beganEvent("1"), endedEvent("1", "skipped")]);
  expect({ passed, failed, running }).toEqual({ passed: 0, failed: [], running: [] });
});

test("a file that could not be loaded counts as a failure even without tests", () => {
  expect(outcomeOf([faultEvent]).failed).toMatchObject([{ file: "b.test.ts", name: "the file" }]);
});
