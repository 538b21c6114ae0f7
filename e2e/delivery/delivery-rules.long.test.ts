import { readFile } from "node:fs/promises";
import { routes } from "@shoal/contract";
import { H264, makeClipFolder, testPicture } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, openAccount, uploadFile, waitForVideo } from "../../harness/account.ts";
import { addPerson, findBarriers, openAs, type Person } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { openViewerBrowser, type ViewerBrowser } from "../../harness/swarm/swarm-viewers.ts";
import { useBrowser } from "../support/test-browser.ts";
import { toggleControl } from "../support/toggle.ts";

/** The time within which a change of rules reaches current viewers. */
const MAX_PROPAGATION_MS = 10_000;
const CLIP_DURATION_SEC = 90;
const PHONE_VIEWPORT = { width: 390, height: 844 };

let platform: TestPlatform;
let admin: Account;
let client: string;
let editor: Person;
let manager: Person;
let uuid: string;
let viewers: ViewerBrowser;
const browser = useBrowser();
beforeAll(async () => {
  platform = await startTestPlatform();
  admin = await openAccount(platform);
  const body = { clientname: "Lagoon", type: "platform" } as const;
  ({ uuid: client } = await admin.call(routes.createClient, { body }));
  const add = (username: string, role: "editor" | "manager") =>
    addPerson(admin, client, { username, roles: [role], email: `${username}@example.org` });
  editor = await add("lagoon-editor", "editor");
  manager = await add("lagoon-manager", "manager");
  const clips = await makeClipFolder();
  const source = testPicture({ durationSec: CLIP_DURATION_SEC, rate: "10" });
  const clip = await readFile(await clips.make("clip.mp4", [...source, ...H264, "-movflags", "+faststart"]));
  await clips.dispose();
  const owner = { ...admin, ...editor };
  uuid = await uploadFile(owner, "Tides of the lagoon", clip);
  await waitForVideo(owner, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  viewers = await openViewerBrowser();
});
afterAll(async () => {
  await viewers?.close();
  await platform?.close();
});

const rulesOfVideo = () => editor.call(routes.getVideoRules, { params: { id: uuid } });
const openRulesWindow = async (page: Page, button: string) => {
  await page.getByRole("button", { name: button }).click();
  return page.getByRole("dialog", { name: /Delivery rules|Règles de diffusion/ });
};

test("an editor allows a single website, and viewers of the video elsewhere are refused within 10 seconds", async () => {
  const viewer = await viewers.openViewer(
    `${platform.installation.edgeUrl}/embed/${uuid}?autoplay=1&muted=1&lang=en`,
  );
  await viewer.waitForFunction(() => (document.querySelector("video")?.currentTime ?? 0) > 1);

  const page = await openAs(browser.context, admin, {
    person: editor,
    path: `/player/${uuid}?section=delivery`,
  });
  await page.getByText("No rule differs from the platform defaults.").waitFor();
  const rules = await openRulesWindow(page, "Change rules");
  await rules.getByText("Changes reach viewers within 10 seconds").waitFor();
  await rules.getByText("1 of 1 viewer has these rules").waitFor();
  const own = (name: string) => rules.getByRole("switch", { name: `${name}: override` });
  await own("Allowed websites").click();
  const sites = rules.getByLabel("Add to “Allowed websites”");
  await sites.fill("München.example");
  await sites.press("Enter");
  await rules.getByText("München.example is saved as xn--mnchen-3ya.example.").waitFor();
  await sites.fill("no website");
  await sites.press("Enter");
  await rules.getByText("Please enter a host name such as www.example.org").waitFor();
  expect(await findBarriers(page)).toEqual([]);

  await rules.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Rules applied").waitFor();
  await viewer
    .getByRole("heading", { name: "This video is not available on this website" })
    .waitFor({ timeout: MAX_PROPAGATION_MS });
  await rules.getByText("No viewers right now").waitFor();
  expect((await rulesOfVideo()).custom).toEqual({ authorizedWebsites: ["xn--mnchen-3ya.example"] });

  // The page merges another user's changes to other fields and keeps the text that this user has typed.
  await own("Allowed websites").click();
  await rules.getByRole("tab", { name: "Peers" }).click();
  await own("Share of upload bandwidth").click();
  await rules.getByRole("textbox", { name: "Share of upload bandwidth" }).fill("35");
  const { revision } = await rulesOfVideo();
  await editor.call(routes.updateVideoRules, {
    params: { id: uuid },
    body: { revision, rules: { uploadPercent: 60, viewerThreshold: 3 } },
  });
  await rules.getByRole("button", { name: "Save", exact: true }).click();
  await rules.getByText("Someone else made changes").waitFor();
  await rules.getByRole("button", { name: "Save", exact: true }).click();
  await expect
    .poll(async () => (await rulesOfVideo()).custom)
    .toEqual({ uploadPercent: 35, viewerThreshold: 3 });

  // A rule that excludes everyone requires confirmation.
  await rules.getByRole("tab", { name: "Access" }).click();
  await own("Who can stream").click();
  await rules.getByLabel("Nobody").check();
  await rules.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Playback stops for current viewers within 10 seconds").waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Block these viewers?" }).waitFor();
  await page.getByRole("button", { name: "Block viewers" }).click();
  await expect.poll(async () => (await rulesOfVideo()).custom.streaming).toBe("refused");
});

