import { ARCHIVE_SOURCE_PATH, type Language, routes } from "@shoal/contract";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../apps/api/src/test-api.ts";
import { addVideo } from "../../apps/api/src/testing/video-harness.ts";
import { findBarriers, openAs } from "../../harness/people.ts";
import { DASHBOARD_DIR } from "../support/built.ts";
import { useBrowser } from "../support/test-browser.ts";

const DAY_MS = 24 * 3_600_000;
let api: TestApi;
const browser = useBrowser();
let editor: TestUser;

beforeAll(async () => {
  api = await startTestApi({ DASHBOARD_DIR });
});
afterAll(() => api?.close());
beforeEach(async () => {
  editor = await api.addUser(["editor"]);
});

const openPage = (path = "/videos", language: Language = "EN", person = editor) =>
  openAs(browser.context, { apiUrl: api.url, ...person }, { person, path, language });

const inMs = (ms: number) => new Date(Date.now() + ms);
const runStatement = (statement: RawBuilder<unknown>) => statement.execute(api.database.db);

/** Adds a video for every kind of card in the library. */
async function addAllKinds(): Promise<void> {
  const parent = await addVideo(api, editor, { title: "Harbour", tags: ["sea", "port"] });
  await addVideo(api, editor, { title: "Harbour, cut", origin_uuid: parent });
  await addVideo(api, editor, { title: "Broken", status: "error", error_type: "truncated_file" });
  await addVideo(api, editor, { title: "Half sent", status: "upload_failed" });
  await addVideo(api, editor, { title: "At work", status: "encoding", encoding_percent: 40 });
  await addVideo(api, editor, { title: "Ends soon", delete_at: inMs(DAY_MS), starts_at: inMs(DAY_MS / 2) });
  await addVideo(api, editor, { title: "Ended", delete_at: inMs(-DAY_MS), is_deleted: true });
  const live = await addVideo(api, editor, { title: "Council", type: "live", status: "stopped" });
  const recording = await addVideo(api, editor, {
    title: "Council, Monday",
    origin_uuid: live,
    source_path: ARCHIVE_SOURCE_PATH,
  });
  await addVideo(api, editor, { title: "Council, the vote", origin_uuid: recording });
  const { id } = await editor.call(routes.addCategory, { body: { name: "Press" } });
  await editor.call(routes.addToCategory, { params: { id: parent, categoryId: id } });
  await runStatement(sql`UPDATE clients SET old_table = true WHERE uuid = ${editor.clientUuid}`);
}

const LABELS = {
  EN: {
    modes: ["Mosaic", "List", "Old list"],
    all: "Select all",
    filters: "Advanced filters",
    help: "How to search",
    legend: "Legend",
    archive: "Live with archives",
    error: "Critical error(s): the file is incomplete",
    upload: "VOD, upload error",
    selected: "10 selected",
    recordings: "1 recording of “Council”",
    cuts: "1 cut version of “Council, Monday”",
    search: "Search for tags:sport+news",
  },
  FR: {
    modes: ["Mosaïque", "Liste", "Ancienne liste"],
    all: "Tout sélectionner",
    filters: "Filtres avancés",
    help: "Comment rechercher",
    legend: "Légende",
    archive: "Direct avec archives",
    error: "Erreur(s) critique(s)\u00a0: le fichier est incomplet",
    upload: "VOD, erreur d’envoi",
    selected: "10 sélectionnées",
    recordings: "1 enregistrement de «\u00a0Council\u00a0»",
    cuts: "1 extrait de «\u00a0Council, Monday\u00a0»",
    search: "Rechercher tags:sport+actualité",
  },
} as const;

test.each(["EN", "FR"] as const)(
  "in %s every mode shows every kind of video without barriers",
  async (language) => {
    const words = LABELS[language];
    await addAllKinds();
    const page = await openPage("/videos?nested=1", language);
    await page.getByRole("article", { name: "Harbour", exact: true }).waitFor();
    expect(await page.getByText("Harbour, cut").count()).toBe(0);
    await page.getByRole("button", { name: words.modes[2], exact: true }).click();
    await page.getByRole("button", { name: words.recordings }).click();
    await page.getByRole("button", { name: words.cuts }).click();
    await page.getByRole("link", { name: "Council, the vote" }).waitFor();
    await page.goto(`${api.url}/#/videos`);
    for (const mode of words.modes) {
      await page.getByRole("button", { name: mode, exact: true }).click();
      await page.getByText(words.error).waitFor();
      await page.getByText(words.upload).waitFor();
      await page.getByText("Harbour, cut").first().waitFor();
      expect(await findBarriers(page)).toEqual([]);
    }
    await page.reload();
    await page.getByRole("row").first().waitFor();
    await page.getByRole("button", { name: words.all }).click();
    await page.getByText(words.selected).waitFor();
    await page.getByRole("button", { name: words.filters }).click();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole("button", { name: words.legend }).click();
    await page.getByRole("dialog").getByText(words.archive).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: words.help }).click();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole("button", { name: words.search }).click();
    await expect.poll(() => page.url()).toContain("search=tags");
  },
);
