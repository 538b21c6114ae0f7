import { readdir, readFile, rm } from "node:fs/promises";
import { expect, test } from "vitest";
import { startPlatform } from "../scripts/start/platform.ts";
import { makeInstallation } from "./support/platform.ts";

/** Of processes with a folder in their arguments. */
async function commandsIn(folder: string): Promise<string[]> {
  const commands = await Promise.all(
    (await readdir("/proc")).map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")),
  );
  return commands.filter((command) => command.includes(folder));
}

test("a start that is given up in its middle leaves nothing running", async () => {
  const installation = await makeInstallation();
  const { dataDir } = installation;
  const giveUp = new AbortController();
  let running: Promise<string[]> | undefined;
  // Once the api prints something, both engines run.
  const onLine = (name: string) => {
    if (name !== "api") return;
    running ??= commandsIn(dataDir);
    giveUp.abort();
  };
  const started = startPlatform({ installation, isThrowaway: true, signal: giveUp.signal, onLine });
  await expect(started).rejects.toThrow("aborted");
  expect(await running).not.toEqual([]);
  expect(await commandsIn(dataDir)).toEqual([]);
  expect(await readdir(dataDir)).not.toContain("processes.json");
  await rm(dataDir, { recursive: true, force: true });
});
