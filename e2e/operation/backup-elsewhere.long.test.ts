import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startClickHouse } from "@shoal/engines";
import { openMediaStore } from "@shoal/store";
import { makeClipFolder } from "@shoal/testkit";
import { startTestS3 } from "@shoal/testkit/test-s3";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { openAccount, uploadFile, waitForVideo } from "../../harness/account.ts";
import { settingsOfS3 } from "../../harness/platform-on-s3.ts";
import { makeSupervisedInstallation } from "../../harness/supervised.ts";
import { readContentOf, runBackupCommand } from "../support/backups.ts";
import { cameraClipArgs, listPlaybackErrors, ONE_SLOT_SETTINGS } from "../support/faults-media.ts";

const savedEnvironment = { ...process.env };
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in savedEnvironment)) delete process.env[name];
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "shoal-elsewhere-"));
  // When the tests run as root, PostgreSQL runs as another user.
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts an analytics engine outside the platform, which knows only the engine's URL. */
async function startExternal(): Promise<string> {
  const folder = await makeFolder();
  const engine = await startClickHouse({ dataDir: join(folder, "clickhouse") });
  onTestFinished(() => engine.stop());
  return engine.url;
}

/**
 * Starts a separate S3 server with a bucket.
 * @returns the settings of the bucket.
 */
async function startBucket() {
  const s3 = await startTestS3();
  onTestFinished(() => s3.close());
  return settingsOfS3(s3);
}

test("media in S3 and an external analytics engine are backed up, copied or referenced, and restored into others", async () => {
  const bucket = await startBucket();
  const clickhouse = await startExternal();
  const settings = { ...bucket, CLICKHOUSE_URL: clickhouse };
  Object.assign(process.env, ONE_SLOT_SETTINGS, settings);
  // Folders are removed in reverse order, so this one is removed once no process runs in it.
  const folder = await makeFolder();
  const own = await makeSupervisedInstallation();
  onTestFinished(own.dispose);
  const clips = await makeClipFolder();
  onTestFinished(() => clips.dispose());
  const clip = await readFile(
    await clips.make("short.mp4", cameraClipArgs({ size: "640x360", durationSec: 4 })),
  );
  const started = await own.start();
  const account = await openAccount(started);
  const uuid = await uploadFile(account, "Elsewhere", clip);
  await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");

  const { dataDir } = own.installation;
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const [copies, references, key] = [join(folder, "copies"), join(folder, "references"), join(folder, "key")];
  const env = { ...settings, SHOAL_DATA: dataDir };
  await runBackupCommand("backup", ["--new-key", key], env);
  // The backup is made while the platform is running.
  expect(await runBackupCommand("backup", [copies, "--key", key], env)).toContain("media objects copied");
  await started.interrupt();
  const referring = [references, "--key", key];
  expect(await runBackupCommand("backup", [...referring, "--media", "refer"], env)).toContain(
    "media objects are named",
  );
  expect(await runBackupCommand("backup", ["--verify", ...referring], env)).toContain("is whole");
  expect(await runBackupCommand("backup", [copies, "--key", key], env)).toContain("0 media objects copied");
  const before = await readContentOf(dataDir, env);

  const elsewhere = {
    ...(await startBucket()),
    CLICKHOUSE_URL: await startExternal(),
    SHOAL_DATA: join(folder, "elsewhere"),
  };
  expect(await runBackupCommand("restore", [copies, "--key", key], elsewhere)).toContain("is restored");
  expect(await readContentOf(elsewhere.SHOAL_DATA, elsewhere)).toEqual(before);

  // The bucket lacks an object, and the analytics are restored into the embedded engine instead of the external one.
  const store = await openMediaStore(bucket.MEDIA_STORE, { settings: env });
  const [lost = ""] = Object.keys(before.media).filter((name) => name.startsWith("videos/"));
  await store.remove(lost);
  const back = { ...bucket, CLICKHOUSE_URL: "", SHOAL_DATA: join(folder, "back") };
  const restored = await runBackupCommand("restore", referring, back);
  expect(restored).toContain(`${Object.keys(before.media).length - 1} were there already`);
  expect(restored).toMatch(/1 media objects are missing: neither the backup nor s3:/);
  expect(restored).toContain(lost);
  const { media, ...rest } = await readContentOf(back.SHOAL_DATA, back);
  const { [lost]: gone, ...kept } = before.media;
  expect({ ...rest, media }).toEqual({ ...before, media: kept });
  expect(gone).toBeDefined();

  Object.assign(process.env, elsewhere);
  Object.assign(own.installation, { dataDir: elsewhere.SHOAL_DATA });
  await own.start();
  const again = await openAccount({ ...started, administrator: undefined });
  const video = await waitForVideo(again, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  expect(await listPlaybackErrors(video)).toBe("");
});
