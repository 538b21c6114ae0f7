import { DIRECT_PLACES, routes } from "@shoal/contract";
import { CHROMIUM, CHROMIUM_SHELL, eventually } from "@shoal/testkit";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { WAIT_MS } from "./support/limits.ts";
import { addTenant, type TenantUser } from "./support/tenants.ts";

/** A camera and a microphone that are always there, and let everybody in. */
const FILMING = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];

let browser: Browser;
beforeAll(async () => {
  const args = [...CHROMIUM.args, ...FILMING];
  browser = await chromium.launch({ ...CHROMIUM, executablePath: CHROMIUM_SHELL, args });
});
afterAll(() => browser.close());

async function openPage(credential?: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-GB" });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  if (credential) {
    // Not in the players that the dashboard frames.
    await page.addInitScript((own) => {
      if (window === window.top) localStorage.setItem("shoal.credential", own);
    }, credential);
  }
  return page;
}

const openDashboard = async (user: TenantUser, path: string): Promise<Page> => {
  const page = await openPage(user.credential);
  await page.goto(`${inject("platform").apiUrl}/#${path}`);
  return page;
};

/** The one live of a client, once it runs. */
async function findRunning(user: TenantUser) {
  return eventually(async () => {
    const { _embedded } = await user.call(routes.listVideos, { query: { page: 1 } });
    expect(_embedded).toMatchObject([{ live: { state: "live" } }]);
    return _embedded[0];
  });
}

const viewersWith = (count: number) => `Viewers without delay: ${count} of ${DIRECT_PLACES}`;

/** The picture comes from the page that films, and goes on. */
async function expectDirect(viewer: Page): Promise<void> {
  await viewer.waitForFunction(() =>
    [...document.querySelectorAll("video")].some((video) => video.srcObject && video.currentTime > 1),
  );
}

test("whoever goes live without delay is seen from the page itself, in a room that has its own page", async () => {
  const { user } = await addTenant(["editor"]);
  const page = await openDashboard(user, "/directstream?title=From+the+pier");
  await page.getByRole("button", { name: "Turn the camera on" }).click();
  expect(await page.getByLabel("Viewers may go back").isDisabled()).toBe(true);
  await page.getByRole("button", { name: "Start the live" }).click();
  await page.getByText(viewersWith(0)).waitFor();
  const live = await findRunning(user);
  expect(live).toMatchObject({ title: "From the pier", directStream: "no", seekLive: false });

  const viewer = await openPage();
  await viewer.goto(`${live?.embedUrl}?autoplay=1&muted=1`);
  await page.getByText(viewersWith(1)).waitFor();
  await expectDirect(viewer);

  const rooms = await openDashboard(user, "/delivery");
  await rooms.getByRole("link", { name: "From the pier" }).click();
  await rooms.getByRole("heading", { level: 1, name: "From the pier" }).waitFor();
  await rooms.getByText("Viewers who have the link see it now.").waitFor();

  await viewer.close();
  await page.getByText(viewersWith(0)).waitFor();
  await page.getByRole("button", { name: "Stop the live" }).click();
  await page.getByRole("dialog", { name: "Live finished" }).waitFor();
  await rooms.getByText("Nobody films now.").waitFor();
});

test("a live that is mixed is recorded too, and its first viewers are without delay", async () => {
  const { user } = await addTenant(["editor"]);
  const page = await openDashboard(user, "/capture?title=Both");
  await page.getByRole("button", { name: "Turn the camera on" }).click();
  await page.getByLabel("Mixed").check();
  await page.getByRole("button", { name: "Start the live" }).click();
  const live = await findRunning(user);
  expect(live).toMatchObject({ directStream: "middle", manifest: { hls: expect.any(String) } });
  const viewer = await openPage();
  await viewer.goto(`${live?.embedUrl}?autoplay=1&muted=1`);
  await page.getByText(viewersWith(1)).waitFor();
  await expectDirect(viewer);
  await page.getByRole("button", { name: "Stop the live" }).click();
  await page.getByRole("dialog", { name: "Live finished" }).waitFor();
});
