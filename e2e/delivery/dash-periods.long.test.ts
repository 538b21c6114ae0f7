import type { SegmentIndex } from "@shoal/contract/stored-data";
import { joinIndexes } from "@shoal/media";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  descriptorOf,
  type EdgeHarness,
  startEdgeHarness,
} from "../../apps/edge/src/testing/edge-harness.ts";
import { publishRealMedia } from "../../apps/edge/src/testing/real-media.ts";
import { launchBrowser, type TestBrowser } from "../../harness/browser.ts";
import { DASH_PLAYERS, playDash } from "../support/dash-players.ts";

/** The lengths of the scenes. dash.js treats a period that ends less than a second before the end as the last one. */
const SCENE_DURATIONS_SEC = [5, 4, 0.6];
const DURATION_SEC = 9.6;
const VTT_TEXT = `WEBVTT

00:01.000 --> 00:03.000
In the <b>première</b>

00:04.000 --> 00:06.000
Over the seam

00:07.000 --> 00:08.000
Two lines

00:07.200 --> 00:08.000
at once

00:09.100 --> 00:09.600
In the last
`;

let harness: EdgeHarness;
let browser: TestBrowser;
let dashUrl: string;
beforeAll(async () => {
  harness = await startEdgeHarness();
  browser = await launchBrowser();
  await harness.store.put("p/en.vtt", Buffer.from(VTT_TEXT));
  dashUrl = (await harness.play(await publishScenes())).dashUrl;
});
afterAll(async () => {
  await browser?.close();
  await harness?.close();
});

/** Publishes a video of real media with a period for each scene, and with captions. */
async function publishScenes(): Promise<string> {
  const scenes = await Promise.all(
    SCENE_DURATIONS_SEC.map((durationSec) => publishRealMedia(harness, { durationSec })),
  );
  const english = { id: "english", version: 1, language: "en", label: "English", kind: "subtitles" } as const;
  const list = descriptorOf({
    durationSec: DURATION_SEC,
    captions: [{ ...english, isDefault: true, object: "p/en.vtt" }],
  });
  const tracks = (scenes[0]?.tracks ?? []).map(async (track, at) => {
    const parts = scenes.map(async ({ tracks, durationSec }) => {
      const text = Buffer.from(await harness.store.read(tracks[at]?.indexObject ?? "")).toString();
      return { index: JSON.parse(text) as SegmentIndex, durationSec: durationSec ?? 0 };
    });
    const indexObject = `videos/${list.uuid}/1/${track.id}/index-1.json`;
    await harness.store.put(
      indexObject,
      Buffer.from(JSON.stringify(joinIndexes(track.id, await Promise.all(parts), 1))),
    );
    return { ...track, indexObject };
  });
  harness.api.set({ ...list, tracks: await Promise.all(tracks) });
  return list.uuid;
}

const isEnded = (page: Page) => page.waitForFunction(() => document.querySelector("video")?.ended);
/**
 * Seeks a player to the end as soon as it plays with this much buffered. The seek runs in the page to avoid races. A player that is
 * not yet playing may restart: its buffer is then empty for a moment, and it returns to the start.
 * @returns the end of the buffer when the player seeks, in seconds.
 */
const seekToEnd = async (page: Page, loadedSec: number): Promise<number> => {
  const sent = await page.waitForFunction((wantedSec) => {
    const video = document.querySelector("video");
    if (!video || video.currentTime === 0 || video.buffered.length === 0) return undefined;
    const endSec = video.buffered.end(video.buffered.length - 1);
    if (endSec < wantedSec) return undefined;
    video.currentTime = video.duration;
    return endSec;
  }, loadedSec);
  return Number(await sent.jsonValue());
};
/** Returns how many seconds of the video the page has displayed. */
const playedOf = (page: Page) =>
  page.evaluate(() => {
    const { played } = document.querySelector("video") as HTMLVideoElement;
    return Array.from({ length: played.length }, (_, at) => played.end(at) - played.start(at)).reduce(
      (sum, sec) => sum + sec,
      0,
    );
  });
