import { readFile } from "node:fs/promises";
import { routes, type SceneListView } from "@shoal/contract";
import { type ClipFolder, H264, makeClipFolder, testPicture } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, openAccount, uploadFile, waitForVideo } from "../../harness/account.ts";
import { addPerson, findBarriers, openAs, type Person } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { useBrowser } from "../support/test-browser.ts";

const WAIT_OPTIONS = { timeout: 90_000 };
const SCENE_TEXTS = {
  EN: {
    lists: "Scene lists",
    empty: "No scene lists yet",
    new: "New scene list",
    noServer: "The server does not respond. Try again later.",
    retry: "Try again",
    begin: "Start with a video",
    add: (title: string) => `Add ${title}`,
    up: (name: string) => `Move up: ${name}`,
    drag: (name: string) => `Drag ${name}`,
    edit: (name: string) => `Choose range: ${name}`,
    remove: (name: string) => `Remove: ${name}`,
    sceneName: "Name of scene 1",
    moved: "“Fog” is now scene 1",
    from: "From",
    to: "To",
    order: "The end must be after the start",
    done: "Done",
    title: "Title",
    titleMissing: "Enter a title.",
    create: "Create list",
    save: "Save",
    ready: "Ready",
    delete: "Delete",
    gone: "This scene list no longer exists.",
  },
  FR: {
    lists: "Montages",
    empty: "Aucun montage",
    new: "Nouveau montage",
    noServer: "Le serveur ne répond pas. Réessayez plus tard.",
    retry: "Réessayer",
    begin: "Commencez par une vidéo",
    add: (title: string) => `Ajouter ${title}`,
    up: (name: string) => `Monter : ${name}`,
    drag: (name: string) => `Faire glisser ${name}`,
    edit: (name: string) => `Choisir la partie : ${name}`,
    remove: (name: string) => `Retirer : ${name}`,
    sceneName: "Nom de la scène 1",
    moved: "«\u00a0Fog\u00a0» est maintenant la scène 1",
    from: "Début",
    to: "Fin",
    order: "La fin doit être après le début",
    done: "Terminé",
    title: "Titre",
    titleMissing: "Saisissez un titre.",
    create: "Créer le montage",
    save: "Enregistrer",
    ready: "Prêt",
    delete: "Supprimer",
    gone: "Ce montage n’existe plus.",
  },
} as const;

let platform: TestPlatform;
const browser = useBrowser();
let clips: ClipFolder;
let admin: Account;
beforeAll(async () => {
  platform = await startTestPlatform();
  clips = await makeClipFolder();
  admin = await openAccount(platform);
});
afterAll(async () => {
  await platform?.close();
  await clips?.dispose();
});

/** Adds a client that may use scene lists, and an editor. @returns the editor with the uuids of two videos. */
async function addEditor(clientname: string): Promise<{ editor: Person; harbour: string; fog: string }> {
  const body = { clientname, type: "platform", scenelist: true } as const;
  const { uuid } = await admin.call(routes.createClient, { body });
  const username = clientname.toLowerCase().replaceAll(" ", "-");
  const editor = await addPerson(admin, uuid, {
    username,
    roles: ["editor"],
    email: `${username}@example.org`,
  });
  const owner = { ...admin, ...editor };
  const clip = await clips.make("clip.mp4", [...testPicture({ durationSec: 6 }), ...H264]);
  const bytes = await readFile(clip);
  const [harbour, fog] = [await uploadFile(owner, "Harbour", bytes), await uploadFile(owner, "Fog", bytes)];
  for (const each of [harbour, fog])
    await waitForVideo(owner, each, ({ encodingStatus }) => encodingStatus === "encoded");
  return { editor, harbour, fog };
}

const findButton = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const sceneRows = (page: Page) => page.locator("main ol > li");
/** Drops the dragged element on the upper or lower half of a row. */
const dropOn = (row: ReturnType<Page["locator"]>, half: "upper" | "lower") => ({
  to: row,
  options: { targetPosition: { x: 200, y: half === "upper" ? 4 : 60 } },
});

