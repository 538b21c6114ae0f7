import { readFile } from "node:fs/promises";
import { routes, type SceneListView } from "@shoal/contract";
import { type ClipFolder, eventually, H264, makeClipFolder, testPicture, testTone } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Account, uploadFile, waitForVideo } from "../../harness/account.ts";
import { launchBrowser, type TestBrowser } from "../../harness/browser.ts";
import type { Person } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { DASH_PLAYERS, playDash } from "../support/dash-players.ts";
import { openOwnClient } from "../support/own-client.ts";

/** The time limit for a scene list to become playable, including the encoding of its scenes. */
const READY_TIMEOUT_MS = 120_000;
/** ffmpeg's arguments for clips with different sizes, frame rates and audio formats, by the clip's name. */
const CLIP_ARGS: Record<string, string[]> = {
  Harbour: [
    ...testPicture({ durationSec: 8, size: "640x360", rate: "25" }),
    ...testTone(8),

    ...H264,
    "-c:a",
    "aac",
    "-ac",
    "2",
    "-movflags",
    "+faststart",
  ],
  Lighthouse: [
    ...testPicture({ durationSec: 8, size: "360x640", rate: "30" }),
    ...testTone(8, 880),

    ...H264,
    "-g",
    "60",
    "-c:a",
    "aac",
    "-ac",
    "1",
    "-ar",
    "44100",
  ],
  Fog: [...testPicture({ durationSec: 6, size: "426x240", rate: "30000/1001" }), ...H264],
};

let platform: TestPlatform;
let browser: TestBrowser;
let clips: ClipFolder;
let admin: Account;
let editor: Person;
const videoUuids: Record<string, string> = {};
beforeAll(async () => {
  platform = await startTestPlatform();
  browser = await launchBrowser();
  clips = await makeClipFolder();
  ({ admin, editor } = await openOwnClient(platform, { scenelist: true }));
  const owner = { ...admin, ...editor };
  for (const [title, args] of Object.entries(CLIP_ARGS)) {
    const bytes = await readFile(await clips.make(`${title}.mp4`, args));
    videoUuids[title] = await uploadFile(owner, title, bytes);
  }
  for (const each of Object.values(videoUuids))
    await waitForVideo(owner, each, ({ encodingStatus }) => encodingStatus === "encoded");
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
  await clips?.dispose();
});

const isInState = (page: Page, state: string) =>
  page.waitForFunction((wanted) => document.documentElement.dataset.state === wanted, state, {
    timeout: 90_000,
  });
const stallsOf = (page: Page) =>
  page.evaluate(
    () => (window as unknown as { shoalPlayer: { stats(): { stalls: number } } }).shoalPlayer.stats().stalls,
  );
const readSceneList = (uuid: string) => editor.call(routes.getSceneList, { params: { id: uuid } });
async function awaitReady(uuid: string): Promise<SceneListView> {
  await eventually(async () => expect((await readSceneList(uuid)).state).toBe("ready"), {
    limitMs: READY_TIMEOUT_MS,
  });
  return readSceneList(uuid);
}

describe("a list of scenes of different sizes, rates and audio, one without audio, and a last one under a second", () => {
  let list: SceneListView;
  beforeAll(async () => {
    const { Harbour = "", Lighthouse = "", Fog = "" } = videoUuids;
    const scenes = [
      { video: Harbour, in: 1.4, out: 6.2 },
      { video: Fog, in: 0, out: 6 },
      { video: Lighthouse, in: 2.5, out: 7, name: "Light" },
      { video: Harbour, in: 3, out: 3.6 },
    ];
    const { uuid } = await editor.call(routes.createSceneList, { body: { title: "Coast", scenes } });
    list = await awaitReady(uuid);
  });

  test("plays across its seams to its end on the embed page without a stall", async () => {
    const page = await browser.context.newPage();
    await page.goto(`${list.embedUrl}?autoplay=1&muted=1`);
    await isInState(page, "ended");
    const lengthSec = await page.evaluate(() => document.querySelector("video")?.duration ?? 0);
    expect(Math.abs(lengthSec - list.duration)).toBeLessThan(0.1);
    expect(await stallsOf(page)).toBe(0);
    await page.close();
  });

  test.each(DASH_PLAYERS)("plays across its seams to its end in %s", async (_name, script, attach) => {
    const page = await playDash(browser, list.manifest.dash, { script, attach });
    await page.waitForFunction(() => document.querySelector("video")?.ended);
    const lengthSec = await page.evaluate(() => document.querySelector("video")?.currentTime ?? 0);
    expect(Math.abs(lengthSec - list.duration)).toBeLessThan(0.1);
    await page.close();
  });
});
