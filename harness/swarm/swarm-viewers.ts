import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { PlayerStats } from "@shoal/sdk";
import { CHROMIUM } from "@shoal/testkit";
import { type BrowserContext, chromium, type Page } from "playwright-core";

/** The counters of one viewer, in the form that `shoalPlayer.stats()` returns. */
export type ViewerStats = PlayerStats;

export interface ViewerBrowser {
  /** Opens a blank page. */
  openPage(size?: { width: number; height: number }): Promise<Page>;
  /** Opens a viewer in a separate browser profile, so viewers share no cache. */
  openViewer(url: string, size?: { width: number; height: number }): Promise<Page>;
  close(): Promise<void>;
}

/** Starts a browser for viewers. @param options.endsWithSignals false if the caller closes the browser, also on Ctrl-C. */
export async function openViewerBrowser(
  executablePath = CHROMIUM.executablePath,
  { endsWithSignals = true } = {},
): Promise<ViewerBrowser> {
  const folder = await mkdtemp(path.join(tmpdir(), "shoal-viewers-"));
  const browser = await chromium.launch({
    executablePath,
    args: CHROMIUM.args,
    handleSIGINT: endsWithSignals,
    handleSIGTERM: endsWithSignals,
    handleSIGHUP: endsWithSignals,
    env: { ...process.env, HOME: folder },
  });
  const contexts: BrowserContext[] = [];
  const openPage: ViewerBrowser["openPage"] = async (size = { width: 640, height: 360 }) => {
    const context = await browser.newContext({ viewport: size });
    context.setDefaultTimeout(60_000);
    contexts.push(context);
    return context.newPage();
  };
  return {
    openPage,
    async openViewer(url, size) {
      const page = await openPage(size);
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

/** Resolves once the page's player is in the given state. */
export async function awaitState(page: Page, state: string, timeoutMs = 60_000): Promise<void> {
  await page.waitForSelector(`html[data-state="${state}"]`, { state: "attached", timeout: timeoutMs });
}
