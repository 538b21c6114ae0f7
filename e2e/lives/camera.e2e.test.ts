import { routes } from "@shoal/contract";
import { CHROMIUM, CHROMIUM_SHELL, DEVICES, eventually } from "@shoal/testkit";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { HANG_TIMEOUT_MS } from "../../harness/limits.ts";
import { awaitState } from "../../harness/swarm/swarm-viewers.ts";
import { addTenant, type TenantUser } from "../support/tenants.ts";

let browser: Browser;
beforeAll(async () => {
  const args = [...CHROMIUM.args, ...DEVICES];
  browser = await chromium.launch({ ...CHROMIUM, executablePath: CHROMIUM_SHELL, args });
});
afterAll(() => browser.close());

/** Opens the dashboard as a user. */
async function openDashboard(user: TenantUser, path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-GB" });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(HANG_TIMEOUT_MS);
  const page = await context.newPage();
  await page.addInitScript(
    (credential) => localStorage.setItem("shoal.credential", credential),
    user.credential,
  );
  await page.goto(`${inject("platform").apiUrl}/#${path}`);
  return page;
}

/** Lists the calls that the server rejected. The browser writes them to the console. */
function listRefusals(page: Page): string[] {
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400)
      refused.push(`${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`);
  });
  return refused;
}

async function listLives(user: TenantUser) {
  const { _embedded: videos } = await user.call(routes.listVideos, { query: { page: 1 } });
  return videos.filter(({ type }) => type === "live");
}

test("a user of the dashboard goes live from a camera, is watched, and ends the live by closing its window", async () => {
  const { user } = await addTenant(["editor"]);
  const page = await openDashboard(user, "/videoupload/live");
  const refused = listRefusals(page);
  const window = page.getByRole("region", { name: "New Live - 1" });
  await window.getByText("Camera or screen").click();
  await window.getByRole("button", { name: "Turn on camera" }).click();
  await window.getByLabel("Title").fill("From my desk");
  await window.getByRole("button", { name: "Start live" }).click();
  await window.getByRole("status").getByText("Live", { exact: true }).waitFor();
  const [live] = await eventually(async () => {
    const lives = await listLives(user);
    expect(lives).toMatchObject([{ title: "From my desk", liveType: "camera", live: { state: "live" } }]);
    return lives;
  });
  const audience = await browser.newContext();
  onTestFinished(() => audience.close());
  audience.setDefaultTimeout(HANG_TIMEOUT_MS);
  const viewer = await audience.newPage();
  await viewer.goto(`${live?.embedUrl}?autoplay=1&muted=1`);
  await awaitState(viewer, "playing");

  await window.getByRole("button", { name: "Close New Live - 1" }).click();
  const question = page.getByRole("dialog", { name: "A live/preview is currently running" });
  await question.getByRole("button", { name: "Validate" }).click();
  await page.getByRole("dialog", { name: "Live finished" }).waitFor();
  await awaitState(viewer, "ended");
  await eventually(async () => {
    expect(await listLives(user)).toMatchObject([{ encodingStatus: "stopped", live: { isOpen: false } }]);
  });

  // The live restarts when a camera is turned on, also from the live's own page.
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Live finished" }).waitFor({ state: "hidden" });
  await page.goto(`${inject("platform").apiUrl}/#/capture/${live?.uuid}`);
  await page.getByRole("button", { name: "Turn on camera" }).click();
  await page.getByRole("button", { name: "Start live" }).click();
  await eventually(async () => expect(await listLives(user)).toMatchObject([{ live: { state: "live" } }]));
  await page.getByRole("button", { name: "Stop live" }).click();
  await page.getByRole("dialog", { name: "Live finished" }).waitFor();
  expect(refused).toEqual([]);
});
