import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { routes, type VideoErrorType } from "@shoal/contract";
import { type ClipFolder, H264, makeClipFolder, testPicture } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, openAccount, uploadFile, waitForVideo } from "../../harness/account.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import {
  awaitEncoding,
  LONG_CLIP_ARGS,
  listFilesBelow,
  listJobsEncodedNow,
  listPlaybackErrors,
  listWorkFiles,
  ONE_SLOT_SETTINGS,
  startPlay,
} from "../support/faults-media.ts";

let platform: TestPlatform;
let account: Account;
let clips: ClipFolder;
let longClip: Buffer;
beforeAll(async () => {
  Object.assign(process.env, ONE_SLOT_SETTINGS);
  platform = await startTestPlatform();
  account = await openAccount(platform);
  clips = await makeClipFolder();
  longClip = await readFile(await clips.make("long.mp4", LONG_CLIP_ARGS));
});
afterAll(async () => {
  for (const name of Object.keys(ONE_SLOT_SETTINGS)) delete process.env[name];
  await platform?.close();
  await clips?.dispose();
});

const mediaFolder = (uuid: string, generation: number) =>
  join(platform.installation.dataDir, "media", "videos", uuid, String(generation));

test("bad files fail with their reason and do not disturb a running encoding", async () => {
  const good = await uploadFile(account, "Good", longClip);
  await awaitEncoding(platform.databaseUrl, good);
  const cases = await badFiles();
  const found: Record<string, VideoErrorType | null> = {};
  for (const [title, { bytes }] of Object.entries(cases)) {
    const uuid = await uploadFile(account, title, bytes);
    const video = await waitForVideo(account, uuid, ({ error }) => error);
    expect(video.encodingStatus).toBe("error");
    found[title] = video.errorType;
  }
  expect(found).toEqual(
    Object.fromEntries(Object.entries(cases).map(([title, { error }]) => [title, error])),
  );
  const video = await waitForVideo(account, good, ({ encodingStatus }) => encodingStatus === "encoded");
  expect(video.errorType).toBeNull();
  expect(await listPlaybackErrors(video)).toBe("");
});

test("a stopped encoding keeps its published media, and a restart completes it as a new generation", async () => {
  const uuid = await uploadFile(account, "Stopped", longClip);
  await waitForVideo(account, uuid, ({ playable }) => playable);
  const pieces = await awaitEncoding(platform.databaseUrl, uuid);
  await account.call(routes.stopEncoding, { params: { id: uuid } });
  const stopped = await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "stopped");
  await expect.poll(() => listJobsEncodedNow(platform.databaseUrl, uuid)).toEqual([]);
  await expect.poll(() => listWorkFiles(platform.installation, pieces)).toEqual([]);
  expect(stopped.playable).toBe(true);
  expect(await listPlaybackErrors(stopped)).toBe("");

  await account.call(routes.restartEncoding, { params: { id: uuid } });
  const video = await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  expect((await startPlay(platform.installation, uuid)).generation).toBe(2);
  expect(await listPlaybackErrors(video)).toBe("");
  await expect.poll(() => listFilesBelow(mediaFolder(uuid, 1))).toEqual([]);
});

test("a restart right after a stop leaves nothing of the old generation behind", async () => {
  const uuid = await uploadFile(account, "Hasty", longClip);
  await waitForVideo(account, uuid, ({ playable }) => playable);
  await awaitEncoding(platform.databaseUrl, uuid);
  await account.call(routes.stopEncoding, { params: { id: uuid } });
  await account.call(routes.restartEncoding, { params: { id: uuid } });
  await waitForVideo(account, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  await expect.poll(() => listFilesBelow(mediaFolder(uuid, 1))).toEqual([]);
});

async function badFiles(): Promise<Record<string, { error: VideoErrorType; bytes: Buffer }>> {
  const make = async (name: string, args: string[]) => readFile(await clips.make(name, args));
  const picture = testPicture({ durationSec: 5 });
  const tiny = testPicture({ size: "32x32", durationSec: 1, rate: "2" });
  const whole = await make("whole.mp4", [...picture, ...H264]);
  const fast = await make("fast.mp4", [...picture, ...H264, "-movflags", "+faststart"]);
  const long = await make("long.mkv", [...testPicture({ durationSec: 12 }), ...H264]);
  return {
    "zero bytes": { error: "empty_file", bytes: Buffer.alloc(0) },
    "a playlist": { error: "not_a_video", bytes: Buffer.from("#EXTM3U\n#EXTINF:4,\nfile:///etc/passwd\n") },
    "a PNG": { error: "not_a_video", bytes: await make("p.png", [...picture, "-frames:v", "1"]) },
    "a ZIP": { error: "not_a_video", bytes: Buffer.from(`PK\u0003\u0004${"zip".repeat(400)}`) },
    "an MP4 without its index": { error: "truncated_file", bytes: whole.subarray(0, 20_000) },
    "an MP4 without its end": { error: "truncated_file", bytes: fast.subarray(0, fast.length - 20_000) },
    "a Matroska without its end": {
      error: "truncated_file",
      bytes: long.subarray(0, Math.round(long.length * 0.6)),
    },
    "a small Matroska that claims hours": {
      error: "implausible_duration",
      bytes: declareTenHours(await make("hours.mkv", [...tiny, ...H264])),
    },
  };
}

/** Writes 10 hours, in milliseconds as a double, into the Duration element (0x4489) of a Matroska file. */
function declareTenHours(bytes: Buffer): Buffer {
  bytes.writeDoubleBE(36_000_000, bytes.indexOf(Buffer.from([0x44, 0x89, 0x88])) + 3);
  const statistics = bytes.indexOf("DURATION");
  if (statistics > 0) bytes.write("XURATION", statistics);
  return bytes;
}
