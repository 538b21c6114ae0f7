import { join } from "node:path";
import { routes, type VideoView } from "@shoal/contract";
import { eventually, publishContinuously } from "@shoal/testkit";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Account, openAccount, waitForVideo } from "../../harness/account.ts";
import { filterRunning, killAll, readProcessTree } from "../../harness/faults-processes.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { awaitState } from "../../harness/swarm/swarm-viewers.ts";
import { listFilesBelow, listPlaybackErrors } from "../support/faults-media.ts";
import { archivesOf } from "../support/lives.ts";
import { useBrowser } from "../support/test-browser.ts";

/** Matches the segments of the first video track. Each segment is two seconds long. */
const SEGMENT_PATH = /\/v0\/\d+\.m4s$/;
/** The number of segments that are awaited before and after the kill. */
const SEGMENT_COUNT = 5;
/** The seconds to play until frames are shown that were not yet loaded when the ingest was killed. */
const PLAY_DURATION_SEC = 5;
/** A single quality, which suffices for this test. */
const INPUT_QUALITIES = [{ bitrate: 400, resolution: { width: 640, height: 360 }, FPS: 30 }];

const browser = useBrowser();
let platform: TestPlatform;
let account: Account;
beforeAll(async () => {
  platform = await startTestPlatform();
  account = await openAccount(platform);
});
afterAll(() => platform?.close());

/** Returns how many segments of a live the ingest has stored so far, over all of the live's runs. */
async function countSegments(uuid: string): Promise<number> {
  const files = await listFilesBelow(join(platform.installation.dataDir, "media"));
  return files.filter((path) => path.includes(uuid) && SEGMENT_PATH.test(path)).length;
}

const awaitStored = (uuid: string, segments: number) =>
  eventually(async () => (await countSegments(uuid)) >= segments, { what: `${segments} stored segments` });

const findIngest = () => platform.children.find(({ name }) => name === "ingest");

async function endIngest(): Promise<void> {
  await findIngest()?.run().stop();
}

async function killIngest(): Promise<void> {
  const ingest = findIngest();
  const seen = (await readProcessTree(process.pid)).filter(({ pid }) => pid === ingest?.pid());
  expect(seen).toHaveLength(1);
  await killAll(seen);
  await expect.poll(() => filterRunning(seen)).toEqual([]);
}

// The page is not reloaded. A restarted live is another stream, and the player must show its new frames.
test.each([
  ["is killed", killIngest],
  ["ends and is started again, as in an upgrade", endIngest],
])("a page continues with a live whose ingest %s, once the encoder is back", async (_, breakOff) => {
  const { uuid } = await account.call(routes.createVideo, {
    body: { title: "Council", type: "live", inputQualities: INPUT_QUALITIES } as never,
  });
  const id = { params: { id: uuid } };
  const { url, streamKey } = await account.call(routes.getStreamKey, id);
  const publishing = new AbortController();
  const published = publishContinuously(`${url}/${streamKey}`, { signal: publishing.signal });
  onTestFinished(async () => {
    publishing.abort();
    await published;
  });
  const page = await (await browser.newContext()).newPage();
  const { embedUrl } = await account.call(routes.getVideo, id);
  await page.goto(`${embedUrl}?autoplay=1&muted=1`);
  await awaitState(page, "playing");
  const readPage = () =>
    page.evaluate(() => ({
      state: document.documentElement.dataset.state,
      source: document.querySelector("video")?.currentSrc,
      positionSec: document.querySelector("video")?.currentTime ?? 0,
    }));
  const movesOn = async (what: string) => {
    const from = await readPage();
    await eventually(async () => (await readPage()).positionSec > from.positionSec + PLAY_DURATION_SEC, {
      what,
    });
    return from.source;
  };
  const source = await movesOn("pictures of the live");
  await breakOff();
  // The player shows each run with a separate media source. The position at which it joins a run depends on the speed of the
  // machine.
  await eventually(
    async () => {
      const now = await readPage();
      return now.source !== source && now.state === "playing";
    },
    { what: "the next run of the live" },
  );
  expect(await movesOn("pictures of the next run")).not.toBe(source);
  expect((await readPage()).state).toBe("playing");
  await account.call(routes.stopEncoding, id);
  await awaitState(page, "ended");
});

/** Waits until this many archives of the live are encoded. @returns the archives, with the oldest first. */
const awaitArchived = (uuid: string, count: number): Promise<VideoView[]> =>
  eventually(
    async () => {
      const archives = await archivesOf(account.call, uuid);
      const isWhole = archives.every(
        ({ encodingStatus, playable }) => encodingStatus === "encoded" && playable,
      );
      return archives.length === count && isWhole && archives.reverse();
    },
    { what: `${count} archives`, limitMs: 120_000 },
  );

/** Makes an exact cut of a video and plays it. */
async function cutAndPlay({ uuid }: VideoView, start: number, end: number): Promise<void> {
  const cut = await account.call(routes.cutVideo, { body: { uuid, start, end } as never });
  const made = await waitForVideo(account, cut.uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  expect(made.duration).toBeCloseTo(end - start, 1);
  expect(await listPlaybackErrors(made)).toBe("");
}

test("a kept live whose ingest is killed has complete archives of both parts, which can be cut up to the kill", async () => {
  const { uuid } = await account.call(routes.createVideo, {
    body: { title: "Council", type: "live", keepLive: true, inputQualities: INPUT_QUALITIES } as never,
  });
  const id = { params: { id: uuid } };
  const { url, streamKey } = await account.call(routes.getStreamKey, id);
  const publishing = new AbortController();
  const published = publishContinuously(`${url}/${streamKey}`, { signal: publishing.signal });
  onTestFinished(async () => {
    publishing.abort();
    await published;
  });
  await awaitStored(uuid, SEGMENT_COUNT);
  await killIngest();
  const atKill = await countSegments(uuid);

  // The publisher reconnects automatically once the ingest has restarted.
  const [before] = await awaitArchived(uuid, 1);
  await awaitStored(uuid, atKill + SEGMENT_COUNT);
  expect(await account.call(routes.getVideo, id)).toMatchObject({ live: { state: "live", fault: null } });
  await account.call(routes.stopEncoding, id);
  const archives = await awaitArchived(uuid, 2);

  expect(archives[0]?.uuid).toBe(before?.uuid);
  for (const archive of archives) expect(await listPlaybackErrors(archive)).toBe("");
  const [first, second] = archives as [VideoView, VideoView];
  const endSec = Math.floor((first.duration ?? 0) * 10) / 10;
  await cutAndPlay(first, Math.round(endSec * 10 - 33) / 10, endSec);
  await cutAndPlay(second, 0, 2.7);
});
