import { routes } from "@shoal/contract";
import { DIRECT_PLACES } from "@shoal/contract/player";
import { CHROMIUM, CHROMIUM_SHELL, DEVICES, eventually } from "@shoal/testkit";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, onTestFinished } from "vitest";
import { HANG_TIMEOUT_MS } from "../../harness/limits.ts";
import type { TenantUser } from "./tenants.ts";

export interface DirectPages {
  /** Opens the dashboard of a user who may publish. */
  openDashboard(user: TenantUser, path: string): Promise<Page>;
  /** Opens the player at this URL like any viewer. */
  watch(embedUrl: string | undefined): Promise<Page>;
}

/**
 * Sets up tests of lives without delay: a browser with a camera, and a separate context in it for each page.
 * @example const { openDashboard, watch } = useDirectPages(); // at the top of the file
 */
export function useDirectPages(): DirectPages {
  let browser: Browser;
  beforeAll(async () => {
    const args = [...CHROMIUM.args, ...DEVICES];
    browser = await chromium.launch({ ...CHROMIUM, executablePath: CHROMIUM_SHELL, args });
  });
  afterAll(() => browser.close());
  async function openPage(): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-GB" });
    onTestFinished(() => context.close());
    context.setDefaultTimeout(HANG_TIMEOUT_MS);
    return context.newPage();
  }
  return {
    async openDashboard({ credential }, path) {
      const page = await openPage();
      // A player embedded in the dashboard must not receive the user's credential.
      await page.addInitScript((own) => {
        if (window === window.top) localStorage.setItem("shoal.credential", own);
      }, credential);
      await page.goto(`${inject("platform").apiUrl}/#${path}`);
      return page;
    },
    async watch(embedUrl) {
      const page = await openPage();
      await page.goto(`${embedUrl}?autoplay=1&muted=1`);
      return page;
    },
  };
}

/** Returns the only live of a client once it is running. */
export async function findRunning(user: TenantUser) {
  return eventually(async () => {
    const { _embedded } = await user.call(routes.listVideos, { query: { page: 1 } });
    expect(_embedded).toMatchObject([{ live: { state: "live" } }]);
    return _embedded[0];
  });
}

/** Returns the text in which the publishing page states its connected viewers. */
export const viewersWith = (count: number) => `Viewers without delay: ${count} of ${DIRECT_PLACES}`;

/** Expects that the video comes directly from the publishing page and keeps playing. */
export async function expectDirect(viewer: Page): Promise<void> {
  await viewer.waitForFunction(() =>
    [...document.querySelectorAll("video")].some((video) => video.srcObject && video.currentTime > 1),
  );
}
