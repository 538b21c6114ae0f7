import { setTimeout as delay } from "node:timers/promises";
import { eventually, freePorts } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { publishDirectLive } from "../../apps/edge/src/testing/direct-harness.ts";
import { type EdgeHarness, startEdgeHarness } from "../../apps/edge/src/testing/edge-harness.ts";
import { openFilmingPage, readViewers } from "../../harness/filming/filming-page.ts";
import { drainFrames, openClockViewer } from "../../harness/lives/clock-viewer.ts";
import { MAX_SOCKETS, PLAYER_DIR } from "../../harness/swarm/stage.ts";
import { openViewerBrowser, type ViewerBrowser } from "../../harness/swarm/swarm-viewers.ts";
import type { Figure } from "../bench.ts";
import { watchIdle } from "../viewers/idle.ts";
import { computeQuantile } from "./quantile.ts";

/** A number of viewers, with the maximum delay permitted for that number. */
interface ViewerCase {
  viewers: number;
  reachMs: number;
}
const VIEWER_CASES: ViewerCase[] = [
  { viewers: 1, reachMs: 60 },
  { viewers: 5, reachMs: 150 },
];
/** The time after which a sender has estimated its bandwidth. */
const SETTLED_AFTER_MS = 8_000;
const WATCH_DURATION_MS = 15_000;
/** The minimum number of shown frames, out of 30 per second. With fewer, the machine itself is the limit. */
const MIN_FRAMES_PER_SEC = 150;

/** Measures a direct live. A page publishes a clock through a room at the real edge to the real player. */
export async function measureDirect(): Promise<Figure[]> {
  const [port] = await freePorts(1);
  const own = { port, publicUrl: `http://127.0.0.1:${port}`, playerDir: PLAYER_DIR, iceServers: [] };
  const harness = await startEdgeHarness({ ...own, trackerSocketsPerAddress: MAX_SOCKETS });
  const browser = await openViewerBrowser();
  try {
    const figures: Figure[] = [];
    for (const each of VIEWER_CASES) figures.push(await measureCase(harness, browser, each));
    return figures;
  } finally {
    await browser.close();
    await harness.close();
  }
}

async function measureCase(
  harness: EdgeHarness,
  browser: ViewerBrowser,
  { viewers, reachMs }: ViewerCase,
): Promise<Figure> {
  const { uuid } = publishDirectLive(harness, "no");
  const filming = await openFilmingPage(harness, uuid, browser);
  const embedUrl = `${harness.config.publicUrl}/embed/${uuid}`;
  const pages = await Promise.all(Array.from({ length: viewers }, () => openClockViewer(browser, embedUrl)));
  await eventually(async () => (await readViewers(filming)) === viewers, { what: `${viewers} viewers` });
  const readIdle = watchIdle();
  const delays = await readDelays(pages);
  const figure = figureOf({ viewers, reachMs }, delays, readIdle());
  await Promise.all([...pages, filming].map((page) => page.context().close()));
  return figure;
}

/** Returns, for each page, how old each frame was when the page displayed it. */
async function readDelays(pages: Page[]): Promise<number[][]> {
  await delay(SETTLED_AFTER_MS);
  await Promise.all(pages.map(drainFrames));
  await delay(WATCH_DURATION_MS);
  const shown = await Promise.all(pages.map(drainFrames));
  for (const pictures of shown)
    if (pictures.length < MIN_FRAMES_PER_SEC)
      throw new Error(`${pictures.length} pictures were shown in ${WATCH_DURATION_MS / 1_000} s`);
  return shown.map((pictures) => pictures.map(({ madeAtMs, shownAtMs }) => shownAtMs - madeAtMs));
}

/** Returns the latency of the viewer who is furthest behind, which counts as the latency of the case. */
function figureOf({ viewers, reachMs }: ViewerCase, delays: number[][], idle: number): Figure {
  const all = delays.map((each) => ({
    p50Ms: computeQuantile(each, 0.5),
    p95Ms: computeQuantile(each, 0.95),
  }));
  const worst = all.reduce((last, each) => (each.p50Ms > last.p50Ms ? each : last));
  const perViewer = all.map(({ p50Ms, p95Ms }) => `${p50Ms.toFixed(0)} / ${p95Ms.toFixed(0)}`).join(", ");
  return {
    name: `live without delay, 640×360 at 30, filmed frame → painted frame, ${viewers === 1 ? "1 viewer" : `the last of ${viewers} viewers`}, p50 / p95`,
    value: `${worst.p50Ms.toFixed(0)} / ${worst.p95Ms.toFixed(0)} ms`,
    reach: `≤ ${reachMs} ms (p50)`,
    isReached: worst.p50Ms <= reachMs,
    detail: `each viewer: ${perViewer} ms; ${delays.map((each) => each.length).join(", ")} pictures in ${WATCH_DURATION_MS / 1_000} s; idle ${(idle * 100).toFixed(0)} %`,
  };
}
