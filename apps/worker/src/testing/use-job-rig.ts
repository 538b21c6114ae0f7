import { type ClipFolder, makeClipFolder } from "@shoal/testkit";
import { afterAll, beforeAll } from "vitest";
import { type JobRig, makeJobRig } from "./job-rig.ts";

/** A job rig and a folder of source files, shared by the tests of a file. */
export interface FileJobRig {
  readonly rig: JobRig;
  readonly clips: ClipFolder;
}

/**
 * Creates a rig and a folder of clips for a test file, which exist from `beforeAll` until `afterAll`.
 * @example const jobs = useJobRig(); // at the top of the file; later: jobs.rig.open(source)
 */
export function useJobRig(): FileJobRig {
  let rig: JobRig | undefined;
  let clips: ClipFolder | undefined;
  beforeAll(async () => {
    rig = await makeJobRig();
    clips = await makeClipFolder();
  });
  afterAll(async () => {
    await rig?.dispose();
    await clips?.dispose();
  });
  return {
    get rig() {
      return present(rig);
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
