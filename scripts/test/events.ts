/** What the reporter notes while tests run, one JSON line each, so that a run that is killed still says what it was at. */
export type TestEvent =
  | { type: "began"; id: string; project: string; file: string; name: string; atMs: number }
  | {
      type: "ended";
      id: string;
      state: "passed" | "failed" | "skipped";
      durationMs: number;
      error?: TestFault;
    }
  /** Of a file or a run, beside its tests: what could not be loaded, a hook that failed, an error that nobody caught. */
  | { type: "fault"; project: string; file: string; name: string; error: TestFault };

export interface TestFault {
  /** Its first lines, without colours. */
  message: string;
  /** Where in the project it was thrown, such as `e2e/delivery/watch.e2e.test.ts:40`. */
  place?: string;
}
