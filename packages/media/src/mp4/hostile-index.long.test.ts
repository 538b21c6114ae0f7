import { type ClipFolder, makeClipFolder } from "@shoal/testkit";
import * as fc from "@shoal/testkit/property";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fullBox, u32 } from "./boxes.ts";
import { mutateBoxes } from "./hostile-boxes.ts";
import { makeFiles, readHostile } from "./hostile-files.ts";
import { createSampleBudget, readSamples } from "./sample-table.ts";

let clips: ClipFolder;
let files: Buffer[];
beforeAll(async () => {
  clips = await makeClipFolder();
  files = await makeFiles(clips);
});
afterAll(() => clips?.dispose());

/** The number of runs, which take about 30 s; FUZZ_SECONDS sets the duration instead. */
const RUN_OPTIONS = fc.readConfigureGlobal().interruptAfterTimeLimit === undefined ? { numRuns: 20_000 } : {};

it("MP4 files with corrupted boxes, other ones in each run, fail only with their own errors", async () => {
  const property = fc.asyncProperty(fc.nat(), fc.nat(2), async (seed, which) => {
    const file = mutateBoxes(files[which] ?? Buffer.alloc(0), seed);
    const { cpuMs, tableBytes } = await readHostile(file);
    expect(cpuMs).toBeLessThan(2_000);
    expect(tableBytes).toBeLessThan(256_000_000);
    await new Promise(setImmediate);
  });
  await fc.assert(property, RUN_OPTIONS);
});

it("the tables of 92 hours at 60 fps are accepted", () => {
  const count = 92 * 3_600 * 60;
  const sizes = Buffer.alloc(count * 4);
  for (let n = 0; n < count; n++) sizes.writeUInt32BE(1_000, n * 4);
  const tables = new Map([
    ["stsz", fullBox("stsz", 0, 0, u32(0, count), sizes).subarray(8)],
    ["stts", fullBox("stts", 0, 0, u32(1, count, 256)).subarray(8)],
    ["stsc", fullBox("stsc", 0, 0, u32(1, 1, count, 1)).subarray(8)],
    ["stco", fullBox("stco", 0, 0, u32(1, 48)).subarray(8)],
  ]);
  const samples = readSamples((type) => tables.get(type), createSampleBudget(count * 1_000 + 1_000));
  expect(samples.offset[count - 1]).toBe(48 + (count - 1) * 1_000);
  expect(samples.dts[count - 1]).toBe((count - 1) * 256);
});
