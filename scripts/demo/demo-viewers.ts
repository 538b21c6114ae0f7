import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { CHROMIUM } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { drainFrames, openClockViewer } from "../../harness/lives/clock-viewer.ts";
import { openViewerBrowser, readStats } from "../../harness/swarm/swarm-viewers.ts";

const VIEWER_COUNT = 2;
const PRINT_INTERVAL_MS = 5_000;

export const canWatch = (): boolean => existsSync(CHROMIUM.executablePath);

/** Runs viewers in headless Chromium and prints their measurements until the signal aborts. */
export async function watchDemo(embedUrl: string, signal: AbortSignal): Promise<void> {
  const browser = await openViewerBrowser(CHROMIUM.executablePath, { endsWithSignals: false });
  try {
    const pages: Page[] = [];
    while (pages.length < VIEWER_COUNT && !signal.aborted)
      pages.push(await openClockViewer(browser, embedUrl));
    while (!signal.aborted) {
      await delay(PRINT_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) console.log(await describeViewers(pages));
    }
  } finally {
    await browser.close();
  }
}

async function describeViewers(pages: readonly Page[]): Promise<string> {
  const viewers = await Promise.all(pages.map(readViewer));
  const time = new Date().toISOString().slice(11, 19);
  if (viewers.some((viewer) => viewer === undefined)) return `${time}  waiting for the live`;
  const known = viewers.filter((viewer) => viewer !== undefined);
  const bytes = (of: "bytesPeer" | "bytesServer") => known.reduce((sum, { stats }) => sum + stats[of], 0);
  const all = bytes("bytesPeer") + bytes("bytesServer");
  const offload = `${((bytes("bytesPeer") / Math.max(1, all)) * 100).toFixed(0)} %`;
  const audience = Math.max(...known.map(({ stats }) => stats.audience));
  const each = known.map(({ behindSec, stats }, n) => {
    const behind = behindSec === undefined ? "shows nothing new" : `${behindSec.toFixed(1)} s behind`;
    return `viewer ${n + 1}: ${behind}, peers ${stats.peers}, stalls ${stats.stalls}`;
  });
  return `${time}  ${audience} watch, ${(all / 1e6).toFixed(1)} MB, ${offload} from peers · ${each.join(" · ")}`;
}

/** Reads a viewer's measurements. Returns undefined until there is a player, and while the page is loading. */
async function readViewer(page: Page) {
  const stats = await readStats(page).catch(() => undefined);
  if (!stats) return undefined;
  const newest = (await drainFrames(page)).at(-1);
  return { stats, behindSec: newest && (newest.shownAtMs - newest.madeAtMs) / 1_000 };
}
