import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { keepWorkFolder, prepareWorkFolder } from "./work-folder.ts";

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

test("what a container left that exists no longer is deleted after a week, and a running worker marks its folder", async () => {
  const root = await mkdtemp(join(tmpdir(), "shoal-work-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const [replaced, running, other] = ["4f1c9e.1", "a07b22.1", "notes"].map((name) => join(root, name));
  const longAgo = new Date(Date.now() - 8 * 24 * 3_600_000);
  for (const folder of [replaced, running, other]) {
    await mkdir(folder ?? "");
    await utimes(folder ?? "", longAgo, longAgo);
  }
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const stop = keepWorkFolder(running ?? "");
  vi.advanceTimersByTime(3_600_000);
  stop();
  await expect.poll(async () => (await stat(running ?? "")).mtimeMs).toBeGreaterThan(longAgo.getTime());
  const own = await prepareWorkFolder(root);
  expect((await readdir(root)).toSorted()).toEqual([basename(own), "a07b22.1", "notes"].toSorted());
});
