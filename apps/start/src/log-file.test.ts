import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually } from "@shoal/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openLogFile } from "./log-file.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-log-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("a log rotates and keeps four older files, readable by their owner alone", async () => {
  const log = openLogFile(join(folder, "shoal.log"), { maxFileSize: "1K" });
  for (let n = 1; n <= 100; n += 1) log.write(`line ${n} ${"x".repeat(90)}`);
  await log.close();
  const names = (await readdir(folder)).sort();
  expect(names).toEqual(["shoal.log", "shoal.log.1", "shoal.log.2", "shoal.log.3", "shoal.log.4"]);
  for (const name of names) {
    const { mode, size } = await stat(join(folder, name));
    expect(mode & 0o777).toBe(0o600);
    expect(size).toBeLessThan(2_000);
  }
  expect(await readFile(join(folder, "shoal.log.1"), "utf8")).toContain("line 99 ");
});

test("an unwritable log stops nothing, resumes when possible, and records its losses", async () => {
  const path = join(folder, "logs");
  await writeFile(path, "no folder");
  const log = openLogFile(join(path, "shoal.log"), { reopenAfterMs: 0 });
  log.write("lost");
  await rm(path);
  await mkdir(path);
  const read = () => readFile(join(path, "shoal.log"), "utf8").catch(() => "");
  await eventually(async () => {
    log.write("kept");
    return (await read()).includes("kept\n");
  });
  await log.close();
  expect(await read()).toMatch(/^\d+ lines? (was|were) lost while the log could not be written \(ENOTDIR/);
});
