import { readFile } from "node:fs/promises";
import type { TestEvent, TestFault } from "./events.ts";

/** A test, or a failure that counts as a failed test: a file that could not be loaded, a failed hook or an uncaught error. */
export interface TestLine {
  project: string;
  file: string;
  name: string;
  durationMs: number;
}

export interface FailedLine extends TestLine {
  error: TestFault;
}

export interface TestOutcome {
  passed: number;
  failed: readonly FailedLine[];
  /** The tests that had started but not ended when the run was aborted. */
  running: readonly TestLine[];
  slowest: readonly TestLine[];
}

const SLOWEST_COUNT = 5;
const UNKNOWN_FAULT: TestFault = { message: "It failed without an error" };

/** Reads the outcome of a run. @param file the file with the reporter's records. A run without records has no tests. */
export async function readOutcome(file: string): Promise<TestOutcome> {
  const text = await readFile(file, "utf8").catch(() => "");
  const events = text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as TestEvent);
  return outcomeOf(events);
}

/** Returns the outcome of events. @example outcomeOf([{ type: "began", … }, { type: "ended", … }]).passed // 1 */
export function outcomeOf(events: readonly TestEvent[]): TestOutcome {
  const running = new Map<string, TestLine>();
  const passed: TestLine[] = [];
  const failed: FailedLine[] = [];
  for (const event of events) {
    if (event.type === "began") running.set(event.id, { ...lineOf(event), durationMs: 0 });
    else if (event.type === "fault") failed.push({ ...lineOf(event), durationMs: 0, error: event.error });
    else {
      const line = running.get(event.id);
      running.delete(event.id);
      if (!line || event.state === "skipped") continue;
      const ended = { ...line, durationMs: event.durationMs };
      if (event.state === "passed") passed.push(ended);
      else failed.push({ ...ended, error: event.error ?? UNKNOWN_FAULT });
    }
  }
  const slowest = [...passed, ...failed].sort((a, b) => b.durationMs - a.durationMs).slice(0, SLOWEST_COUNT);
  return { passed: passed.length, failed, running: [...running.values()], slowest };
}

const lineOf = ({ project, file, name }: Pick<TestLine, "project" | "file" | "name">) => ({
  project,
  file,
  name,
});
