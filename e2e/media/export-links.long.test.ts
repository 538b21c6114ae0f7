import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { routes } from "@shoal/contract";
import { H264, makeClipFolder, testPicture } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Account, openAccount, uploadFile, waitForVideo } from "../../harness/account.ts";
import { addPerson, findBarriers, openAs, type Person, resizePage } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { useBrowser } from "../support/test-browser.ts";
import { toggleControl } from "../support/toggle.ts";

let platform: TestPlatform;
const browser = useBrowser();
let admin: Account;
let manager: Person;
let clientUuid: string;
let videoUuid: string;

beforeAll(async () => {
  platform = await startTestPlatform();
  admin = await openAccount(platform);
  const body = { clientname: "Harbour TV", type: "platform", export: true } as const;
  clientUuid = (await admin.call(routes.createClient, { body })).uuid;
  const fields = { username: "harbour", roles: ["manager" as const], email: "harbour@example.org" };
  manager = await addPerson(admin, clientUuid, fields);
  videoUuid = await addVideo("A morning at the harbour");
});
afterAll(() => platform?.close());
beforeEach(async () => {
  await browser.context.grantPermissions(["clipboard-read", "clipboard-write"]);
});

/** Adds a playable video of 30 s. */
async function addVideo(title: string): Promise<string> {
  const clips = await makeClipFolder();
  const source = testPicture({ durationSec: 30, rate: "10" });
  const clip = await readFile(await clips.make("clip.mp4", [...source, ...H264, "-movflags", "+faststart"]));
  await clips.dispose();
  const uuid = await uploadFile({ ...admin, ...manager }, title, clip);
  await waitForVideo({ ...admin, ...manager }, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  return uuid;
}

const openPage = (path: string, language: "EN" | "FR" = "EN") =>
  openAs(browser.context, admin, { person: manager, path, language });
const locateRow = (page: Page, name: string) => page.getByRole("row", { name });
const stateOf = (page: Page) => page.locator("html").getAttribute("data-state");
const awaitState = (page: Page, state: string) => page.locator(`html[data-state=${state}]`).waitFor();

/** Serves a page of another origin in which a partner has pasted an iframe's code. */
async function serveHostPage(code: string) {
  const server = createServer((_, response) =>
    response
      .setHeader("content-type", "text/html")
      .end(`<!doctype html><html lang="en"><title>Partner</title><body>${code}`),
  );
  await new Promise<void>((ready) => server.listen(0, "localhost", ready));
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  return { url, close: () => new Promise((closed) => server.close(closed)) };
}

test.each([
  [
    "EN",
    "No export links yet",
    "New export link",
    "Video",
    "Name",
    "Allowed sites",
    "Close",
    "Pause",
    "Paused",
  ],
  [
    "FR",
    "Pas encore de lien d’export",
    "Nouveau lien d’export",
    "Vidéo",
    "Nom",
    "Sites autorisés",
    "Fermer",
    "Suspendre",
    "Suspendu",
  ],
] as const)(
  "in %s links are created, listed, paused and deleted without barriers",
  async (language, empty, create, video, name, sites, close, pause, paused) => {
    const page = await openPage("/export", language);
    await page.getByText(empty).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole("button", { name: create }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: video }).or(dialog.getByLabel(video)).first().fill("harbour");
    await page.getByRole("option", { name: /A morning at the harbour/ }).click();
    await dialog.getByLabel(name).first().fill("Museum");
    await dialog
      .getByRole("combobox", { name: sites })
      .or(dialog.getByLabel(sites))
      .first()
      .fill("https://www.Museum.example.org/page");
    await page.keyboard.press("Enter");
    await dialog.getByText("www.museum.example.org", { exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.locator("button[type=submit]").click();
    const code = await dialog.getByRole("textbox", { name: /iframe/ }).inputValue();
    expect(code).toMatch(/<iframe src="[^"]+\/x\/[0-9a-f-]{36}\/embed"/);
    expect(code).not.toContain(videoUuid);
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole("button", { name: close, exact: true }).last().click();
    const row = locateRow(page, "Museum");
    await row.getByText("www.museum.example.org").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await resizePage(page, { width: 1440, height: 900 });
    await row
      .getByRole("button", { name: /Museum$/ })
      .last()
      .click();
    await page.getByRole("menuitem", { name: pause }).click();
    await row.getByText(paused, { exact: true }).waitFor();
    await row
      .getByRole("button", { name: /Museum$/ })
      .last()
      .click();
    await page.getByRole("menuitem").last().click();
    await page.getByRole("dialog").getByRole("button").last().click();
    await page.getByText(empty).waitFor();
  },
);

test.each([
  [
    "EN",
    /block one of these sites/,
    "press.example.net: “Allowed websites” of the video does not list this site.",
  ],
  ["FR", /bloquent l’un de ces sites/, /press\.example\.net\s: «\sSites web autorisés\s» de la vidéo/],
] as const)(
  "in %s a link for a website that the video's rules block shows a warning when it is created and when it is opened",
  async (language, title, reason) => {
    const video = await addBareVideo(["example.org"]);
    const page = await openPage(`/player/${video}?section=share`, language);
    await page
      .getByRole("button", { name: language === "EN" ? "Create export link" : "Créer un lien d’export" })
      .click();
    const dialog = page.getByRole("dialog");
    const name = `Press ${language}`;
    await dialog
      .getByLabel(language === "EN" ? "Name" : "Nom")
      .first()
      .fill(name);
    await dialog.getByRole("combobox").first().fill("press.example.net");
    await page.keyboard.press("Enter");
    await dialog.locator("button[type=submit]").click();
    await dialog.getByRole("alert").getByText(title).waitFor();
    await dialog.getByRole("alert").getByText(reason).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.goto(`${admin.apiUrl}/#/export`);
    await page.reload();
    await page.getByText(name, { exact: true }).first().click();
    await page.getByRole("dialog").getByRole("alert").getByText(reason).waitFor();
    await page.close();
  },
);

/** Adds a video without media. Only the given websites may embed it. */
async function addBareVideo(authorizedWebsites: string[]): Promise<string> {
  const { uuid } = await manager.call(routes.createVideo, { body: { title: "Restricted", size: 1_000 } });
  const body = { revision: 0, rules: { authorizedWebsites } };
  await manager.call(routes.updateVideoRules, { params: { id: uuid }, body });
  return uuid;
}

test("an embed by an export link plays on a partner's page, stops with the link, and plays again with it", async () => {
  const page = await openPage(`/player/${videoUuid}?section=share`);
  await page.getByRole("button", { name: "Create export link" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Partner");
  await dialog.getByRole("button", { name: "Create export link" }).click();
  await toggleControl(dialog.getByLabel("Muted"));
  await dialog.getByRole("button", { name: "Copy iframe code" }).click();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  const host = await serveHostPage(code.replace("muted=1", "muted=1&amp;autoplay=1"));
  const partner = await browser.context.newPage();
  await partner.goto(host.url);
  const player = partner.frameLocator("iframe");
  await player.locator("html[data-state=playing]").waitFor();
  // The notification of the copy has closed automatically, and the element below it is unchanged.
  await page.getByRole("link", { name: "See all export links" }).waitFor();
  expect(await dialog.getByLabel("Muted").isChecked()).toBe(true);
  await page.getByRole("link", { name: "See all export links" }).click();
  const row = locateRow(page, "Partner");
  // The player reports its measurements every 10 s.
  await expect.poll(() => row.getByRole("cell", { name: "1", exact: true }).count()).toBe(1);
  await row.getByRole("button", { name: "Actions for Partner" }).click();
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await row.getByText("Paused", { exact: true }).waitFor();
  await partner.reload();
  await expect
    .poll(async () => {
      if (await player.getByText("This link is no longer active").isVisible()) return "ended";
      await partner.reload();
      await player.locator("html:not([data-state=loading])").waitFor();
      return "not yet";
    })
    .toBe("ended");
  await row.getByRole("button", { name: "Actions for Partner" }).click();
  await page.getByRole("menuitem", { name: "Resume" }).click();
  await row.getByText("Active", { exact: true }).waitFor();
  await expect
    .poll(
      async () => {
        await partner.reload();
        return player.locator("html").getAttribute("data-state");
      },
      // After each reload, the player needs some time before it plays again.
      { interval: 1_000 },
    )
    .toBe("playing");
  await host.close();
});

test("a client without export links has no menu entry, and their page says that the plan does not include them", async () => {
  const body = { clientname: "Without links", type: "platform" } as const;
  const { uuid } = await admin.call(routes.createClient, { body });
  const fields = { username: "without", roles: ["editor" as const], email: "without@example.org" };
  const person = await addPerson(admin, uuid, fields);
  const page = await openAs(browser.context, admin, { person, path: "/export" });
  await page.getByRole("heading", { name: "Not part of your plan", level: 1 }).waitFor();
  expect(await page.getByRole("link", { name: "EXPORT LINKS" }).count()).toBe(0);
});

test.each([
  ["EN", "Player colours", "Accent colour", "Hard to see", /^Use #\w{6} instead$/, "Save"],
  [
    "FR",
    "Couleurs du lecteur",
    "Couleur d’accent",
    "Difficile à voir",
    /^Utiliser #\w{6} à la place$/,
    "Enregistrer",
  ],
] as const)(
  "in %s a manager chooses player colours, is warned of low contrast, and viewers get the colours",
  async (language, title, accent, warning, mend, save) => {
    const page = await openPage("/profil?section=theme", language);
    const section = page.getByRole("region", { name: title });
    const field = section.getByRole("textbox", { name: accent, exact: true });
    await field.fill("#1a1aa6");
    await section.getByText(warning).first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await section.getByRole("button", { name: mend }).first().click();
    const chosen = await field.inputValue();
    await section.getByText(warning).first().waitFor({ state: "detached" });
    await section.getByRole("button", { name: save }).click();
    await expect
      .poll(
        async () => (await manager.call(routes.getClient, { params: { id: clientUuid } })).playerTheme.accent,
      )
      .toBe(chosen);
    const viewer = await browser.context.newPage();
    await expect
      .poll(async () => {
        await viewer.goto(`${platform.installation.edgeUrl}/embed/${videoUuid}?autoplay=0`);
        await awaitState(viewer, "ready");
        return viewer.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent"));
      })
      .toBe(chosen);
    expect(await stateOf(viewer)).toBe("ready");
    const params = { id: clientUuid };
    const { revision } = await manager.call(routes.getClient, { params });
    const playerTheme = { accent: "#2ad4c5", background: "#000000", hasTitle: true };
    await manager.call(routes.updateClient, { params, body: { revision, playerTheme } });
  },
);
