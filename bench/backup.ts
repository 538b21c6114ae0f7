import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { routes } from "@shoal/contract";
import { PlaySession } from "@shoal/contract/player";
import { FolderStore } from "@shoal/store";
import { eventually, H264, makeClip, testPicture, testTone } from "@shoal/testkit";
import { sql } from "kysely";
import { openDatabase } from "../apps/api/src/platform/database.ts";
import { findEndpoints } from "../apps/start/src/endpoints.ts";
import { type Installation, REPOSITORY_ROOT } from "../apps/start/src/settings.ts";
import { type Account, openAccount, uploadFile, waitForVideo } from "../harness/account.ts";
import { makeSupervisedInstallation } from "../harness/supervised.ts";
import type { Bench, Figure } from "./bench.ts";
import { FILM_PATH } from "./encode.ts";

const TOTAL_SIZE_BYTES = Number(process.env.SHOAL_BENCH_GB ?? 10) * 1e9;
/** The number of turns for each kind of run. The kinds alternate, so a slowdown of the machine affects all. */
const TURN_COUNT = 2;
const MIN_RATIO = 0.8;
const TARGET_PLAY_SEC = 60;
const CALL_INTERVAL_MS = 200;
/** The number of random bytes. It exceeds the size of the video's largest object. */
const NOISE_SIZE_BYTES = 64_000_000;

const execFileAsync = promisify(execFile);

/**
 * Measures a backup of the running platform, and the time from a restore on an empty machine to the first play. Both are compared
 * with copies of the same bytes on the same disk.
 */
