import { type Language, routes } from "@shoal/contract";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { type OpenDatabase, openDatabase } from "../../apps/api/src/platform/database.ts";
import { addVideo } from "../../apps/api/src/testing/video-harness.ts";
import { findBarriers, openAs } from "../../harness/people.ts";
import { addTenant, type TenantUser, type TestTenant, useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const browser = useBrowser();
/** The database. The tests insert rows into it for videos of every state, because they only check how these states are shown. */
let database: OpenDatabase;
let tenant: TestTenant;
let editor: TenantUser;
beforeAll(() => {
  database = openDatabase(inject("platform").databaseUrl, 2);
});
afterAll(() => database?.close());
beforeEach(async () => {
  tenant = await addTenant(["editor"]);
  editor = tenant.user;
});

const addVideoWith = (columns: Parameters<typeof addVideo>[2]) => addVideo({ database }, editor, columns);
const openPage = (path = "/videos", language: Language = "EN", person = editor) =>
  openAs(browser.context, useAdministrator(), { person, path, language });
const findCard = (page: Page, title: string) => page.getByRole("article", { name: title, exact: true });
const readVideo = (id: string) => editor.call(routes.getVideo, { params: { id } });

test("search starts after two seconds or on Enter, and Back returns to the previous list", async () => {
  await addVideoWith({ title: "Harbour", tags: ["sea"] });
  await addVideoWith({ title: "Mountain", tags: ["snow"] });
  const page = await openPage();
  await page.getByText("2 videos", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Old list" }).count()).toBe(0);
  const field = page.getByRole("searchbox", { name: /^Search by title/ });
  await field.fill("tags:snow");
  await page.getByText("1 video", { exact: true }).waitFor();
  await findCard(page, "Mountain").waitFor();
  await field.fill("nothing like it");
  await field.press("Enter");
  await page.getByText("No videos match “nothing like it”").waitFor();
  await page.goBack();
  await findCard(page, "Mountain").waitFor();
  expect(await field.inputValue()).toBe("tags:snow");
});

test("clicks include, exclude and ignore tags, and the advanced filters show that they are set", async () => {
  await addVideoWith({ title: "Harbour", tags: ["sea"] });
  await addVideoWith({ title: "Mountain", tags: ["snow"], status: "stopped" });
  const page = await openPage();
  const count = (text: string) => page.getByText(text, { exact: true }).waitFor();
  await page.getByRole("button", { name: "sea, ignored" }).click();
  await page.getByRole("button", { name: "sea, included" }).waitFor();
  await findCard(page, "Mountain").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "sea, included" }).click();
  await findCard(page, "Mountain").waitFor();
  await findCard(page, "Harbour").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "sea, excluded" }).click();
  await count("2 videos");
  await page.getByRole("button", { name: "Advanced filters" }).click();
  await page.getByRole("button", { name: "Stopped", exact: true }).click();
  await page.getByRole("button", { name: "Error", exact: true }).click();
  await count("1 video");
  await page.reload();
  await page.getByRole("button", { name: "Advanced filters, active" }).waitFor();
  await page.getByText("Live", { exact: true }).click();
  await page.getByText("No videos match these filters").waitFor();
  await page.getByRole("button", { name: "Reset filters" }).click();
  await count("2 videos");
});

test("each sort starts in its own direction, and sort, page and page size are in the URL", async () => {
  await sql`
    INSERT INTO videos (client_uuid, user_uuid, title, status, input_qualities, created_at)
    SELECT ${editor.clientUuid}::uuid, ${editor.userUuid}::uuid, 'Lesson ' || lpad(n::text, 3, '0'), 'encoded',
      '"shoalOptimization"', now() - n * interval '1 hour'
    FROM generate_series(1, 130) AS n`.execute(database.db);
  const page = await openPage();
  const first = () => page.getByRole("article").first().getAttribute("aria-label");
  await page.getByText("130 videos").waitFor();
  expect(await page.getByRole("spinbutton", { name: "Go to page" }).count()).toBe(0);
  await page.getByRole("combobox", { name: "Entries per page" }).selectOption("12");
  await expect.poll(() => page.getByRole("article").count()).toBe(12);
  const pages = page.getByRole("navigation", { name: "Pages" });
  expect(await pages.getByRole("button", { name: /^Page \d+$/ }).count()).toBeLessThanOrEqual(8);
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("title");
  await expect.poll(first).toBe("Lesson 001");
  await page.getByRole("button", { name: "Ascending: reverse order" }).click();
  await expect.poll(first).toBe("Lesson 130");
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("createdAt");
  await expect.poll(first).toBe("Lesson 001");
  await page.getByRole("spinbutton", { name: "Go to page" }).fill("11");
  await page.getByRole("button", { name: "Go", exact: true }).click();
  await expect.poll(first).toBe("Lesson 121");
  expect(page.url()).toMatch(/(?=.*page=11)(?=.*size=12)/);
  await page.getByRole("button", { name: "Top" }).click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test("cuts are nested under their video, load when it is expanded, and show a message if that fails", async () => {
  const parent = await addVideoWith({ title: "Harbour" });
  await addVideoWith({ title: "Harbour, first half", origin_uuid: parent });
  await addVideoWith({ title: "Harbour, second half", origin_uuid: parent });
  const page = await openPage();
  await page.getByText("3 videos").waitFor();
  await page.getByRole("switch", { name: "Group recordings and cut versions" }).click();
  await page.getByText("1 video", { exact: true }).waitFor();
  await page.route(/parent/, (route) => route.abort());
  await findCard(page, "Harbour")
    .getByRole("button", { name: /^2 cut versions of/ })
    .click();
  const fault = page.getByText("Recordings and cut versions could not be loaded.");
  await fault.waitFor({ timeout: 30_000 });
  await page.unroute(/parent/);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("link", { name: "Harbour, first half" }).waitFor();
  await fault.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "What does “Group recordings and cut versions” do?" }).click();
  await page.getByText(/^Shows recordings under their live/).waitFor();
  expect(await findBarriers(page)).toEqual([]);
});

