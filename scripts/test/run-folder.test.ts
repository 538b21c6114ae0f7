import { spawn } from "node:child_process";
import { once } from "node:events";
import { access } from "node:fs/promises";
import { expect, test } from "vitest";
import { makeRunFolder, sweepRun } from "./run-folder.ts";

test("a sweep ends processes with the run's mark, even of another group, reports them and removes the folder", async () => {
  const folder = await makeRunFolder();
  const script = "process.stdout.write('up'); setInterval(() => undefined, 1_000)";
  const start = (mark: string) =>
    spawn(process.execPath, ["-e", script], {
      env: { ...process.env, SHOAL_TEST_RUN: mark },
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
  const [own, foreign] = [start(folder), start(`${folder}-of-others`)];
  await Promise.all([own, foreign].map((child) => once(child.stdout, "data")));
  const ended = once(own, "exit");
  expect(await sweepRun(folder)).toEqual([expect.stringContaining("setInterval")]);
  await ended;
  expect(foreign.exitCode ?? foreign.signalCode).toBeNull();
  foreign.kill("SIGKILL");
  await expect(access(folder)).rejects.toMatchObject({ code: "ENOENT" });
});