async function measureBackup(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "shoal-bench-"));
  const own = await makeSupervisedInstallation();
  const { installation } = own;
  try {
    const started = await own.start();
    const account = await openAccount(started);
    const uuid = await fillPlatform(installation, account);
    const media = join(installation.dataDir, "media");
    const bytes = await countBytesIn(media);
    const [backups, copy, tar, key] = [
      join(folder, "backups"),
      join(folder, "copy"),
      join(folder, "tar"),
      join(folder, "key"),
    ];
    await runScript("backup", ["--new-key", key], installation);
    const backUp = () => runScript("backup", [backups, "--key", key], installation);
    const calls = callContinuously(account, installation, uuid);
    const times: { copy: number; tar: number; backup: number }[] = [];
    for (let turn = 0; turn < TURN_COUNT; turn++) {
      for (const path of [copy, tar, backups]) await rm(path, { recursive: true, force: true });
      const copied = await waitUntilOnDisk(folder, () => execFileAsync("cp", ["-r", media, copy]));
      await rm(copy, { recursive: true });
      const packed = await waitUntilOnDisk(folder, () => execFileAsync("tar", ["-cf", tar, media]));
      await rm(tar);
      calls.begin();
      times.push({ copy: copied, tar: packed, backup: await waitUntilOnDisk(folder, backUp) });
    }
    const slowest = calls.slowestMs();
    const again = await waitUntilOnDisk(folder, backUp);
    await calls.stop();
    await started.interrupt();

    const back = await waitUntilOnDisk(folder, () => execFileAsync("cp", ["-r", backups, copy]));
    for (const path of [copy, installation.dataDir]) await rm(path, { recursive: true });
    await dropCaches();
    const began = performance.now();
    await runScript("restore", [backups, "--key", key], installation);
    const restoredSec = secondsSince(began);
    await own.start();
    await eventually(() => playFirst(installation, uuid), { what: "the first play" });
    const playSec = secondsSince(began);

    const least = (value: (each: (typeof times)[number]) => number) => Math.min(...times.map(value));
    const [copySec, tarSec, backupSec] = [
      least((each) => each.copy),
      least((each) => each.tar),
      least((each) => each.backup),
    ];
    const rate = (sec: number) => `${(bytes / sec / 1e6).toFixed(0)} MB/s`;
    const size = `${(bytes / 1e9).toFixed(1)} GB`;
    return [
      {
        name: `backup of ${size} while it runs, of cp's rate`,
        value: (copySec / backupSec).toFixed(2),
        reach: `≥ ${MIN_RATIO}`,
        isReached: copySec / backupSec >= MIN_RATIO,
        detail: `encrypted, at ${rate(backupSec)} (${((backupSec * 1e9) / bytes).toFixed(1)} s a GB); cp -r ${rate(copySec)}, tar ${rate(tarSec)}, each until it is on the disk, from a cold cache where this process may drop it; again without anything new: ${again.toFixed(1)} s; the slowest of the lists and plays meanwhile: ${slowest.toFixed(0)} ms`,
      },
      {
        name: `restore of ${size} to the first play, beyond a copy of the backup`,
        value: `${(playSec - back).toFixed(1)} s`,
        reach: `≤ ${TARGET_PLAY_SEC} s`,
        isReached: playSec - back <= TARGET_PLAY_SEC,
        detail: `${playSec.toFixed(1)} s, of which the restore took ${restoredSec.toFixed(1)} s; cp -r of the backup ${back.toFixed(1)} s`,
      },
    ];
  } finally {
    await own.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Adds two encoded videos, and other videos with objects of the same names and sizes as the first video's objects. @returns the first
 * video.
 */
async function fillPlatform({ dataDir }: Installation, account: Account): Promise<string> {
  const clip = await makeClip("clip.mp4", [
    ...testPicture({ size: "1280x720", durationSec: 20 }),
    ...testTone(20),
    ...H264,
  ]);
  const uuid = await uploadFile(account, "Film", await readFile(FILM_PATH));
  await uploadFile(account, "Clip", clip);
  const { _embedded: sent } = await account.call(routes.listVideos, { query: { page: 1, pagesize: 20 } });
  for (const each of sent)
    await waitForVideo(account, each.uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  const store = new FolderStore(join(dataDir, "media"));
  const shape: { name: string; sizeBytes: number }[] = [];
  for (const prefix of [`uploads/${uuid}/`, `videos/${uuid}/`])
    for await (const object of store.list(prefix)) shape.push(object);
  const bytesOfOne = shape.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const noise = randomBytes(NOISE_SIZE_BYTES);
  const copies = await addRows(dataDir, uuid, Math.max(1, Math.round(TOTAL_SIZE_BYTES / bytesOfOne)));
  for (const [n, other] of copies.entries())
    for (const { name, sizeBytes } of shape) {
      const from = (n * 4_096) % (NOISE_SIZE_BYTES - sizeBytes);
      await store.put(name.replace(uuid, other), noise.subarray(from, from + sizeBytes));
    }
  return uuid;
}

async function addRows(dataDir: string, uuid: string, count: number): Promise<string[]> {
  const { databaseUrl = "" } = (await findEndpoints(dataDir)) ?? {};
  const { db, close } = openDatabase(databaseUrl, 1);
  try {
    const { rows } = await sql<{ uuid: string }>`INSERT INTO videos
        (client_uuid, title, status, input_qualities, size_bytes, chunk_count, contiguous_chunks)
      SELECT client_uuid, 'Film ' || n, status, input_qualities, size_bytes, chunk_count, contiguous_chunks
      FROM videos, generate_series(1, ${count}::int) AS n WHERE uuid = ${uuid} RETURNING uuid`.execute(db);
    return rows.map((row) => row.uuid);
  } finally {
    await close();
  }
}

const runScript = (name: "backup" | "restore", args: string[], { dataDir }: Installation) =>
  execFileAsync(process.execPath, [join(REPOSITORY_ROOT, "scripts", `${name}.ts`), ...args], {
    env: { ...process.env, SHOAL_DATA: dataDir },
  });

async function countBytesIn(folder: string): Promise<number> {
  const { stdout } = await execFileAsync("du", ["-sb", folder]);
  return Number.parseInt(stdout, 10);
}

/** Returns the seconds until everything written to a folder is on its disk. */
async function waitUntilOnDisk(folder: string, work: () => Promise<unknown>): Promise<number> {
  await dropCaches();
  const began = performance.now();
  await work();
  await execFileAsync("sync", ["-f", folder]);
  return secondsSince(began);
}

/** Empties the caches of the machine, which only root may do. */
async function dropCaches(): Promise<void> {
  await execFileAsync("sync");
  await writeFile("/proc/sys/vm/drop_caches", "3").catch(() => undefined);
}

const secondsSince = (began: number) => (performance.now() - began) / 1_000;

/** Requests a list or starts a play every 200 ms, like clients of a platform in use. */
function callContinuously(account: Account, installation: Installation, uuid: string) {
  let [slowestMs, isOver] = [0, false];
  const calling = (async () => {
    while (!isOver) {
      const began = performance.now();
      await account.call(routes.listVideos, { query: { page: 1, pagesize: 20 } });
      await playFirst(installation, uuid);
      slowestMs = Math.max(slowestMs, performance.now() - began);
      await delay(CALL_INTERVAL_MS);
    }
  })();
  return {
    begin() {
      slowestMs = 0;
    },
    slowestMs: () => slowestMs,
    async stop() {
      isOver = true;
      await calling;
    },
  };
}

/** Starts a play and reads the first segment. @throws Error if a response is not a success. */
async function playFirst({ edgeUrl }: Installation, uuid: string): Promise<void> {
  const get = async (url: string, init: RequestInit = {}) => {
    const response = await fetch(url, init);
    if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
    return response;
  };
  const headers = { "content-type": "application/json" };
  const session = await get(`${edgeUrl}/play/${uuid}`, { method: "POST", headers, body: "{}" });
  let url = new URL(PlaySession.parse(await session.json()).hlsUrl, edgeUrl);
  for (const what of ["rendition", "segment"]) {
    const lines = (await (await get(url.href)).text()).split("\n");
    const line = lines.find((each) => each !== "" && !each.startsWith("#"));
    if (line === undefined) throw new Error(`${url} names no ${what}`);
    url = new URL(line, url);
  }
  if ((await (await get(url.href)).bytes()).length === 0) throw new Error(`${url} is empty`);
}

/** The bench of a backup and a restore, compared with copies of the same bytes. */
export const backupBench: Bench[] = [{ name: "backup", run: measureBackup }];
