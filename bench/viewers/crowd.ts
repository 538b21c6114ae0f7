import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CHROMIUM, CHROMIUM_SHELL, CLOCK_LAYOUT, readClock, type ShownFrame } from "@shoal/testkit";
import { type Browser, chromium, type Page } from "playwright-core";
import {
  actMaliciously,
  type MaliciousBehavior,
  type MaliciousStats,
} from "../../harness/swarm/malicious-peer.ts";
import { computeQuantile } from "../live/quantile.ts";
import { CORRUPT_BYTE, measurePlayback, type PlaybackMeasurements } from "./probe.ts";

const POLL_INTERVAL_MS = 1_000;
const MAX_SETTLE_MS = 15_000;
/** The time after joining during which a viewer still approaches the target latency. The latency is not measured in this time. */
const JOIN_DURATION_SEC = 15;

/** The measurements of one viewer's page. The engine counts the bytes, and includes wasted bytes from peers. */
export interface ViewerReading extends PlaybackMeasurements {
  bytesServer: number;
  bytesPeer: number;
  bytesUp: number;
  peers: number;
  /** The median time between the capture of a frame and its display; null if frames contain no clock. */
  delayMs: number | null;
  /** The time since the viewer joined, in seconds. */
  watchedSec: number;
  /** Whether the viewer has reached the end. */
  isDone: boolean;
  lies: MaliciousStats | null;
}

export interface CrowdOptions {
  url: string;
  /** The origin whose pages Chromium treats as secure without TLS. */
  origin: string;
  /** When each viewer arrives, ms after the first. */
  arriveAtMs: readonly number[];
  /** Returns whether a viewer has finished. All viewers stay connected until the last one has finished. */
  isDone(reading: ViewerReading): boolean;
  /** The maximum wait until all viewers have finished. */
  timeoutSec: number;
  /** Called when all viewers have finished. Stops publishing, so that everything in flight can arrive. */
  endShow(): Promise<void>;
  /** Called once everything has arrived, while all viewers are still connected. */
  atEnd(): Promise<void>;
  /** The browser of each viewer, behind its own line. If omitted, all viewers share one browser. */
  browserPaths?: readonly string[];
  /** Whether frames contain the time of their capture. */
  hasClock?: boolean;
  liar?: { index: number; how: MaliciousBehavior };
}

/** Runs viewers in pages of Chromium, each in its own context, and reads all measurements at the end. */
export async function watchWithCrowd(options: CrowdOptions): Promise<ViewerReading[]> {
  const { arriveAtMs, browserPaths, origin } = options;
  const folder = await mkdtemp(join(tmpdir(), "shoal-crowd-"));
  const browsers = await Promise.all(
    (browserPaths ?? [CHROMIUM_SHELL]).map((path) => launchBrowser(path, folder, origin)),
  );
  try {
    const startedAtMs = performance.now();
    const viewers: CrowdViewer[] = await Promise.all(
      arriveAtMs.map(async (atMs, index) => {
        const browser = browsers[index % browsers.length] as Browser;
        const page = await prepareViewer(browser, index, options);
        await delay(Math.max(0, startedAtMs + atMs - performance.now()));
        const arrivedAtMs = performance.now();
        await page.goto(options.url, { waitUntil: "commit" });
        return { page, arrivedAtMs, delaysMs: [] };
      }),
    );
    const readAll = () => Promise.all(viewers.map(readViewer));
    const readings = await waitUntilDone(readAll, options);
    await options.endShow();
    const settled = await waitUntilSettled(readAll);
    await options.atEnd();
    // Bytes in flight are not wasted, so byte counts are read once all bytes have arrived. Everything else is read while the
    // viewers are watching.
    return readings.map((reading, index) => ({ ...reading, ...bytesOf(settled[index] ?? reading) }));
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const launchBrowser = (executablePath: string, folder: string, origin: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [...CHROMIUM.args, `--unsafely-treat-insecure-origin-as-secure=${origin}`],
    env: { ...process.env, HOME: folder },
  });

async function prepareViewer(
  browser: Browser,
  index: number,
  { liar, hasClock }: CrowdOptions,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 320, height: 180 } });
  const page = await context.newPage();
  await page.addInitScript(measurePlayback, CORRUPT_BYTE);
  if (hasClock) await page.addInitScript(readClock, CLOCK_LAYOUT);
  if (liar?.index === index) await page.addInitScript(actMaliciously, { how: liar.how, fill: CORRUPT_BYTE });
  return page;
}

/** Waits until all viewers have finished or the time is over. Viewers who never finish are measured too, because this is also a result. */
async function waitUntilDone(
  readAll: () => Promise<ViewerReading[]>,
  options: CrowdOptions,
): Promise<ViewerReading[]> {
  const endsAtMs = performance.now() + options.timeoutSec * 1000;
  for (;;) {
    const read = await readAll();
    const readings = read.map((reading) => ({ ...reading, isDone: options.isDone(reading) }));
    if (readings.every(({ isDone }) => isDone) || performance.now() > endsAtMs) return readings;
    await delay(POLL_INTERVAL_MS);
  }
}

async function waitUntilSettled(readAll: () => Promise<ViewerReading[]>): Promise<ViewerReading[]> {
  const endsAtMs = performance.now() + MAX_SETTLE_MS;
  const totalOf = (readings: ViewerReading[]) => JSON.stringify(readings.map(bytesOf));
  let before = await readAll();
  for (;;) {
    await delay(2 * POLL_INTERVAL_MS);
    const now = await readAll();
    if (totalOf(now) === totalOf(before) || performance.now() > endsAtMs) return now;
    before = now;
  }
}

const bytesOf = ({ bytesServer, bytesPeer, bytesUp, bytesAppended }: ViewerReading) => ({
  bytesServer,
  bytesPeer,
  bytesUp,
  bytesAppended,
});

interface CrowdViewer {
  page: Page;
  arrivedAtMs: number;
  /** The delays of all frames since the viewer joined. */
  delaysMs: number[];
}

interface ViewerWindow {
  readSeen(): PlaybackMeasurements;
  drainFrames?(): ShownFrame[];
  readLies?(): MaliciousStats;
  readField?(): Pick<ViewerReading, "bytesServer" | "bytesPeer" | "bytesUp" | "peers">;
  shoalPlayer?: {
    stats(): Pick<ViewerReading, "bytesServer" | "bytesPeer" | "bytesUp" | "peers"> | undefined;
  };
}

async function readViewer({ page, arrivedAtMs, delaysMs }: CrowdViewer): Promise<ViewerReading> {
  const watchedSec = (performance.now() - arrivedAtMs) / 1000;
  const { pictures, ...reading } = await page.evaluate(() => {
    const viewer = window as unknown as ViewerWindow;
    const none = { bytesServer: 0, bytesPeer: 0, bytesUp: 0, peers: 0 };
    const counted = viewer.readField?.() ?? viewer.shoalPlayer?.stats() ?? none;
    const { bytesServer, bytesPeer, bytesUp, peers } = counted;
    const lies = viewer.readLies?.() ?? null;
    const pictures = viewer.drainFrames?.() ?? [];
    return { ...viewer.readSeen(), bytesServer, bytesPeer, bytesUp, peers, lies, pictures };
  });
  if (watchedSec > JOIN_DURATION_SEC)
    delaysMs.push(...pictures.map(({ madeAtMs, shownAtMs }) => shownAtMs - madeAtMs));
  const delayMs = delaysMs.length > 0 ? computeQuantile(delaysMs, 0.5) : null;
  return { ...reading, delayMs, watchedSec, isDone: false };
}
