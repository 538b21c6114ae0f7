import { type ClipFolder, makeClipFolder } from "@shoal/testkit";
import { afterAll, beforeAll } from "vitest";
import { createJobHarness, type JobHarness } from "./job-harness.ts";

/** A job rig and a folder of source files, shared by the tests of a file. */
export interface FileJobHarness {
  readonly harness: JobHarness;
  readonly clips: ClipFolder;
}

/**
 * Creates a rig and a folder of clips for a test file, which exist from `beforeAll` until `afterAll`.
 * @example const jobs = useJobHarness(); // at the top of the file; later: jobs.rig.open(source)
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
      return present(harness);
    },
    get clips() {
      return present(clips);
    },
  };
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("Rig and clips are there from beforeAll on");
  return value;
}
