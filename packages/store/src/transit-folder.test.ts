import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { makeTransitFolder } from "./transit-folder.ts";

it("only the folders that killed runs of this user left on this machine are removed", async () => {
  const root = await mkdtemp(join(tmpdir(), "shoal-transit-test-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const { pid: ended } = spawnSync(process.execPath, ["-e", ""]);
  const left = join(root, `shoal-transit.${hostname()}.${ended}.a1b2c3`);
  const others = [
    `shoal-transit.${hostname()}.${process.ppid}.a1b2c3`,
    `shoal-transit.another-host.${ended}.a1b2c3`,
    `other.${hostname()}.${ended}.a1b2c3`,
  ];
  for (const folder of [left, ...others.map((name) => join(root, name))]) {
    await mkdir(folder);
    await writeFile(join(folder, "object"), "bytes");
  }
  const [own, second] = [await makeTransitFolder(root), await makeTransitFolder(root)];
  expect(new Set(await readdir(root))).toEqual(new Set([...others, basename(own), basename(second)]));
  expect(await readdir(own)).toEqual([]);
});
