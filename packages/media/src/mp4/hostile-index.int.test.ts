import { type ClipFolder, makeClipFolder } from "@shoal/testkit";
import * as fc from "@shoal/testkit/property";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mutateBoxes } from "./hostile-boxes.ts";
import { makeFiles, readHostile } from "./hostile-files.ts";

let clips: ClipFolder;
let files: Buffer[];
beforeAll(async () => {
  clips = await makeClipFolder();
  files = await makeFiles(clips);
});
afterAll(() => clips?.dispose());

/** The number of runs; FUZZ_SECONDS sets the duration instead. */
const RUN_OPTIONS = fc.readConfigureGlobal().interruptAfterTimeLimit === undefined ? { numRuns: 600 } : {};

it("MP4 files with corrupted boxes fail only with their own errors, within bounded time and memory", async () => {
  const property = fc.asyncProperty(fc.nat(), fc.nat(2), async (seed, which) => {
    const file = mutateBoxes(files[which] ?? Buffer.alloc(0), seed);
    const { cpuMs, tableBytes } = await readHostile(file);
    expect(cpuMs).toBeLessThan(2_000);
    expect(tableBytes).toBeLessThan(256_000_000);
    await new Promise(setImmediate);
  });
  await fc.assert(property, { seed: 1, ...RUN_OPTIONS });
});
