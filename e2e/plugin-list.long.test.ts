import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Language, routes } from "@shoal/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeTestMedia } from "../packages/testkit/src/p2p/test-media.ts";
import { type Account, openAccount } from "./support/account.ts";
import { makeHlsFolder } from "./support/hls-folder.ts";
import { addPerson, findBarriers, openAs, type Person } from "./support/people.ts";
import { startTestPlatform, type TestPlatform } from "./support/platform.ts";
import { awaitPlaying, type PluginPage, usePlugin } from "./support/plugin-page.ts";
import { uniqueName } from "./support/tenants.ts";
import { useBrowser } from "./support/test-browser.ts";

let platform: TestPlatform;
let admin: Account;
let files = new Map<string, Uint8Array | string>();
const shop = usePlugin(
  (path) => files.get(path),
  undefined,
  () => platform.installation.edgeUrl,
);
const browser = useBrowser();
beforeAll(async () => {
  files = makeHlsFolder(await makeTestMedia(20), "/film");
  platform = await startTestPlatform();
  admin = await openAccount(platform);
});
afterAll(() => platform?.close());

/** The lines of docs/plugin.md. */
const HLS_JS: PluginPage = {
  player: join(dirname(createRequire(import.meta.url).resolve("hls.js")), "hls.min.js"),
  adapter: "shoal-hls",
  play: `
    const hls = new Hls();
    window.attachment = shoal.attachHls(hls, video, options);
    hls.loadSource("/film/master.m3u8");
    hls.attachMedia(video);`,
};
const NAME = "/film/master.m3u8";

/** A manager of a new client of the plugin, and the key of its pages. */
async function addPluginClient(): Promise<{ person: Person; key: string }> {
  const body = { clientname: uniqueName("Reef"), type: "plugin" as const };
  const { uuid } = await admin.call(routes.createClient, { body });
  const username = uniqueName("user");
  const fields = { username, roles: ["manager" as const], email: `${username}@example.org` };
  const person = await addPerson(admin, uuid, fields);
  const { key } = await person.call(routes.addConfig, { body: { name: "Shop" } });
  return { person, key };
}

const open = (person: Person, path: string, language: Language = "EN") =>
  openAs(browser.context, admin, { person, path, language });
const rowOf = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });

it("a plugin client sees what its page plays, names it, puts it into a collection, hides it and finds it again", async () => {
  const { person, key } = await addPluginClient();
  const page = await open(person, "/");
  await page.getByRole("heading", { name: "Nothing was played with the plugin yet" }).waitFor();
  expect(page.url()).toMatch(/#\/videosplugin$/);
  expect(await findBarriers(page)).toEqual([]);

  await awaitPlaying(await shop.open(HLS_JS, { key }));
  await rowOf(page, NAME).waitFor();
  await rowOf(page, NAME).locator('[data-figure="nbView"]', { hasText: "1" }).waitFor();
  await page.getByRole("button", { name: `Edit: Title of “${NAME}”` }).click();
  await page.getByRole("textbox", { name: `Title of “${NAME}”` }).fill("High tide");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Edit: Title of “High tide”" }).waitFor();

  await page.getByRole("button", { name: "New collection" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Tides");
  await page.keyboard.press("Enter");
  const collection = page.getByRole("button", { name: /^Tides/ });
  await collection.waitFor();
  await page.getByRole("button", { name: "New collection" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Tides");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByText("The name might be already taken").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("checkbox", { name: "Select “High tide”" }).check();
  await page.getByRole("button", { name: "Link to a collection" }).click();
  await page.getByRole("dialog").getByRole("combobox", { name: "Collection" }).click();
  await page.getByRole("option", { name: "Tides" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Link", exact: true }).click();
  await collection.getByText("1 video").waitFor();
  expect(await findBarriers(page)).toEqual([]);

  await page.getByRole("button", { name: "Actions for High tide" }).click();
  await page.getByRole("menuitem", { name: "Hide" }).click();
  await page.getByRole("button", { name: "Show the hidden ones" }).click();
  await rowOf(page, "High tide").getByText("Tides").waitFor();
  await page.getByRole("searchbox").fill("tide");
  await page.waitForURL(/search=tide/);
  await rowOf(page, "High tide").waitFor();

  await page.getByRole("button", { name: "Actions for Tides" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("There is no collection yet.").waitFor();
  await rowOf(page, "High tide").waitFor();
});

it("on a telephone, in French and in the dark, the list and its collections have no barriers", async () => {
  const { person, key } = await addPluginClient();
  await awaitPlaying(await shop.open(HLS_JS, { key }));
  const page = await open(person, "/videosplugin", "FR");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await rowOf(page, NAME).waitFor();
  const overflow = () => page.evaluate("document.documentElement.scrollWidth - innerWidth");
  expect(await overflow()).toBeLessThanOrEqual(0);
  expect(await page.getByRole("button", { name: "Nouvelle collection" }).isVisible()).toBe(false);
  await page.getByRole("button", { name: "Afficher", exact: true }).click();
  await page.getByRole("button", { name: "Nouvelle collection" }).click();
  await page.getByRole("dialog").getByLabel("Nom").fill("Marées");
  await page.getByRole("button", { name: "Créer" }).click();
  await page.getByRole("button", { name: /^Marées/ }).waitFor();
  await page.getByRole("button", { name: `Actions pour ${NAME}` }).click();
  await page.getByRole("menuitem", { name: "Lier à une collection" }).click();
  await page.getByRole("dialog").getByRole("combobox", { name: "Collection" }).click();
  await page.getByRole("option", { name: "Marées" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Lier", exact: true }).click();
  await rowOf(page, NAME).getByText("Marées").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  expect(await overflow()).toBeLessThanOrEqual(0);
});
