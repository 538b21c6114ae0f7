import { CLOCK_LAYOUT, type ClockWindow, readClock, type ShownFrame } from "@shoal/testkit";
import type { Page } from "playwright-core";
import type { ViewerBrowser } from "../swarm/swarm-viewers.ts";

/** Opens a viewer. The page reads the clock in each frame that it displays. */
export async function openClockViewer(browser: ViewerBrowser, embedUrl: string): Promise<Page> {
  const page = await browser.openPage();
  await page.addInitScript(readClock, CLOCK_LAYOUT);
  await page.goto(`${embedUrl}?autoplay=1&muted=1`);
  return page;
}

/** Returns the frames that a page has shown since the last call. */
export const drainFrames = (page: Page): Promise<ShownFrame[]> =>
  page.evaluate(() => (window as unknown as ClockWindow).drainFrames());
