import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";

/** WebRTC between pages of one machine that has loopback alone, playback without a click, and no throttling. */
const ARGUMENTS = [
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

export interface TestBrowser {
  context: BrowserContext;
  close(): Promise<void>;
}

/** Debian's Chromium with a profile of its own. */
export async function launchBrowser(
  options: { width?: number; height?: number; locale?: string; debuggingPort?: number } = {},
): Promise<TestBrowser> {
  const profile = await mkdtemp(join(tmpdir(), "shoal-chromium-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: "/usr/bin/chromium",
    headless: true,
    args: options.debuggingPort
      ? [...ARGUMENTS, `--remote-debugging-port=${options.debuggingPort}`]
      : ARGUMENTS,
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    locale: options.locale ?? "en-GB",
  });
  return {
    context,
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
