import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { eventually } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CdnHarness, fileOf, startCdnHarness } from "../testing/cdn-harness.ts";

const execFileAsync = promisify(execFile);
const DISK_BYTES = 500_000_000;

let dir: string;
let harness: CdnHarness;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "shoal-cdn-disk-"));
  await execFileAsync("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES}`, "tmpfs", dir]);
  harness = await startCdnHarness({ dir });
});
afterAll(async () => {
  await harness?.close();
  await execFileAsync("umount", [dir]);
  await rm(dir, { recursive: true });
});

test("while the cache's disk is full, files are passed on but not cached; with room again they are cached", async () => {
  const bytes = randomBytes(20_000_000);
  harness.origin.files.set("/film.mp4", fileOf(harness.origin, bytes));
  const { key } = harness.entry();
  const request = () => harness.get(`/cdn/${key}/film.mp4`);
  const filler = join(dir, "filler");
  // A write of many bytes fails only once the last free byte is used.
  await writeFile(filler, Buffer.alloc(DISK_BYTES)).catch((error: NodeJS.ErrnoException) => {
    expect(error.code).toBe("ENOSPC");
  });
  await eventually(async () => (await request().catch(() => undefined))?.body.equals(bytes) === true);
  for (let time = 0; time < 3; time += 1) {
    const { status, cache, body } = await request();
    expect([status, cache, body.equals(bytes)]).toEqual([200, "MISS", true]);
  }
  await rm(filler);
  await eventually(async () => (await request()).cache === "HIT");
  expect((await request()).body.equals(bytes)).toBe(true);
});
