import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { guardFolder } from "./guard-folder.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), "shoal-guard-")), "data");
});
afterEach(() => rm(join(dataDir, ".."), { recursive: true }));

const modeOf = async (name: string) => (await stat(join(dataDir, name))).mode & 0o777;

test("only its owner can read a new installation", async () => {
  await guardFolder(dataDir);
  for (const name of [".", "media", "work", "beacons", "mails", "clickhouse"])
    expect(await modeOf(name), name).toBe(0o700);
});

test("files that an earlier version left readable are closed, and the database's user may only traverse folders", async () => {
  for (const name of ["media", "mails"]) await mkdir(join(dataDir, name), { recursive: true, mode: 0o755 });
  const secrets = ["shoal.log", "shoal.log.1", "postgres.log", "secrets.json", "processes.json"];
  for (const name of [...secrets, "notes.txt"]) await writeFile(join(dataDir, name), "", { mode: 0o644 });
  await chmod(dataDir, 0o755);
  await guardFolder(dataDir);
  expect(await modeOf(".")).toBe(0o710);
  for (const name of ["media", "mails"]) expect(await modeOf(name), name).toBe(0o700);
  for (const name of secrets) expect(await modeOf(name), name).toBe(0o600);
  expect(await modeOf("notes.txt")).toBe(0o644);
});
