import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";

/** Counters of one viewer, as `shoalPlayer.stats()` gives them. */
export interface ViewerStats {
  bytesServer: number;
  bytesPeer: number;
  bytesUp: number;
  peers: number;
  audience: number;
  stalls: number;
  startupMs: number | null;
  secServer: number;
  secPeer: number;
}

/** Chromium on a machine without a screen, whose pages reach one another and are not slowed in the background. */
const BROWSER_ARGUMENTS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--autoplay-policy=no-user-gesture-required",
  "--allow-loopback-in-peer-connection",
  "--disable-features=WebRtcHideLocalIpsWithMdns",
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
];

export interface ViewerBrowser {
  /** Each viewer has a profile of its own: nothing is shared through a cache. */
  openViewer(url: string, size?: { width: number; height: number }): Promise<Page>;
  close(): Promise<void>;
}

export async function openViewerBrowser(executablePath = "/usr/bin/chromium"): Promise<ViewerBrowser> {
  const folder = await mkdtemp(path.join(tmpdir(), "shoal-viewers-"));
  const browser = await chromium.launch({
    executablePath,
    args: BROWSER_ARGUMENTS,
    env: { ...process.env, HOME: folder },
  });
  const contexts: BrowserContext[] = [];
  return {
    async openViewer(url, size = { width: 640, height: 360 }) {
      const context = await browser.newContext({ viewport: size });
      contexts.push(context);
      const page = await context.newPage();
      await page.goto(url);
      return page;
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()));
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function readStats(page: Page): Promise<ViewerStats> {
  const stats = await page.evaluate("window.shoalPlayer?.stats()");
  if (!stats) throw new Error("The player has no figures yet");
  return stats as ViewerStats;
}

/** Resolves once the page's player is in the state. */
export async function awaitState(page: Page, state: string, timeoutMs = 30_000): Promise<void> {
  await page.waitForSelector(`html[data-state="${state}"]`, { state: "attached", timeout: timeoutMs });
}

export interface WatchOptions {
  url: string;
  viewers: number;
  everyMs: number;
  /** Media seconds after which a viewer has seen enough. */
  untilSec: number;
}

/** Opens viewers one after the other and lets each watch; all stay until the last is done. */
export async function watchTogether(browser: ViewerBrowser, options: WatchOptions): Promise<ViewerStats[]> {
  const { url, viewers, everyMs, untilSec } = options;
  const startedAtMs = performance.now();
  const pages: Promise<Page>[] = [];
  for (let index = 0; index < viewers; index++) {
    const waitMs = startedAtMs + index * everyMs - performance.now();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, waitMs)));
    pages.push(browser.openViewer(url));
  }
  const opened = await Promise.all(pages);
  const isDone = `document.querySelector("video").ended || document.querySelector("video").currentTime >= ${untilSec}`;
  const timeout = (untilSec + 60) * 1_000;
  await Promise.all(opened.map((page) => page.waitForFunction(isDone, undefined, { timeout, polling: 500 })));
  return Promise.all(opened.map(readStats));
}
