import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ClipFolder, makeClipFolder } from "@shoal/testkit";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Account, openAccount, uploadFile, waitForVideo } from "../../harness/account.ts";
import { makeSupervisedInstallation } from "../../harness/supervised.ts";
import { killAtStep, readContentOf, runBackupCommand } from "../support/backups.ts";
import { cameraClipArgs, listPlaybackErrors, ONE_SLOT_SETTINGS } from "../support/faults-media.ts";

let clips: ClipFolder;
let clipBytes: Buffer;
let folder: string;
beforeAll(async () => {
  Object.assign(process.env, ONE_SLOT_SETTINGS);
  clips = await makeClipFolder();
  clipBytes = await readFile(
    await clips.make("short.mp4", cameraClipArgs({ size: "640x360", durationSec: 4 })),
  );
  folder = await mkdtemp(join(tmpdir(), "shoal-backups-"));
});
afterAll(async () => {
  for (const name of Object.keys(ONE_SLOT_SETTINGS)) delete process.env[name];
  await clips?.dispose();
  await rm(folder, { recursive: true, force: true });
});

const uploadClip = async (account: Account, title: string) => {
  const uuid = await uploadFile(account, title, clipBytes);
  return waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
};

test("a lost installation is restored exactly, after killed backups and a killed restore", async () => {
  const own = await makeSupervisedInstallation();
  onTestFinished(own.dispose);
  const { dataDir } = own.installation;
  const [backups, key] = [join(folder, "backups"), join(folder, "key")];
  const env = { SHOAL_DATA: dataDir };
  const args = [backups, "--key", key];
  await runBackupCommand("backup", ["--new-key", key], env);
  const first = await own.start();
  const account = await openAccount(first);
  await uploadClip(account, "Before");
  for (const step of ["media", "analytics", "database", "media that came meanwhile"]) {
    await killAtStep(step, "backup", args, env);
    expect((await readdir(backups)).filter((name) => name.startsWith("2"))).toEqual([]);
  }
  await runBackupCommand("backup", args, env);
  // The backup is made while the installation is in use.
  const [video] = await Promise.all([
    uploadClip(account, "Meanwhile"),
    runBackupCommand("backup", args, env),
  ]);
  await first.interrupt();
  expect(await runBackupCommand("backup", args, env)).toMatch(/, \d+ were there already/);
  const before = await readContentOf(dataDir);
  expect(await runBackupCommand("backup", ["--verify", ...args], env)).toContain("is whole");

  await rm(dataDir, { recursive: true });
  for (const step of ["tables", "analytics", "media", "database"]) {
    await killAtStep(step, "restore", args, env);
    await expect(own.start()).rejects.toThrow("was interrupted");
  }
  expect(await runBackupCommand("restore", args, env)).toContain("is restored");
  expect(await readContentOf(dataDir)).toEqual(before);
  await expect(runBackupCommand("restore", args, env)).rejects.toThrow("nothing is overwritten");
  await own.start();
  const again = await openAccount({ ...first, administrator: undefined });
  const restored = await waitForVideo(
    again,
    video.uuid,
    ({ encodingStatus }) => encodingStatus === "encoded",
  );
  expect(await listPlaybackErrors(restored)).toBe("");
  await uploadClip(again, "After");
});