test("recordings are nested under their live in every mode, and listed separately if a filter excludes the live", async () => {
  const live = await addVideoWith({ title: "Council", type: "live", status: "stopped" });
  const archive = { origin_uuid: live, source_path: "archive" };
  const recording = await addVideoWith({ title: "Council, Monday", ...archive });
  await addVideoWith({ title: "Council, Tuesday", ...archive });
  await addVideoWith({ title: "Council, the vote", origin_uuid: recording });
  const page = await openPage("/videos?nested=1");
  await page.getByText("1 video", { exact: true }).waitFor();
  await findCard(page, "Council").getByText("Live with archives").waitFor();
  for (const mode of ["Mosaic", "List"]) {
    await page.getByRole("button", { name: mode, exact: true }).click();
    const opener = page.getByRole("button", { name: /^2 recordings of “Council”/ });
    if ((await opener.getAttribute("aria-expanded")) === "false") await opener.click();
    await page.getByRole("link", { name: "Council, Tuesday" }).waitFor();
    const cuts = page.getByRole("button", { name: "1 cut version of “Council, Monday”" });
    if ((await cuts.getAttribute("aria-expanded")) === "false") await cuts.click();
    await page.getByRole("link", { name: "Council, the vote" }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  }
  await page.getByRole("button", { name: "Advanced filters" }).click();
  await page.getByText("VoD", { exact: true }).click();
  await page.getByText("2 videos", { exact: true }).waitFor();
  await findCard(page, "Council, Monday").getByText("Archive with cuts").waitFor();
  await findCard(page, "Council, Tuesday").getByText("Archive", { exact: true }).waitFor();
});

test("the selection survives paging, and videos that cannot be changed are named with the reason", async () => {
  for (let n = 1; n <= 12; n += 1) await addVideoWith({ title: `Lesson ${n}` });
  await addVideoWith({ title: "Still coming", status: "uploading" });
  const page = await openPage("/videos?size=12");
  const bar = page.getByRole("toolbar", { name: "Actions on the selected videos" });
  await bar.getByText("0 selected").waitFor();
  const actions = ["Restart encoding", "Schedule deletion", "Add tags", "Remove tags", "Delete"];
  for (const name of actions) expect(await bar.getByRole("button", { name }).isDisabled()).toBe(true);
  await page.getByRole("checkbox", { name: "Select “Still coming”" }).check();
  await page.getByRole("button", { name: "Page 2", exact: true }).click();
  await page.getByRole("checkbox", { name: "Select “Lesson 1”" }).check();
  await bar.getByText("2 selected").waitFor();
  await bar.getByRole("button", { name: "Restart encoding" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Restart encoding" }).click();
  const refusal = page.getByRole("dialog", { name: "1 video was not changed" });
  await page.getByText("Encoding of 1 video restarted").waitFor();
  await refusal.getByText("Still coming").waitFor();
  await refusal.getByText("This action is not possible in the current state.").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await refusal.getByRole("button", { name: "Close" }).last().click();
  await bar.getByText("1 selected").waitFor();
  await bar.getByRole("button", { name: "Deselect" }).click();
  // This page lists only one video, so it shows no bulk actions.
  await bar.waitFor({ state: "detached" });
});

test("restarting selected videos opens the window of a camera's live and restarts the others", async () => {
  await addVideoWith({ title: "Film" });
  await addVideoWith({ title: "Another film" });
  const camera = { title: "Pier", type: "live", liveType: "camera" } as const;
  await editor.call(routes.createVideo, { body: camera as never });
  const page = await openPage();
  const bar = page.getByRole("toolbar", { name: "Actions on the selected videos" });
  for (const title of ["Film", "Pier"])
    await page.getByRole("checkbox", { name: `Select “${title}”` }).check();
  await bar.getByRole("button", { name: "Restart encoding" }).click();
  await page.getByRole("dialog").getByText("Restart the encoding of 1 video?").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Restart encoding" }).click();
  await page.getByText("Encoding of 1 video restarted").waitFor();
  const window = page.getByRole("region", { name: "New Live - 1" });
  await window.getByText(/^This live comes from a camera or a screen/).waitFor();
  await window.getByText("Pier").first().waitFor();
});

test("on a phone the first card is visible without scrolling, and the list's controls are folded", async () => {
  for (const title of ["One", "Two", "Three"])
    await addVideoWith({ title, tags: ["sea", "port", "harbour", "night"] });
  const page = await openPage();
  await page.setViewportSize({ width: 390, height: 844 });
  await findCard(page, "Three").waitFor();
  const box = await findCard(page, "Three").boundingBox();
  expect((box?.y ?? 0) + 200).toBeLessThan(844);
  const sort = page.getByRole("combobox", { name: "Sort by" });
  expect(await sort.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Sort and display" }).click();
  await sort.waitFor();
  expect(await findBarriers(page)).toEqual([]);
});

test("selected videos get and lose tags, move to the trash and back by 'Undo', and get a scheduled deletion", async () => {
  const uuids: string[] = [];
  for (const title of ["One", "Two", "Three"]) uuids.push(await addVideoWith({ title }));
  const page = await openPage();
  const bar = page.getByRole("toolbar", { name: "Actions on the selected videos" });
  const dialog = page.getByRole("dialog");
  const selectAll = () => bar.getByRole("button", { name: "Select all" }).click();
  await selectAll();
  await bar.getByRole("button", { name: "Add tags" }).click();
  await dialog.getByPlaceholder("Add a Tag and press Enter").fill("sea");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Add tags" }).click();
  await page.getByText("Tags of 3 videos changed").waitFor();
  await page.getByRole("button", { name: "sea, ignored" }).waitFor();
  await selectAll();
  await bar.getByRole("button", { name: "Remove tags" }).click();
  await dialog.getByRole("button", { name: "sea" }).click();
  await dialog.getByRole("button", { name: "Remove tags" }).click();
  await page.getByRole("button", { name: "sea, ignored" }).waitFor({ state: "detached" });
  expect((await readVideo(uuids[0] ?? "")).tags).toEqual([]);
  await selectAll();
  await bar.getByRole("button", { name: "Delete" }).click();
  await dialog.getByText("Delete 3 videos?").waitFor();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Your library is empty").waitFor();
  expect((await editor.call(routes.listTrash, { query: {} }))._size).toBe(3);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("3 videos restored").waitFor();
  await findCard(page, "Three").waitFor();
  await selectAll();
  await bar.getByRole("button", { name: "Schedule deletion" }).click();
  await dialog.getByLabel("Date and time").fill("31/12/2090 18:30");
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Schedule deletion" }).click();
  await dialog.getByText("Deletion of 3 videos scheduled for 31/12/90 @18:30").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await findCard(page, "Two").getByText("Deletion: 31/12/90 @18:30").waitFor();
});

test("title, tags and description can be edited on the card, or the edit cancelled", async () => {
  const uuid = await addVideoWith({ title: "Harbour" });
  const page = await openPage();
  await page.getByRole("button", { name: "Edit: Title of “Harbour”" }).click();
  await page.getByRole("textbox", { name: "Title of “Harbour”" }).fill("Not this");
  await page.getByRole("button", { name: "Cancel: Title of “Harbour”" }).click();
  await page.getByRole("button", { name: "Edit: Title of “Harbour”" }).click();
  await page.getByRole("textbox", { name: "Title of “Harbour”" }).fill("Old harbour");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Edit: Tags of “Old harbour”" }).click();
  await page.getByPlaceholder("Add a Tag and press Enter").fill("sea");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Confirm: Tags of “Old harbour”" }).click();
  await page.getByRole("button", { name: "Edit: Description of “Old harbour”" }).click();
  const description = page.getByRole("textbox", { name: "Description of “Old harbour”" });
  await description.fill("Ships and cranes.");
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Confirm: Description of “Old harbour”" }).click();
  await findCard(page, "Old harbour").getByText("Ships and cranes.").waitFor();
  await expect
    .poll(() => readVideo(uuid))
    .toMatchObject({ title: "Old harbour", tags: ["sea"], description: "Ships and cranes." });
  await page.getByRole("link", { name: "Old harbour" }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe(`#/player/${uuid}`);
});

test("another user's changes are reported on the card and in the dialog, and only overwritten after confirmation", async () => {
  const uuid = await addVideoWith({ title: "Harbour" });
  const page = await openPage();
  await page.getByRole("button", { name: "Edit: Title of “Harbour”" }).click();
  await page.getByRole("textbox", { name: /^Title of/ }).fill("Mine");
  const theirs = { title: "Theirs", description: "Theirs too" };
  await editor.call(routes.updateVideo, { params: { id: uuid }, body: theirs });
  await page.getByText("Someone else made changes").waitFor();
  expect(await page.getByRole("textbox", { name: /^Title of/ }).inputValue()).toBe("Mine");
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Use this value" }).click();
  expect(await page.getByRole("textbox", { name: /^Title of/ }).inputValue()).toBe("Theirs");
  await page.getByRole("textbox", { name: /^Title of/ }).fill("Mine at last");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Mine at last" }).waitFor();
  expect(await readVideo(uuid)).toMatchObject({ title: "Mine at last", description: "Theirs too" });
  await page.getByRole("button", { name: "Actions for Mine at last" }).click();
  await page.getByRole("menuitem", { name: "Schedule deletion…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Date and time").fill("31/12/2090 18:30");
  const deleteDate = new Date(2089, 0, 2, 10, 0).toISOString();
  await editor.call(routes.planDeletion, { params: { id: uuid }, body: { deleteDate } });
  await dialog.getByRole("button", { name: "Schedule deletion" }).click();
  await dialog.getByText("Someone else set another date: 02/01/2089 10:00.").waitFor();
  expect((await readVideo(uuid)).deleteDate).toBe(deleteDate);
  await dialog.getByRole("button", { name: "Schedule deletion" }).click();
  await dialog.getByText("Deletion of “Mine at last” scheduled for 31/12/90 @18:30").waitFor();
});

test("a video is deleted and restored, and its deletion scheduled, cleared and made immediate", async () => {
  const uuid = await addVideoWith({ title: "Harbour" });
  const page = await openPage();
  const dialog = page.getByRole("dialog");
  const choose = async (name: string) => {
    await page.getByRole("button", { name: "Actions for Harbour" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await choose("Delete");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByText("Video moved to the trash").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await findCard(page, "Harbour").waitFor();
  await choose("Schedule deletion…");
  await dialog.getByLabel("Date and time").fill("tomorrow");
  await dialog.getByRole("button", { name: "Schedule deletion" }).click();
  await dialog.getByText("Enter a date as dd/mm/yyyy hh:mm.").waitFor();
  await dialog.getByLabel("Date and time").fill("31/12/2090 18:30");
  await dialog.getByRole("button", { name: "Schedule deletion" }).click();
  await dialog.getByText("Deletion of “Harbour” scheduled for 31/12/90 @18:30").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await choose("Schedule deletion…");
  await dialog.getByRole("button", { name: "Clear date" }).click();
  await dialog.getByText("Deletion date of “Harbour” cleared").waitFor();
  expect((await readVideo(uuid)).deleteDate).toBeNull();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await choose("Schedule deletion…");
  await dialog.getByLabel("Date and time").fill("01/02/2020 10:00");
  await dialog.getByText("This date has passed: the deletion takes effect immediately.").waitFor();
  await dialog.getByRole("button", { name: "Delete now" }).click();
  await dialog.getByText("“Harbour” deleted").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await findCard(page, "Harbour").getByText("Deleted 01/02/20 @10:00").waitFor();
  expect((await readVideo(uuid)).isDeleted).toBe(true);
});

test("a user without roles can view and share videos, and sees that they cannot change anything", async () => {
  for (const title of ["One", "Two", "Three"]) await addVideoWith({ title });
  const visitor = await tenant.addUser([]);
  await browser.context.grantPermissions(["clipboard-read", "clipboard-write"], {
    origin: inject("platform").apiUrl,
  });
  const page = await openPage("/videos", "EN", visitor);
  await page.getByText("No rights to modify").waitFor();
  await findCard(page, "One").waitFor();
  expect(await page.getByRole("checkbox").count()).toBe(0);
  expect(await page.getByRole("button", { name: /^Edit:/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Actions for One" }).click();
  await page.getByRole("menu").waitFor();
  expect(await page.getByRole("menuitem").allTextContents()).toEqual([
    "Copy iframe code",
    "Copy direct link",
  ]);
  await page.getByRole("menuitem", { name: "Copy iframe code" }).click();
  await page.getByText("iframe code copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("<iframe");
});
