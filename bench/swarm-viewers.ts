import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import type { PlayerStats } from "../packages/sdk/src/index.ts";
import { CHROMIUM } from "../packages/testkit/src/index.ts";

/** Counters of one viewer, as `shoalPlayer.stats()` gives them. */
export type ViewerStats = PlayerStats;

export interface ViewerBrowser {
  /** Each viewer has a profile of its own: nothing is shared through a cache. */
  openViewer(url: string, size?: { width: number; height: number }): Promise<Page>;
  close(): Promise<void>;
}

export async function openViewerBrowser(executablePath = CHROMIUM.executablePath): Promise<ViewerBrowser> {
  const folder = await mkdtemp(path.join(tmpdir(), "shoal-viewers-"));
  const browser = await chromium.launch({
    executablePath,
    args: CHROMIUM.args,
    env: { ...process.env, HOME: folder },
  });
  const contexts: BrowserContext[] = [];
  return {
    async openViewer(url, size = { width: 640, height: 360 }) {
      const context = await browser.newContext({ viewport: size });
      context.setDefaultTimeout(60_000);
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
export async function awaitState(page: Page, state: string, timeoutMs = 60_000): Promise<void> {
  await page.waitForSelector(`html[data-state="${state}"]`, { state: "attached", timeout: timeoutMs });
}