test("a change of rules can be tested before it is saved, for a single visitor and for the last day's viewers", async () => {
  const page = await openAs(browser.context, admin, {
    person: editor,
    path: `/player/${uuid}?section=delivery`,
  });
  const rules = await openRulesWindow(page, "Change rules");
  await rules.getByRole("tab", { name: "Access" }).click();
  await rules.getByRole("button", { name: "Who would be allowed to watch?" }).click();
  await rules.getByText("Enter the viewer’s location.").waitFor();
  await rules.getByLabel("Viewer’s address").fill("129.240.2");
  await rules.getByText("This is not an IPv4 or IPv6 address").waitFor();
  // The request comes from the address of a name server of the University of Oslo, so the country is Norway.
  await rules.getByLabel("Viewer’s address").fill("129.240.2.3");
  await rules.getByText("Country: Norway.").waitFor();
  const streaming = rules.getByRole("switch", { name: "Who can stream: override" });
  if (!(await streaming.isChecked())) await toggleControl(streaming);
  await rules.getByLabel("Anyone allowed by the rules below").check();
  await rules.getByRole("strong").getByText("Can watch").waitFor();
  await rules.getByLabel("Nobody").check();
  await rules.getByText("Cannot watch: Streaming").waitFor();
  const trial = rules.getByRole("region", { name: "Test on the last 24 hours" });
  // The measurements of the viewer in the first test arrive within seconds.
  await expect
    .poll(async () => {
      await trial.getByRole("button", { name: "Test on these sessions" }).click();
      await trial.locator("[aria-live] p").first().waitFor();
      return trial.locator("[aria-live]").textContent();
    })
    .toMatch(/^(\d+) of \1 sessions would have been blocked.*Streaming: \1/);
  expect(await findBarriers(page)).toEqual([]);
});

test("a config is created, copied with its rules and sites, and gets a new key", async () => {
  const page = await openAs(browser.context, admin, { person: manager, path: "/config" });
  await page.getByText("No configs yet").waitFor();
  await page.getByRole("button", { name: "Create config" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Shop pages");
  await dialog.getByRole("button", { name: "Create config" }).click();
  await page.getByRole("heading", { name: "Shop pages", level: 1 }).waitFor();
  const all = async () => (await manager.call(routes.listConfigs, { query: {} }))._embedded;
  const [config] = await all();
  if (!config) throw new Error("It was made");
  expect(await page.getByLabel("Code for a page with hls.js").inputValue()).toContain(config.key);

  await page.getByRole("button", { name: "Add site" }).click();
  await page.getByLabel("Site name").fill("Paris");
  const subnets = page.getByLabel("Add to “Subnets”");
  await subnets.fill("10.1.2.77");
  await subnets.press("Enter");
  await page.getByText("Please enter a valid CIDR address").waitFor();
  await subnets.fill("10.1.2.77/24");
  await subnets.press("Enter");
  await page.getByText("10.1.2.77/24 is saved as 10.1.2.0/24.").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Sites saved").waitFor();

  await page.getByRole("button", { name: "Copy", exact: true }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Copy" }).click();
  await page.getByRole("heading", { name: "Shop pages (copy)", level: 1 }).waitFor();
  const copy = (await all()).find(({ name }) => name === "Shop pages (copy)");
  const sites = [{ name: "Paris", websites: [], publicIPs: [], subnets: ["10.1.2.0/24"] }];
  expect(copy).toMatchObject({ sites });
  expect(copy?.key).not.toBe(config.key);

  await page.getByRole("button", { name: "Rotate key" }).click();
  await page.getByRole("dialog").getByLabel("1 week").check();
  await page.getByRole("button", { name: "Create new key" }).click();
  await page.getByText("New key created").waitFor();
  await page.getByText(copy?.key ?? "", { exact: true }).waitFor();
  const renewed = await manager.call(routes.getConfig, { params: { id: copy?.uuid ?? "" } });
  expect(renewed.oldKey?.key).toBe(copy?.key);
  expect(await findBarriers(page)).toEqual([]);
});

test("the rules window fits a phone, in French and in dark mode, selects times by keyboard, and keeps unsaved changes", async () => {
  const page = await openAs(browser.context, admin, {
    person: editor,
    path: `/player/${uuid}?section=delivery`,
    language: "FR",
  });
  await page.setViewportSize(PHONE_VIEWPORT);
  await page.emulateMedia({ colorScheme: "dark" });
  const rules = await openRulesWindow(page, "Modifier les règles");
  await rules.getByRole("tab", { name: "Accès" }).click();
  await rules.getByRole("button", { name: "Qui pourrait regarder" }).click();
  await rules.getByLabel("Adresse du spectateur").fill("10.1.2.3");
  await rules.getByText("Pays inconnu.").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE_VIEWPORT.width);
  expect(await findBarriers(page)).toEqual([]);
  await rules.getByRole("tab", { name: "Pairs" }).click();
  await rules.getByRole("switch", { name: "Horaires actifs\u00a0: définie ici" }).click();
  const grid = rules.getByRole("grid");
  await grid.getByLabel(/^lundi, 00:00 à 00:30/).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+ArrowRight");
  await expect.poll(() => grid.locator("[data-on=false]").count()).toBe(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE_VIEWPORT.width);
  expect(await findBarriers(page)).toEqual([]);

  await page.keyboard.press("Escape");
  await page.getByText("Fermer sans enregistrer\u00a0?").waitFor();
  await page.keyboard.press("Escape");
  await rules.getByRole("button", { name: "Enregistrer" }).click();
  await expect
    .poll(async () => (await rulesOfVideo()).custom.activeTimes)
    .toEqual([
      { days: [1], from: "01:00", to: "24:00" },
      { days: [2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" },
    ]);
});
