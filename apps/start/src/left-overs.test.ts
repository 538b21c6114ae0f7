import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findEndpoints } from "./endpoints.ts";
import { isStarted, recordProcesses, stopLeftOvers } from "./left-overs.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-start-"));
});
afterEach(() => rm(folder, { recursive: true }));

test.each([
  ["half written", '[{"pid":12,"star'],
  ["empty", ""],
  ["of another shape", '[{"pid":"12"}]'],
  ["no list", "null"],
])("a process record that is %s is reported, and the start continues", async (_, text) => {
  const path = join(folder, "processes.json");
  await writeFile(path, text);
  const logged: string[] = [];
  await stopLeftOvers(folder, (fault) => logged.push(fault));
  expect(logged).toEqual([`${path} cannot be read: what an earlier start left is not looked for`]);
  expect(await readdir(folder)).toEqual([]);
  expect(await isStarted(folder)).toBe(false);
});

test("an incomplete endpoints file counts as missing", async () => {
  await writeFile(join(folder, "endpoints.json"), '{"apiUrl":"http:');
  expect(await findEndpoints(folder)).toBeUndefined();
});

test("the process record is replaced atomically, without temporary files", async () => {
  await recordProcesses(folder, [process.pid]);
  await recordProcesses(folder, [process.pid, process.ppid]);
  expect(await readdir(folder)).toEqual(["processes.json"]);
  const noted = JSON.parse(await readFile(join(folder, "processes.json"), "utf8")) as { pid: number }[];
  expect(noted.map(({ pid }) => pid)).toEqual([process.pid, process.ppid]);
});
