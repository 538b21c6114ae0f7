import { setTimeout as delay } from "node:timers/promises";
import type { ShownFrame } from "@shoal/testkit";
import { endPublisher, eventually, type Publisher, publishClock } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { drainFrames, openClockViewer } from "../../harness/lives/clock-viewer.ts";
import type { ViewerBrowser } from "../../harness/swarm/swarm-viewers.ts";
import type { Figure } from "../bench.ts";
import { liveSettings } from "../settings.ts";
import { computeMedian } from "./quantile.ts";
import { type LiveStage, withLiveStage } from "./stage.ts";

const OUTAGE_DURATION_MS = 5_000;
/** How long viewers watch before the gap. */
const WATCHED_BEFORE_MS = 8_000;
const MAX_ADDED_MS = 1_000;
/** The minimum pause between two frames that is perceived as a freeze. */
const MIN_PAUSE_MS = 200;

/** The effect of a publisher's disconnection on a viewer, in ms. */
interface PublishingGap {
  /** The time from the publisher's disconnection to its return. */
  goneMs: number;
  /** The total time during which the viewer sees no new frame. */
  shownMs: number;
  isReloaded: boolean;
}

/** Measures the gap that a viewer sees when the publisher's cable is unplugged and plugged in again after 5 s. */
export const measureGap = (): Promise<Figure[]> =>
  withLiveStage(async (stage, browser) => {
    const gaps: PublishingGap[] = [];
    while (gaps.length < liveSettings.runs) gaps.push(await watchGap(stage, browser));
    return [figureOf(gaps)];
  });

async function watchGap(stage: LiveStage, browser: ViewerBrowser): Promise<PublishingGap> {
  const live = await stage.openLive();
  const publishers: Publisher[] = [publishClock(live.publishUrl)];
  const page = await openClockViewer(browser, live.embedUrl);
  try {
    const pictures = await awaitFrames(page);
    await delay(WATCHED_BEFORE_MS);
    const openedAtMs = await readOpenedMs(page);
    publishers[0]?.child.kill("SIGKILL");
    const cutAtMs = Date.now();
    await delay(OUTAGE_DURATION_MS);
    const againAtMs = Date.now();
    publishers.push(publishClock(live.publishUrl));
    pictures.push(...(await awaitFrames(page, againAtMs)));
    return {
      goneMs: againAtMs - cutAtMs,
      shownMs: shownGapMs(pictures, cutAtMs),
      isReloaded: (await readOpenedMs(page)) !== openedAtMs,
    };
  } finally {
    for (const publisher of publishers) await endPublisher(publisher);
    await live.end();
    await page.context().close();
  }
}

/** Waits for a frame captured after this time. @returns the frames displayed until that frame. */
async function awaitFrames(page: Page, madeAfterMs = 0): Promise<ShownFrame[]> {
  const pictures: ShownFrame[] = [];
  await eventually(
    async () => {
      pictures.push(...(await drainFrames(page)));
      return pictures.some(({ madeAtMs }) => madeAtMs > madeAfterMs);
    },
    { what: "a picture" },
  );
  return pictures;
}

/** Returns the time at which the page was loaded, by which a reload is recognised. */
const readOpenedMs = (page: Page): Promise<number> => page.evaluate(() => performance.timeOrigin);

/**
 * Returns the total length of the pauses. The last frames before the gap may be displayed only at its end, with the first frame
 * after it.
 */
function shownGapMs(pictures: ShownFrame[], cutAtMs: number): number {
  const next = pictures.findIndex(({ madeAtMs }) => madeAtMs > cutAtMs);
  const times = pictures.slice(0, next + 1).map(({ shownAtMs }) => shownAtMs);
  const pauses = times
    .map((shownAtMs, n) => shownAtMs - (times[n - 1] ?? shownAtMs))
    .filter((ms, n) => ms >= MIN_PAUSE_MS && (times[n] ?? 0) > cutAtMs);
  return pauses.reduce((sum, ms) => sum + ms, 0);
}

const formatSeconds = (ms: number) => (ms / 1_000).toFixed(2);

function figureOf(gaps: PublishingGap[]): Figure {
  const addedMs = computeMedian(gaps.map(({ goneMs, shownMs }) => shownMs - goneMs));
  const reloads = gaps.filter(({ isReloaded }) => isReloaded).length;
  return {
    name: "live, publisher gone for 5 s: the gap that viewers see",
    value: `${formatSeconds(computeMedian(gaps.map(({ shownMs }) => shownMs)))} s (gap ${addedMs < 0 ? "−" : "+"} ${formatSeconds(Math.abs(addedMs))} s), ${reloads} reloads`,
    reach: "≤ gap + 1 s, no reload",
    isReached: addedMs <= MAX_ADDED_MS && reloads === 0,
    detail: gaps
      .map(
        ({ goneMs, shownMs }) =>
          `gone for ${formatSeconds(goneMs)} s, nothing shown for ${formatSeconds(shownMs)} s`,
      )
      .join("; "),
  };
}
