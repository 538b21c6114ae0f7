import { readFile, rm } from "node:fs/promises";
import { routes, type VideoView } from "@shoal/contract";
import { type ClipFolder, eventually, makeClipFolder } from "@shoal/testkit";
import { type FaultyProxy, startFaultyProxy } from "@shoal/testkit/faulty-proxy";
import { startTestS3, type TestS3 } from "@shoal/testkit/test-s3";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Account, openAccount, uploadFile, waitForVideo } from "../../harness/account.ts";
import { makeInstallation, type TestPlatform } from "../../harness/platform.ts";
import { startPlatformOnS3 } from "../../harness/platform-on-s3.ts";
import { awaitState } from "../../harness/swarm/swarm-viewers.ts";
import {
  awaitEncoding,
  cameraClipArgs,
  LONG_CLIP_ARGS,
  listPlaybackErrors,
  startPlay,
} from "../support/faults-media.ts";
import { archivesOf, beginPublishing } from "../support/lives.ts";
import { useBrowser } from "../support/test-browser.ts";

/** The duration of an outage. It is longer than the time for which the platform retries a request. */
const OUTAGE_DURATION_MS = 60_000;
const SLOW_RESPONSE_MS = 5_000;
const VIEWER_COUNT = 8;
/** The pause between two attempts of a player. */
const RETRY_DELAY_MS = 500;

const browser = useBrowser();
let s3: TestS3;
let proxy: FaultyProxy;
let platform: TestPlatform;
let account: Account;
let clips: ClipFolder;
let dataDir: string;

beforeAll(async () => {
  s3 = await startTestS3();
  proxy = await startFaultyProxy(s3.endpoint);
  const location = s3.location.replace(encodeURIComponent(s3.endpoint), encodeURIComponent(proxy.endpoint));
  const installation = await makeInstallation();
  ({ dataDir } = installation);
  platform = await startPlatformOnS3(installation, { location, credentials: s3.credentials });
  account = await openAccount(platform);
  clips = await makeClipFolder();
});
afterAll(async () => {
  await platform?.close();
  await proxy?.close();
  await s3?.close();
  await clips?.dispose();
  if (dataDir) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});
beforeEach(() => {
  proxy.fault = () => undefined;
});

/** Makes the media store unreachable for a while. @returns when it is reachable again. */
function interruptStore(): Promise<void> {
  const backMs = Date.now() + OUTAGE_DURATION_MS;
  proxy.fault = () => (Date.now() < backMs ? "cut" : undefined);
  return eventually(() => Date.now() >= backMs || false, { limitMs: 2 * OUTAGE_DURATION_MS }).then(
    () => undefined,
  );
}

const isEncoded = ({ encodingStatus }: VideoView) => encodingStatus === "encoded";
const uploadAndEncode = async (title: string, args: readonly string[]) =>
  uploadFile(account, title, await readFile(await clips.make(`${title}.mp4`, args)));

test("a video whose store is unreachable for a minute during encoding is encoded without a failure", async () => {
  const uuid = await uploadAndEncode("Away", LONG_CLIP_ARGS);
  await awaitEncoding(platform.databaseUrl, uuid);
  const seen = new Set<string>();
  const back = interruptStore();
  const video = await waitForVideo(account, uuid, (each) => {
    seen.add(each.encodingStatus);
    return isEncoded(each);
  });
  await back;
  expect([...seen].filter((status) => status.includes("fail") || status === "error")).toEqual([]);
  expect(await listPlaybackErrors(video)).toBe("");
});

test("a video is uploaded, encoded and watched while each request to the store takes five seconds", async () => {
  proxy.fault = () => ({ afterMs: SLOW_RESPONSE_MS });
  const uuid = await uploadAndEncode("Slow", cameraClipArgs({ size: "320x180", durationSec: 12 }));
  const video = await waitForVideo(account, uuid, isEncoded);
  expect(await listPlaybackErrors(video)).toBe("");
});

test("eight viewers get every byte while the store is unreachable: cached ones at once, others once it is back", async () => {
  const uuid = await uploadAndEncode("Watched", cameraClipArgs({ size: "640x360", durationSec: 24 }));
  await waitForVideo(account, uuid, isEncoded);
  const urls = await segmentUrls(uuid);
  // The edge has cached the beginning of the video, because one viewer has already watched it.
  const cached = urls.slice(0, 2);
  for (const url of cached) expect((await fetch(url)).status).toBe(200);
  const back = interruptStore();
  for (const url of cached) expect((await fetch(url)).status).toBe(200);
  let refused = 0;
  const watch = async () => {
    let bytes = 0;
    for (const url of urls)
      bytes += await eventually(
        async () => {
          const response = await fetch(url);
          const { byteLength } = await response.arrayBuffer();
          if (response.status === 200) return byteLength;
          expect(response.status).toBe(503);
          refused++;
          return false;
        },
        { limitMs: 3 * OUTAGE_DURATION_MS, everyMs: RETRY_DELAY_MS },
      );
    return bytes;
  };
  const watched = await Promise.all(Array.from({ length: VIEWER_COUNT }, watch));
  await back;
  expect(refused).toBeGreaterThan(0);
  expect(new Set(watched).size).toBe(1);
});

test("a live continues while the store is unreachable for a minute, and leaves its archive", async () => {
  const { uuid } = await account.call(routes.createVideo, {
    body: { title: "Harbour", type: "live", keepLive: true } as never,
  });
  const id = { params: { id: uuid } };
  const read = () => account.call(routes.getVideo, id);
  beginPublishing(await account.call(routes.getStreamKey, id));
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${(await read()).embedUrl}?autoplay=1&muted=1`);
  await awaitState(page, "playing");
  await interruptStore();
  expect((await read()).live?.state).toBe("live");
  const positionOf = () => page.evaluate(() => document.querySelector("video")?.currentTime ?? 0);
  const before = await positionOf();
  await eventually(async () => (await positionOf()) > before + 5, { what: "a picture that moves on" });
  await account.call(routes.stopEncoding, id);
  await eventually(
    async () => expect(await archivesOf(account.call, uuid)).toMatchObject([{ encodingStatus: "encoded" }]),
    { limitMs: 3 * OUTAGE_DURATION_MS },
  );
  const [archive] = await archivesOf(account.call, uuid);
  expect(archive?.duration).toBeGreaterThan(OUTAGE_DURATION_MS / 1_000);
});

/** Returns the URLs at which a player requests the segments of the smallest rendition from the edge. */
async function segmentUrls(uuid: string): Promise<string[]> {
  const session = await startPlay(platform.installation, uuid);
  const main = new URL(session.hlsUrl, platform.installation.edgeUrl);
  const [first] = await playlistUrls(main);
  if (!first) throw new Error("No rung");
  return (await playlistUrls(first)).map(({ href }) => href);
}

async function playlistUrls(url: URL): Promise<URL[]> {
  const lines = (await (await fetch(url)).text()).split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("#")).map((line) => new URL(line, url));
}
