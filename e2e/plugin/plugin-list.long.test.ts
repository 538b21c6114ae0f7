import type { Language } from "@shoal/contract";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { findBarriers, openAs, type Person } from "../../harness/people.ts";
import { awaitPlaying } from "../support/plugin-page.ts";
import { FILM_PATH, HLS_JS, useShop } from "../support/shop-page.ts";
import { useBrowser } from "../support/test-browser.ts";

const shopPlatform = useShop({ seconds: 20 });
const { shop, addPluginClient } = shopPlatform;
const browser = useBrowser();

const openPage = (person: Person, path: string, language: Language = "EN") =>
  openAs(browser.context, shopPlatform.admin, { person, path, language });
const locateRow = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });

it("a plugin client sees its page's media, names one, adds it to a collection, hides it and finds it", async () => {
  const { person, key } = await addPluginClient();
  const page = await openPage(person, "/");
  await page.getByRole("heading", { name: "No videos played with the plugin yet" }).waitFor();
  expect(page.url()).toMatch(/#\/videosplugin$/);
  expect(await findBarriers(page)).toEqual([]);

  await awaitPlaying(await shop.open(HLS_JS, { key }));
  await locateRow(page, FILM_PATH).waitFor();
  await locateRow(page, FILM_PATH).locator('[data-figure="nbView"]', { hasText: "1" }).waitFor();
  await page.getByRole("button", { name: `Edit: Title of “${FILM_PATH}”` }).click();
  await page.getByRole("textbox", { name: `Title of “${FILM_PATH}”` }).fill("High tide");
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
  await page.getByRole("dialog").getByRole("button", { name: "Discard changes" }).click();

  await page.getByRole("checkbox", { name: "Select “High tide”" }).check();
  await page.getByRole("button", { name: "Link to collection" }).click();
  await page.getByRole("dialog").getByRole("combobox", { name: "Collection" }).click();
  await page.getByRole("option", { name: "Tides" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Link", exact: true }).click();
  await collection.getByText("1 video").waitFor();
  expect(await findBarriers(page)).toEqual([]);

  await page.getByRole("button", { name: "Actions for High tide" }).click();
  await page.getByRole("menuitem", { name: "Hide" }).click();
  await page.getByRole("button", { name: "Show hidden videos" }).click();
  await locateRow(page, "High tide").getByText("Tides").waitFor();
  await page.getByRole("searchbox").fill("tide");
  await page.waitForURL(/search=tide/);
  await locateRow(page, "High tide").waitFor();

  await page.getByRole("button", { name: "Actions for Tides" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("No collections yet.").waitFor();
  await locateRow(page, "High tide").waitFor();
});

it("media are deleted from the list after confirmation, from a row or by selection", async () => {
  const { person, key } = await addPluginClient();
  const names = ["Ebb", "Flood", "Slack water"];
  const shown = await Promise.all(names.map((video) => shop.open(HLS_JS, { key, video })));
  for (const each of shown) await awaitPlaying(each);
  const page = await openPage(person, "/videosplugin");
  for (const name of names) await locateRow(page, name).waitFor();
  // If viewers continued to watch the media, the media would be listed again.
  for (const each of shown) await each.close();
  const dialog = page.getByRole("dialog");
  const runQueryFor = async (name: string) => {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: /^Delete/ }).click();
    await dialog.getByText(/listed anew|listed again/).waitFor();
  };

  await runQueryFor("Ebb");
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await locateRow(page, "Ebb").count()).toBe(1);

  await runQueryFor("Ebb");
  await dialog.getByRole("button", { name: /^Delete/ }).click();
  await locateRow(page, "Ebb").waitFor({ state: "detached" });
  expect(await locateRow(page, "Flood").count()).toBe(1);

  for (const name of ["Flood", "Slack water"])
    await page.getByRole("checkbox", { name: `Select “${name}”` }).check();
  await page.getByRole("button", { name: /^Delete/ }).click();
  await dialog.getByRole("button", { name: /^Delete/ }).click();
  const empty = page.getByRole("heading", { name: "No videos played with the plugin yet" });
  await empty.waitFor();
  await page.reload();
  await empty.waitFor();
});

it("the list and its collections have no barriers on a phone, in French and in dark mode", async () => {
  const { person, key } = await addPluginClient();
  await awaitPlaying(await shop.open(HLS_JS, { key }));
  const page = await openPage(person, "/videosplugin", "FR");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await locateRow(page, FILM_PATH).waitFor();
  const overflow = () => page.evaluate("document.documentElement.scrollWidth - innerWidth");
  expect(await overflow()).toBeLessThanOrEqual(0);
  expect(await page.getByRole("button", { name: "Nouvelle collection" }).isVisible()).toBe(false);
  await page.getByRole("button", { name: "Afficher", exact: true }).click();
  await page.getByRole("button", { name: "Nouvelle collection" }).click();
  await page.getByRole("dialog").getByLabel("Nom").fill("Marées");
  await page.getByRole("button", { name: "Créer" }).click();
  await page.getByRole("button", { name: /^Marées/ }).waitFor();
  await page.getByRole("button", { name: `Actions pour ${FILM_PATH}` }).click();
  await page.getByRole("menuitem", { name: "Associer à une collection" }).click();
  await page.getByRole("dialog").getByRole("combobox", { name: "Collection" }).click();
  await page.getByRole("option", { name: "Marées" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Associer", exact: true }).click();
  await locateRow(page, FILM_PATH).getByText("Marées").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  expect(await overflow()).toBeLessThanOrEqual(0);
});
