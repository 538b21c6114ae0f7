import { type ClipFolder, makeClipFolder } from "@shoal/testkit";
import { afterAll, beforeAll } from "vitest";
import { type JobRig, makeJobRig } from "./job-rig.ts";

/** Shared by the tests of a file: jobs as the worker runs them, and a folder of source files. */
export interface FileJobRig {
  readonly rig: JobRig;
  readonly clips: ClipFolder;
}

/**
 * A rig and a folder of clips for the file's tests, from `beforeAll` on until the last of them is through.
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
