/** What the reporter records while tests run, one JSON line per event. Even a killed run thereby shows what was running. */
export type TestEvent =
  | { type: "began"; id: string; project: string; file: string; name: string; atMs: number }
  | {
      type: "ended";
      id: string;
      state: "passed" | "failed" | "skipped";
      durationMs: number;
      error?: TestFault;
    }
  /** A failure of a file or a run outside its tests: a file that could not be loaded, a failed hook or an uncaught error. */
  | { type: "fault"; project: string; file: string; name: string; error: TestFault };

export interface TestFault {
  /** The first lines of the message, without colors. */
  message: string;
  /** The place in the project at which the error was thrown, such as `e2e/delivery/watch.e2e.test.ts:40`. */
  place?: string;
}
