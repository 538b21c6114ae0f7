import { setTimeout as delay } from "node:timers/promises";
import type { InputQualities } from "@shoal/contract";
import { endPublisher, eventually, publishClock } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { drainFrames, openClockViewer } from "../../harness/lives/clock-viewer.ts";
import type { ViewerBrowser } from "../../harness/swarm/swarm-viewers.ts";
import { computeQuantile } from "./quantile.ts";
import { openRelay } from "./relay.ts";
import type { LiveStage } from "./stage.ts";

/** The time after which a viewer who has just joined has reached the target latency. */
const SETTLED_AFTER_MS = 10_000;
const WATCH_DURATION_MS = 15_000;
/** The minimum number of shown frames, out of 30 per second. With fewer, the machine itself is the limit. */
const MIN_FRAMES_PER_SEC = 150;
/** The end of a rendition playlist's path, which the master playlist's path does not have. */
const MEDIA_PLAYLIST_SUFFIX = "/index.m3u8";

/** The measurements of one live and one viewer, who was waiting before it started. Times are in ms from the publisher's first frame. */
export interface WatchedLive {
  playlistMs: number;
  firstFrameMs: number;
  /** The median time between the capture of a frame and its display. */
  p50Ms: number;
  p95Ms: number;
  pictures: number;
}

/** Publishes a live for which a viewer is waiting, and reads the viewer's latency. */
export async function watchLive(
  stage: LiveStage,
  browser: ViewerBrowser,
  qualities?: InputQualities,
): Promise<WatchedLive> {
  const live = await stage.openLive(qualities);
  const relay = await openRelay(live.publishUrl);
  const page = await openClockViewer(browser, live.embedUrl);
  await page.getByText("This live is not on air").waitFor();
  const publisher = publishClock(relay.url, { begins: relay.published });
  try {
    const first = await eventually(async () => (await drainFrames(page))[0] ?? false, {
      what: "the first picture",
    });
    const playlistAtMs = await readPlaylistMs(page);
    const delays = await readDelays(page);
    const firstVideoMs = await relay.firstVideoMs;
    return {
      playlistMs: playlistAtMs - firstVideoMs,
      firstFrameMs: first.shownAtMs - firstVideoMs,

      p50Ms: computeQuantile(delays, 0.5),
      p95Ms: computeQuantile(delays, 0.95),
      pictures: delays.length,
    };
  } finally {
    await endPublisher(publisher);
    await live.end();
    await page.context().close();
    await relay.close();
  }
}

/** Returns the age in ms of each frame that a viewer sees after joining. */
export async function readDelays(page: Page): Promise<number[]> {
  await delay(SETTLED_AFTER_MS);
  await drainFrames(page);
  await delay(WATCH_DURATION_MS);
  const pictures = await drainFrames(page);
  if (pictures.length < MIN_FRAMES_PER_SEC)
    throw new Error(`${pictures.length} pictures were shown in ${WATCH_DURATION_MS / 1_000} s`);
  return pictures.map(({ madeAtMs, shownAtMs }) => shownAtMs - madeAtMs);
}

/** Returns when the page had received the first list of segments, ms since 1970. */
const readPlaylistMs = (page: Page): Promise<number> =>
  page.evaluate((ending) => {
    const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    const ends = entries
      .filter(({ name, responseEnd }) => new URL(name).pathname.endsWith(ending) && responseEnd > 0)
      .map(({ responseEnd }) => responseEnd);
    return performance.timeOrigin + Math.min(...ends);
  }, MEDIA_PLAYLIST_SUFFIX);
