import { execFile } from "node:child_process";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { routes, type VideoView } from "@shoal/contract";
import { findFreeBytes } from "@shoal/store";
import { type ClipFolder, eventually, makeClipFolder } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../apps/api/src/platform/database.ts";
import { findEndpoints } from "../../apps/start/src/endpoints.ts";
import type { Installation } from "../../apps/start/src/settings.ts";
import {
  type Account,
  openAccount,
  uploadFile,
  VIDEO_TIMEOUT_MS,
  waitForVideo,
} from "../../harness/account.ts";
import { readProcessTree } from "../../harness/faults-processes.ts";
import { makeInstallation } from "../../harness/platform.ts";
import { type SupervisedStart, startSupervised } from "../../harness/supervised.ts";
import { awaitEncoding, cameraClipArgs, listPlaybackErrors, startPlay } from "../support/faults-media.ts";
import { beginPublishing } from "../support/lives.ts";

const execFileAsync = promisify(execFile);
/** The size of the disk. It has room for the databases, the reserve and the media, and the remaining space is soon filled. */
const DISK_BYTES = 3_000_000_000;
/** The setting DISK_LOW_BYTES. Encodings are held back below half of it. */
const DISK_LOW_BYTES = 1_200_000_000;
const VIDEO_TITLES = ["First", "Second", "Third"];
/** The space that another program leaves free. It is smaller than one segment of PostgreSQL's log. */
const FREE_SPACE_BYTES = 10_000_000;
/** The number of 16 MB segments of PostgreSQL's log that are created while the disk is full. */
const LOG_SEGMENTS = 9;

let installation: Installation;
let supervisedPlatform: SupervisedStart;
let account: Account;
let clips: ClipFolder;
beforeAll(async () => {
  installation = await makeInstallation();
  const { dataDir } = installation;
  await execFileAsync("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES},mode=700`, "tmpfs", dataDir]).catch(
    (error) => {
      throw new Error(
        `This test fills a disk of its own, and may not mount one here (run it as root): ${error}`,
      );
    },
  );
  Object.assign(process.env, { DISK_LOW_BYTES: String(DISK_LOW_BYTES), WORKER_SLOTS: "1" });
  supervisedPlatform = await startSupervised(installation);
  account = await openAccount(supervisedPlatform);
  clips = await makeClipFolder();
});
afterAll(async () => {
  await supervisedPlatform?.interrupt();
  await clips?.dispose();
  if (!installation) return;
  await execFileAsync("umount", [installation.dataDir]);
  await rm(installation.dataDir, { recursive: true, force: true });
});

const readVideo = (uuid: string): Promise<VideoView> =>
  account.call(routes.getVideo, { params: { id: uuid } });

/** Writes rows until PostgreSQL has created this many segments of its log. */
async function fillDatabaseLog(databaseUrl: string): Promise<void> {
  const { pool, close } = openDatabase(databaseUrl, 1);
  try {
    for (let n = 0; n < LOG_SEGMENTS; n += 1) {
      await pool.query("UPDATE clients SET uuid = uuid");
      await pool.query("SELECT pg_switch_wal()");
    }
  } finally {
    await close();
  }
}

test("a full disk only stops new uploads and encodings, and complete uploads are encoded once there is space", async () => {
  const { dataDir } = installation;
  const reserve = join(dataDir, "reserve");
  await eventually(async () => (await stat(reserve)).size === 200_000_000, { what: "the reserve" });

  const watchedUuid = await uploadFile(
    account,
    "Watched",
    await readFile(await clips.make("watched.mp4", cameraClipArgs({ size: "640x360", durationSec: 10 }))),
  );
  const isEncoded = ({ encodingStatus }: VideoView) => encodingStatus === "encoded";
  const watched = await waitForVideo(account, watchedUuid, isEncoded);
  const live = await account.call(routes.createVideo, {
    body: { title: "Bell tower", type: "live" } as never,
  });
  beginPublishing(await account.call(routes.getStreamKey, { params: { id: live.uuid } }));
  await eventually(async () => expect((await readVideo(live.uuid)).live?.state).toBe("live"));

  const bytes = await readFile(
    await clips.make("long.mp4", cameraClipArgs({ size: "1280x720", durationSec: 24 })),
  );
  const uuids: string[] = [];
  for (const title of VIDEO_TITLES) uuids.push(await uploadFile(account, title, bytes));
  const { databaseUrl = "" } = (await findEndpoints(dataDir)) ?? {};
  await awaitEncoding(databaseUrl, uuids[0] ?? "");
  const before = await readProcessTree(supervisedPlatform.pid);

  const filler = join(dataDir, "filler");
  await execFileAsync("fallocate", ["-l", String((await findFreeBytes(dataDir)) - FREE_SPACE_BYTES), filler]);
  const names = async () => readdir(dataDir);
  await eventually(async () => !(await names()).includes("reserve"), { what: "the reserve to be given up" });
  const isIdle = async () => (await filesOfJobs()).length === 0;
  await eventually(isIdle, { what: "the worker to give back what it did" });
  await fillDatabaseLog(databaseUrl);
  await expect(uploadFile(account, "Late", bytes)).rejects.toMatchObject({ code: "disk_low" });
  const revised = await account.call(routes.updateVideo, {
    params: { id: watchedUuid },
    body: { title: "Edited on a full disk" },
  });
  expect(revised.title).toBe("Edited on a full disk");
  expect(await listPlaybackErrors(watched)).toBe("");
  expect((await startPlay(installation, watchedUuid)).token).toBeTruthy();
  const ready = await fetch(`${installation.apiInternalUrl}/readyz`);
  expect(ready.status, await ready.text()).toBe(200);
  expect(await account.call(routes.getStatus, {})).toEqual({ isReady: true, encodingsWait: true });
  for (const uuid of uuids) expect((await readVideo(uuid)).encodingStatus).not.toBe("error");
  expect((await readVideo(live.uuid)).live?.state).toBe("live");

  await rm(filler);
  for (const uuid of uuids)
    await eventually(async () => expect((await readVideo(uuid)).encodingStatus).toBe("encoded"), {
      limitMs: 2 * VIDEO_TIMEOUT_MS,
    });
  expect(await listPlaybackErrors(await readVideo(uuids[0] ?? ""))).toBe("");
  expect((await readVideo(live.uuid)).live?.state).toBe("live");
  await eventually(async () => (await names()).includes("reserve"), { what: "a new reserve" });
  expect(await listExitedProcesses(before)).toEqual([]);
  expect(await readFile(join(dataDir, "postgres.log"), "utf8")).not.toContain("PANIC");
});

async function filesOfJobs(): Promise<string[]> {
  const names = await readdir(join(installation.dataDir, "work"), { recursive: true });
  return names.filter((name) => /\.(mp4|m4s|ts|mkv)$/.test(name));
}

/** Lists the platform's own processes that have exited since the given time, although all of them are long-lived. */
async function listExitedProcesses(before: Awaited<ReturnType<typeof readProcessTree>>): Promise<string[]> {
  const now = new Set((await readProcessTree(supervisedPlatform.pid)).map(({ pid }) => pid));
  const isOwn = ({ name, parent }: { name: string; parent: number }) =>
    parent === supervisedPlatform.pid && /node|postgres/i.test(name);
  return before.filter((each) => isOwn(each) && !now.has(each.pid)).map(({ name }) => name);
}