const positionOf = (page: Page) => page.evaluate(() => document.querySelector("video")?.currentTime ?? 0);

/**
 * Starts to record which captions the player has at each time. The captions in displayed frames are unreliable on a machine that
 * renders few frames.
 */
const collectCaptions = (page: Page) =>
  page.evaluate(() => {
    const noted: Record<string, [fromSec: number, toSec: number, words: string]> = {};
    const note = () => {
      const tracks = [...(document.querySelector("video")?.textTracks ?? [])];
      for (const cue of tracks.flatMap((track) => [...(track.cues ?? [])]) as VTTCue[]) {
        const key = [cue.startTime, cue.endTime, cue.text].join();
        noted[key] = [cue.startTime, cue.endTime, cue.text];
      }
      setTimeout(note, 50);
    };
    Object.assign(window, { noted });
    note();
  });

/** Returns the captions that the player had at these seconds. */
async function captionsAt(page: Page, seconds: readonly number[]): Promise<string[]> {
  const noted = await page.evaluate(() =>
    Object.values((window as unknown as { noted: Record<string, [number, number, string]> }).noted),
  );
  const wordsAt = (sec: number) => noted.filter(([fromSec, toSec]) => fromSec <= sec && sec < toSec);
  return seconds.map((sec) =>
    wordsAt(sec)
      .map(([, , words]) => words)
      .sort()
      .join("|"),
  );
}

/**
 * With this much buffered, players load the second period only when the first one is nearly over. With more, Shaka 5.2 loses
 * captions of a period whose video is not loaded yet, because it shifts them by the offset of the video that it is appending. If
 * dash.js 5.2 seeks while it starts the second period, it appends that period with the offset of the target period.
 */
const BUFFER_DURATION_SEC = 2;
const FIRST_SEGMENT_SEC = 4;
const shortOfBufferOptions = (start: string): string =>
  start
    .replace(
      "player.attach(",
      `player.configure("streaming.bufferingGoal", ${BUFFER_DURATION_SEC}); player.attach(`,
    )
    .replace(
      "dashjs.MediaPlayer().create().initialize(",
      `const player = dashjs.MediaPlayer().create();
       player.updateSettings({ streaming: { buffer: {
         bufferTimeDefault: ${BUFFER_DURATION_SEC}, bufferTimeAtTopQuality: ${BUFFER_DURATION_SEC} } } });
       player.initialize(`,
    );

describe.each(DASH_PLAYERS)("%s", (_name, script, start) => {
  const attach = shortOfBufferOptions(start);

  test("plays across the seams to the end of a last period under a second, with the captions of each period", async () => {
    const page = await playDash(browser, dashUrl, { script, attach });
    await collectCaptions(page);
    await isEnded(page);
    expect(Math.abs((await positionOf(page)) - DURATION_SEC)).toBeLessThan(0.1);
    await expect
      .poll(() => captionsAt(page, [2, 3.5, 4.5, 5.5, 7.5, 8.5, 9.4]))
      .toEqual([
        "In the <b>première</b>",
        "",
        "Over the seam",
        "Over the seam",

        "Two lines|at once",
        "",
        "In the last",
      ]);
    await page.evaluate(() => {
      const video = document.querySelector("video");
      if (video) video.currentTime = 1.5;
      return video?.play();
    });
    await page.waitForFunction(() =>
      [...(document.querySelector("video")?.textTracks ?? [])].some(
        (track) => track.activeCues?.length === 1,
      ),
    );
    await page.close();
  });

  test("reaches the end when it seeks there before it has loaded the last period", async () => {
    const page = await playDash(browser, dashUrl, { script, attach });
    expect(await seekToEnd(page, FIRST_SEGMENT_SEC)).toBeLessThanOrEqual(SCENE_DURATIONS_SEC[0] ?? 0);
    await isEnded(page);
    // The player must have reached the end by the seek and not by playing the complete video.
    expect(await playedOf(page)).toBeLessThan(SCENE_DURATIONS_SEC[0] ?? 0);
    await page.close();
  });
});
