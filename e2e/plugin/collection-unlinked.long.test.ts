import { type Language, routes } from "@shoal/contract";
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { findBarriers, openAs, type Person } from "../../harness/people.ts";
import { awaitPlaying } from "../support/plugin-page.ts";
import { HLS_JS, useShop } from "../support/shop-page.ts";
import { useBrowser } from "../support/test-browser.ts";

/** The time within which a change of rules reaches viewers who are already watching. */
const MAX_PROPAGATION_MS = 10_000;

const shopPlatform = useShop({ seconds: 40 });
const { shop, addPluginClient } = shopPlatform;
const browser = useBrowser();

/**
 * Creates a plugin client with a manager and a collection. The manager's page plays these videos, to which the collection's rule
 * applies.
 */
async function playInCollection(...names: string[]) {
  const { person, key } = await addPluginClient(60);
  const viewers = await Promise.all(names.map((video) => shop.open(HLS_JS, { key, video })));
  await Promise.all(viewers.map((viewer) => awaitPlaying(viewer)));
  const list = async () => (await person.call(routes.listPluginVideos, { query: {} }))._embedded;
  await expect.poll(async () => (await list()).length).toBe(names.length);
  const collection = await person.call(routes.addCollection, {
    body: { name: "Tides", rules: { uploadPercent: 30 } },
  });
  const uuids = (await list()).map((item) => item.uuid);
  await person.call(routes.changePluginVideos, { body: { uuids, collection: collection.uuid } });
  return { person, viewers, uuids, collection };
}

const openPage = (person: Person, language: Language = "EN") =>
  openAs(browser.context, shopPlatform.admin, { person, path: "/videosplugin", language });
const locateRow = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });

/** Waits until the rule of all viewers allows this share of their uplink. */
const firstToReceive = (viewers: Page[], uploadPercent: number) =>
  Promise.all(
    viewers.map((viewer) =>
      viewer.waitForFunction(
        (wanted) => {
          const { attachment } = window as unknown as {
            attachment: { inspect(): { swarm?: { state: { rules: { uploadPercent: number } } } } };
          };
          return attachment.inspect().swarm?.state.rules.uploadPercent === wanted;
        },
        uploadPercent,
        { polling: 100, timeout: MAX_PROPAGATION_MS },
      ),
    ),
  );

/** The labels of the page's controls that lead to the uplink rule. */
interface UplinkLabels {
  actions: string;
  window: string;
  tab: string;
  rule: string;
}

async function openUplinkRule(page: Page, { actions, window, tab, rule }: UplinkLabels): Promise<Locator> {
  await page.getByRole("button", { name: actions }).click();
  await page.getByRole("menuitem", { name: window }).click();
  const dialog = page.getByRole("dialog", { name: window });
  await dialog.getByRole("tab", { name: tab }).click();
  return dialog.getByRole("region", { name: rule });
}

const customOf = (person: Person, id: string) => person.call(routes.getPluginVideo, { params: { id } });

it("videos removed from their collection keep its rules as their own, without an effect on viewers", async () => {
  const { person, viewers, uuids, collection } = await playInCollection("low tide", "high tide");
  await firstToReceive(viewers, 30);
  const page = await openPage(person);
  await locateRow(page, "high tide").getByText("Tides").waitFor();
  const words = { window: "Delivery rules", tab: "Peers", rule: "Share of upload bandwidth" };
  const rule = () => openUplinkRule(page, { actions: "Actions for high tide", ...words });
  const held = await rule();
  await held.getByText("30%").waitFor();
  await held.getByText("Collection: Tides").waitFor();
  await page.keyboard.press("Escape");

  for (const title of ["low tide", "high tide"])
    await page.getByRole("checkbox", { name: `Select “${title}”` }).check();
  await page.getByRole("button", { name: "Unlink" }).click();
  const question = page.getByRole("dialog", { name: "Remove 2 videos from their collections?" });
  await question.getByText("The rules of the collection become custom rules of the video.").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await question.getByRole("button", { name: "Unlink" }).click();
  await page.getByText("2 videos unlinked").waitFor();
  for (const title of ["low tide", "high tide"])
    await expect.poll(() => locateRow(page, title).getByText("Tides").count()).toBe(0);
  const collectionEntry = page.getByRole("button", { name: /^Tides/ });
  await collectionEntry.getByText("0 videos").waitFor();

  const own = await rule();
  const isOwn = own.getByRole("switch", { name: "Share of upload bandwidth: override" });
  await expect.poll(() => isOwn.isChecked()).toBe(true);
  await own.getByText("Use inherited: 80% (Default").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  for (const uuid of uuids)
    expect(await customOf(person, uuid)).toMatchObject({
      collection: null,
      custom: { uploadPercent: 30 },
      rules: { uploadPercent: { value: 30, source: "custom" } },
    });

  // Changes to the collection's rules no longer affect the viewers. Changes to their own rules do.
  const { uuid: id, revision } = collection;
  await person.call(routes.updateCollection, {
    params: { id },
    body: { revision, rules: { uploadPercent: 90 } },
  });
  await person.call(routes.updatePluginVideo, {
    params: { id: uuids[0] ?? "" },
    body: { rules: { uploadPercent: 45 } },
  });
  const first = await Promise.any(
    [0, 1].map(async (at) => firstToReceive([viewers[at] as Page], 45).then(() => at)),
  );
  await firstToReceive([viewers[1 - first] as Page], 30);
});

it("a video can be removed from its collection on a phone, in French and in dark mode", async () => {
  const { person, uuids } = await playInCollection("marée haute");
  const page = await openPage(person, "FR");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await locateRow(page, "marée haute").getByText("Tides").waitFor();
  await page.getByRole("button", { name: "Actions pour marée haute" }).click();
  await page.getByRole("menuitem", { name: "Dissocier" }).click();
  const question = page.getByRole("dialog", { name: "Retirer 1 vidéo de sa collection ?" });
  await question.getByText("deviennent des règles personnalisées de la vidéo").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await question.getByRole("button", { name: "Dissocier" }).click();
  await page.getByText("1 vidéo dissociée").waitFor();
  await expect.poll(() => locateRow(page, "marée haute").getByText("Tides").count()).toBe(0);
  const words = { window: "Règles de diffusion", tab: "Pairs", rule: "Part du débit montant" };
  const own = await openUplinkRule(page, { actions: "Actions pour marée haute", ...words });
  const isOwn = own.getByRole("switch", { name: "Part du débit montant : définie ici" });
  await expect.poll(() => isOwn.isChecked()).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  expect(await customOf(person, uuids[0] ?? "")).toMatchObject({
    collection: null,
    custom: { uploadPercent: 30 },
  });
});
