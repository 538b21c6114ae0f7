import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { prepareWorkFolder } from "./work-folder.ts";

test("a worker starts with an empty folder, and deletes the folders of dead workers on this machine", async () => {
  const root = await mkdtemp(join(tmpdir(), "shoal-work-"));
  const dead = spawnSync("true").pid;
  const [own, alive, far] = [process.pid, process.ppid]
    .map((pid) => `${hostname()}.${pid}`)
    .concat("far-away.1");
  for (const name of [`${hostname()}.${dead}`, own, alive, far]) {
    await mkdir(join(root, name ?? ""));
    await writeFile(join(root, name ?? "", "half.mp4"), "");
  }
  const folder = await prepareWorkFolder(root);
  expect(basename(folder)).toBe(own);
  expect(await readdir(folder)).toEqual([]);
  expect((await readdir(root)).toSorted()).toEqual([own, alive, far].toSorted());
  await rm(root, { recursive: true });
});
