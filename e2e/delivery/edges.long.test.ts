import { readFile } from "node:fs/promises";
import { routes } from "@shoal/contract";
import { H264, makeClipFolder, testPicture } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, openAccount, uploadFile, waitForVideo } from "../../harness/account.ts";
import { findBarriers, openAs, type Person } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { openViewerBrowser, type ViewerBrowser } from "../../harness/swarm/swarm-viewers.ts";
import { useBrowser } from "../support/test-browser.ts";

const PHONE_VIEWPORT = { width: 390, height: 844 };

let platform: TestPlatform;
let admin: Account;
let person: Person;
let uuid: string;
let viewers: ViewerBrowser;
const browser = useBrowser();
beforeAll(async () => {
  platform = await startTestPlatform();
  admin = await openAccount(platform);
  person = { ...admin, username: "admin" };
  const clips = await makeClipFolder();
  const source = testPicture({ durationSec: 60, rate: "10" });
  const clip = await readFile(await clips.make("clip.mp4", [...source, ...H264, "-movflags", "+faststart"]));
  await clips.dispose();
  uuid = await uploadFile(admin, "Tides of the lagoon", clip);
  await waitForVideo(admin, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  viewers = await openViewerBrowser();
});
afterAll(async () => {
  await viewers?.close();
  await platform?.close();
});

const requestPlay = () =>
  fetch(`${platform.installation.edgeUrl}/play/${uuid}`, { method: "POST", body: "{}" });

test("an administrator sees the viewers and refusals of each edge as they happen", async () => {
  const page = await openAs(browser.context, admin, { person, path: "/edges" });
  await page.getByText("No viewers right now").waitFor();
  const url = `${platform.installation.edgeUrl}/embed/${uuid}?autoplay=1&muted=1&lang=en`;
  for (let viewer = 0; viewer < 2; viewer++) await viewers.openViewer(url);
  const room = page.getByRole("row", { name: /Tides of the lagoon/ });
  await room.getByText("2", { exact: true }).waitFor();
  await page.getByText("2 viewers", { exact: true }).waitFor();
  await page.getByText("In service", { exact: true }).waitFor();

  const { revision } = await admin.call(routes.getVideoRules, { params: { id: uuid } });
  const rules = { unauthorizedIPs: ["127.0.0.1"] };
  await admin.call(routes.updateVideoRules, { params: { id: uuid }, body: { revision, rules } });
  await expect.poll(async () => (await requestPlay()).status).toBe(403);
  await page.getByText(/^address · \d/).waitFor();
  await page.getByText("No viewers right now").waitFor();
  expect(await findBarriers(page)).toEqual([]);

  await page.getByRole("searchbox", { name: "Search by title or client" }).fill("nothing of the kind");
  await page.keyboard.press("Enter");
  await page.getByText("No results").waitFor();
});

test("the page of the edges fits a phone, in French and in dark mode", async () => {
  const page = await openAs(browser.context, admin, { person, path: "/edges", language: "FR" });
  await page.setViewportSize(PHONE_VIEWPORT);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.getByText("Sessions commencées ou renouvelées").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE_VIEWPORT.width);
  expect(await findBarriers(page)).toEqual([]);
});