test.each(["EN", "FR"] as const)(
  "in %s the screen without lists and the one after a failed request have messages and no barriers",
  async (language) => {
    const t = SCENE_TEXTS[language];
    const { editor } = await addEditor(`Empty ${language}`);
    const page = await openAs(browser.context, admin, { person: editor, path: "/scenelist", language });
    await page.getByRole("heading", { name: t.lists, level: 1 }).waitFor();
    await page.getByText(t.empty).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const address = /\/api\/scenelists/;
    await page.route(address, (route) => route.abort());
    await page.reload();
    await page.getByRole("alert").getByText(t.noServer).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.unroute(address);
    await findButton(page, t.retry).click();
    await page.getByText(t.empty).waitFor();
    await page.goto(`${admin.apiUrl}/#/scenelist/00000000-0000-7000-8000-000000000000`);
    await page.getByText(t.gone).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  },
);

test.each(["EN", "FR"] as const)(
  "in %s a scene list is composed by dragging and by keyboard, trimmed, renamed and deleted",
  async (language) => {
    const t = SCENE_TEXTS[language];
    const { editor, harbour, fog } = await addEditor(`Coast ${language}`);
    const read = async (): Promise<SceneListView | undefined> => {
      const [list] = (await editor.call(routes.listSceneLists, { query: {} }))._embedded;
      return list && editor.call(routes.getSceneList, { params: { id: list.uuid } });
    };
    const page = await openAs(browser.context, admin, { person: editor, path: "/scenelist", language });
    await page.getByRole("link", { name: t.new }).first().click();

    await page.getByRole("listitem").filter({ hasText: "Harbour" }).dragTo(page.getByText(t.begin));
    await findButton(page, t.add("Fog")).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => namesOf(page)).toEqual(["Harbour", "Fog"]);
    await findButton(page, t.up("Fog")).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: t.moved }).waitFor({ state: "attached" });
    expect(await namesOf(page)).toEqual(["Fog", "Harbour"]);
    const handle = page.getByTitle(t.drag("Harbour"));
    const { to, options } = dropOn(sceneRows(page).first(), "upper");
    await handle.dragTo(to, options);
    await expect.poll(() => namesOf(page)).toEqual(["Harbour", "Fog"]);
    const library = page.getByRole("listitem").filter({ hasText: "Fog" }).first();
    const place = dropOn(sceneRows(page).first(), "lower");
    await library.dragTo(place.to, place.options);
    await expect.poll(() => namesOf(page)).toEqual(["Harbour", "Fog", "Fog"]);
    await findButton(page, t.remove("Fog")).first().click();
    await expect.poll(() => namesOf(page)).toEqual(["Harbour", "Fog"]);

    await findButton(page, t.edit("Fog")).click();
    await page.frameLocator("iframe").locator("video").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const from = page.getByRole("slider", { name: t.from });
    await from.focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.getByRole("textbox", { name: t.from }).inputValue()).toBe("00:00.04");
    await page.getByRole("textbox", { name: t.from }).fill("0:01");
    await page.getByRole("textbox", { name: t.to }).fill("0:00.5");
    await page.getByText(t.order).waitFor();
    await page.getByRole("textbox", { name: t.to }).fill("0:05");
    await findButton(page, t.done).click();

    await findButton(page, t.create).click();
    await page.getByText(t.titleMissing).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole("textbox", { name: t.title }).fill("Coast");
    await findButton(page, t.create).click();
    await page.getByRole("heading", { name: "Coast", level: 1 }).waitFor();
    const made = await read();
    expect(made?.scenes.map((scene) => [scene.video, scene.in, scene.out])).toEqual([
      [harbour, 0, 6],
      [fog, 1, 5],
    ]);
    await page.getByRole("status").getByText(t.ready).waitFor(WAIT_OPTIONS);
    await page.frameLocator('iframe[title="Coast"]').locator("video").waitFor();
    expect(await findBarriers(page)).toEqual([]);

    await page.getByRole("textbox", { name: t.sceneName }).fill("The port");
    await page.getByRole("textbox", { name: t.title }).fill("Shore");
    await findButton(page, t.save).click();
    await page.getByRole("heading", { name: "Shore", level: 1 }).waitFor();
    await expect
      .poll(async () => (await read())?.scenes.map(({ name }) => name))
      .toEqual(["The port", "Fog"]);

    await page.goto(`${admin.apiUrl}/#/scenelist`);
    await page.getByRole("link", { name: "Shore" }).click();
    await findButton(page, t.delete).click();
    await page.getByRole("dialog").getByText("Shore").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await findButton(page, t.delete).last().click();
    await page.getByText(t.empty).waitFor();
    expect(await read()).toBeUndefined();
  },
);

/** Returns the names of the scenes on the screen, in their order. */
const namesOf = (page: Page) =>
  sceneRows(page).evaluateAll((rows) => rows.map((row) => row.querySelector("input")?.value));
