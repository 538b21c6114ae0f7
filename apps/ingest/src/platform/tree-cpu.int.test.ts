import { spawn } from "node:child_process";
import { eventually } from "@shoal/testkit";
import { expect, test } from "vitest";
import { readTreeCpuSec } from "./tree-cpu.ts";

test("CPU time of a child process counts for its parent, until the parent has exited", async () => {
  // The shell waits for a child process that uses the CPU all the time.
  const shell = spawn("bash", ["-c", "bash -c 'while :; do :; done' & wait"], { detached: true });
  try {
    await eventually(async () => ((await readTreeCpuSec(shell.pid ?? 0)) ?? 0) > 0.2);
  } finally {
    process.kill(-(shell.pid ?? 0), "SIGKILL");
  }
  await eventually(async () => (await readTreeCpuSec(shell.pid ?? 0)) === undefined);
  expect(await readTreeCpuSec(0x7fff_ffff)).toBeUndefined();
});
