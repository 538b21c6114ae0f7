import { once } from "node:events";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startPlatform } from "../../apps/start/src/platform.ts";
import { makeInstallation } from "../../harness/platform.ts";
import { makeSupervisedInstallation } from "../../harness/supervised.ts";

/** Lists the command lines of all processes that have the given folder in their arguments. */
async function commandsIn(folder: string): Promise<string[]> {
  const commands = await Promise.all(
    (await readdir("/proc")).map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")),
  );
  return commands.filter((command) => command.includes(folder));
}

test("aborting a start leaves nothing running", async () => {
  const installation = await makeInstallation();
  const { dataDir } = installation;
  const giveUp = new AbortController();
  let running: Promise<string[]> | undefined;
  // The api prints its first line once both engines run.
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

test("a first start reports a port in use at once, and the next one prints the administrator's password", async () => {
  const own = await makeSupervisedInstallation();
  onTestFinished(own.dispose);
  const { apiPort, dataDir } = own.installation;
  const other = createServer().listen(apiPort, "127.0.0.1");
  await once(other, "listening");
  const refused = await own.start().catch((error: Error) => error.message);
  expect(refused).toMatch(
    new RegExp(`Shoal did not start: api: Port ${apiPort} of 127.0.0.1 is in use: .*\\nThe log is in `),
  );
  expect(await readFile(join(dataDir, "shoal.log"), "utf8")).toContain("Error: listen EADDRINUSE");
  expect(await commandsIn(dataDir)).toEqual([]);
  other.close();
  const started = await own.start();
  expect(started.administrator).toMatchObject({ username: "admin", password: expect.any(String) });
  // Other users of this machine can access nothing but the path to the database's own folders.
  const modeOf = async (name: string) => (await stat(join(dataDir, name))).mode & 0o777;
  expect(await modeOf(".")).toBe(process.getuid?.() === 0 ? 0o710 : 0o700);
  for (const name of ["media", "mails", "postgres", "postgres-socket", "clickhouse"])
    expect(await modeOf(name), name).toBe(0o700);
  for (const name of ["shoal.log", "postgres.log", "secrets.json", "endpoints.json", "processes.json"])
    expect(await modeOf(name), name).toBe(0o600);
  expect(await readFile(join(dataDir, "postgres.log"), "utf8")).toContain("ready to accept connections");
});
