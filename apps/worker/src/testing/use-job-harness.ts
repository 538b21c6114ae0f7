import { type ClipFolder, makeClipFolder } from "@shoal/testkit";
import { afterAll, beforeAll } from "vitest";
import { createJobHarness, type JobHarness } from "./job-harness.ts";

/** A job harness and a folder of source files. All tests of a file share them. */
export interface FileJobHarness {
  readonly harness: JobHarness;
  readonly clips: ClipFolder;
}

/**
 * Creates a harness and a folder of clips for a test file. They exist from `beforeAll` until `afterAll`.
 * @example const jobs = useJobHarness(); // at the top of the file; later: jobs.harness.open(source)
 */
export function useJobHarness(): FileJobHarness {
  let harness: JobHarness | undefined;
  let clips: ClipFolder | undefined;
  beforeAll(async () => {
    harness = await createJobHarness();
    clips = await makeClipFolder();
  });
  afterAll(async () => {
    await harness?.dispose();
    await clips?.dispose();
  });
  return {
    get harness() {
      return requirePresent(harness);
    },
    get clips() {
      return requirePresent(clips);
    },
  };
}

function requirePresent<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("The harness and the clips exist only from beforeAll on");
  return value;
}
