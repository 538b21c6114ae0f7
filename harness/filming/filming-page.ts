import { fileURLToPath } from "node:url";
import { signRoomPass } from "@shoal/tokens";
import type { Page } from "playwright-core";
import { build, type Rolldown } from "vite";
import type { EdgeHarness } from "../../apps/edge/src/testing/edge-harness.ts";
import type { ViewerBrowser } from "../swarm/swarm-viewers.ts";
import type { FilmingWindow } from "./film-clock.ts";

const PASS_LIFETIME_MS = 600_000;

let senderScript: Promise<string> | undefined;
let cameraScript: Promise<string> | undefined;

/** Opens a page that publishes a clock in the room of a live, with the dashboard's own sender. */
export async function openFilmingPage(
  { edge, config }: EdgeHarness,
  uuid: string,
  browser: ViewerBrowser,
): Promise<Page> {
  senderScript ??= buildScript("film-clock.ts");
  const page = await browser.openPage();
  await page.addScriptTag({ content: await senderScript });
  const url = `${edge.url.replace("http", "ws")}/direct`;
  const pass = signRoomPass(uuid, config.internalSecret, Date.now() + PASS_LIFETIME_MS);
  await page.evaluate((address) => (window as unknown as FilmingWindow).film(address), { url, pass });
  return page;
}

/** Returns the number of viewers connected to a publishing page. */
export const readViewers = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as FilmingWindow).viewers());

/** Opens a page whose camera shows a clock. The camera needs no time to start. */
export async function openPageWithClock(browser: ViewerBrowser): Promise<Page> {
  cameraScript ??= buildScript("be-camera.ts");
  const page = await browser.openPage({ width: 1_440, height: 900 });
  await page.addInitScript({ content: await cameraScript });
  return page;
}

async function buildScript(name: string): Promise<string> {
  const entry = fileURLToPath(new URL(name, import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, lib: { entry, name: "filming", formats: ["iife"] } },
  });
  const [{ output }] = built as [Rolldown.RolldownOutput];
  return output[0].code;
}
