import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from "vitest/node";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";
import type { TestEvent, TestFault } from "./events.ts";

const MESSAGE_LINES = 4;
/** The number of stack frames that are kept of an uncaught error. Its message alone does not show its origin. */
const MAX_FRAMES = 6;

/** An error in the form in which Vitest's workers send it. */
type UncaughtError = SerializedError & { VITEST_TEST_PATH?: string; VITEST_TEST_NAME?: string };

/** A reporter that writes each start and end of a test into a file immediately. */
export class EventReporter implements Reporter {
  readonly #file: string;

  constructor({ file }: { file: string }) {
    this.#file = file;
  }

  onTestCaseReady(test: TestCase): void {
    const { id, fullName, module, project } = test;
    const place = { project: project.name, file: module.relativeModuleId };
    this.#note({ type: "began", id, ...place, name: fullName, atMs: Date.now() });
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result();
    if (state === "pending") return;
    const error = errors?.[0] && faultOf(errors[0]);
    const durationMs = Math.round(test.diagnostic()?.duration ?? 0);
    this.#note({ type: "ended", id: test.id, state, durationMs, ...(error && { error }) });
  }

  onTestSuiteResult(suite: TestSuite): void {
    const place = { project: suite.project.name, file: suite.module.relativeModuleId };
    for (const error of suite.errors())
      this.#note({ type: "fault", ...place, name: suite.fullName, error: faultOf(error) });
  }

  onTestModuleEnd(module: TestModule): void {
    const place = { project: module.project.name, file: module.relativeModuleId };
    for (const error of module.errors())
      this.#note({ type: "fault", ...place, name: "the file", error: faultOf(error) });
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) {
      const { VITEST_TEST_PATH: path, VITEST_TEST_NAME: test } = error as UncaughtError;
      const file = path ? relative(REPOSITORY_ROOT, path) : "";
      const name = test ? `an error that nobody caught, during "${test}"` : "an error that nobody caught";
      const { message, ...place } = faultOf(error);
      this.#note({
        type: "fault",
        project: "",
        file,
        name,
        error: { message: [message, ...framesOf(error)].join("\n"), ...place },
      });
    }
  }

  #note(event: TestEvent): void {
    appendFileSync(this.#file, `${JSON.stringify(event)}\n`);
  }
}

const framesOf = ({ stack = "" }: SerializedError): string[] =>
  stripVTControlCharacters(stack)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("at "))
    .slice(0, MAX_FRAMES)
    .map((line) => line.replaceAll(REPOSITORY_ROOT, ""));

function faultOf(error: SerializedError): TestFault {
  const lines = stripVTControlCharacters(error.message ?? String(error)).split("\n");
  const message = lines
    .filter((line) => line.trim())
    .slice(0, MESSAGE_LINES)
    .join("\n");
  const frame = error.stacks?.find(
    ({ file }) => file.startsWith(REPOSITORY_ROOT) && !file.includes("node_modules"),
  );
  return frame ? { message, place: `${relative(REPOSITORY_ROOT, frame.file)}:${frame.line}` } : { message };
}
