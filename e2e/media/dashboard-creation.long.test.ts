import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@clickhouse/client";
import { FREE_TIER_BYTES, type Language, routes } from "@shoal/contract";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../apps/api/src/test-api.ts";
import { reportResult } from "../../apps/api/src/testing/video-harness.ts";
import { findBarriers, openAs } from "../../harness/people.ts";
import { DASHBOARD_DIR } from "../support/built.ts";
import { useBrowser } from "../support/test-browser.ts";

let api: TestApi;
let folder: string;
const browser = useBrowser();
let editor: TestUser;

beforeAll(async () => {
  api = await startTestApi({ DASHBOARD_DIR });
  folder = await mkdtemp(join(tmpdir(), "shoal-files-"));
});
afterAll(async () => {
  await api?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  editor = await api.addUser(["editor"]);
});

const openPage = (language: Language = "EN") =>
  openAs(
    browser.context,
    { apiUrl: api.url, ...editor },
    { person: editor, path: "/videoupload/vod", language },
  );
const listOwnVideos = async () => (await editor.call(routes.listVideos, { query: {} }))._embedded;
const findRow = (page: Page, name: string) => page.getByTestId("upload-row").filter({ hasText: name });

async function makeFile(name: string, content = "not much of a film"): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const LABELS = {
  EN: {
    start: "Start",
    refused: "2 files were not added",
    reasons: ["This file is not a video.", "A file with this name is already in the list."],
    close: "Close",
    settings: "Qualities for sea.mp4",
    dialog: "Quality settings",
    own: "My own qualities",
    bitrate: "Bitrate (kbps)",
    add: "Add quality",
    fix: "Some qualities are not valid.",
    firstPass: "Publish the source first",
    apply: "Apply",
    summary: "Ready to start · 2 custom qualities, source first",
    ask: "Ask viewers for a password",
    password: "Password for viewers",
    short: "At least 4 characters",
    byUrl: "By URL",
    address: "Video file URL",
    title: "Title",
    fetch: "Fetch video",
    invalid: "Enter a file URL that begins with https:// or http://.",
    needed: "Enter a title for the video.",
    playlist: /^This is the URL of an HLS or DASH playlist/,
    inside: /^This URL cannot be used/,
  },
  FR: {
    start: "Démarrer",
    refused: "2 fichiers n’ont pas été ajoutés",
    reasons: ["Ce fichier n’est pas une vidéo.", "Un fichier de ce nom est déjà dans la liste."],
    close: "Fermer",
    settings: "Qualités de sea.mp4",
    dialog: "Configuration des qualités",
    own: "Mes propres qualités",
    bitrate: "Débit (kbps)",
    add: "Ajouter une qualité",
    fix: "Certaines qualités ne sont pas valides.",
    firstPass: "Publier d’abord la source",
    apply: "Appliquer",
    summary: "Prêt à démarrer · 2 qualités personnalisées, source d’abord",
    ask: "Demander un mot de passe aux spectateurs",
    password: "Mot de passe pour les spectateurs",
    short: "Au moins 4 caractères",
    byUrl: "Par URL",
    address: "URL du fichier vidéo",
    title: "Titre",
    fetch: "Récupérer la vidéo",
    invalid: "Saisissez l’URL d’un fichier qui commence par https:// ou http://.",
    needed: "Saisissez un titre pour la vidéo.",
    playlist: /^C’est l’URL d’une playlist HLS ou DASH/,
    inside: /^Cette URL ne peut pas être utilisée/,
  },
} as const;

test.each(["EN", "FR"] as const)(
  "in %s files and a URL become videos with the chosen settings",
  async (language) => {
    const words = LABELS[language];
    const defaults = [{ bitrate: 900, resolution: { width: 640, height: 360 }, FPS: 25 }];
    await sql`UPDATE clients SET default_qualities = ${JSON.stringify(defaults)}, default_autoplay = false
    WHERE uuid = ${editor.clientUuid}`.execute(api.database.db);
    const page = await openPage(language);
    const start = page.getByRole("button", { name: words.start, exact: true });
    await start.waitFor();
    expect(await start.isDisabled()).toBe(true);

    // The page names files that are not videos, or that are already listed, and gives the reason. A browser cannot read a file that
    // was rewritten after the user chose it.
    const sea = await makeFile("sea.mp4");
    await page.setInputFiles("input[type=file]", sea);
    await page.setInputFiles("input[type=file]", [await makeFile("notes.txt"), sea]);
    const refusal = page.getByRole("dialog", { name: words.refused });
    for (const reason of words.reasons) await refusal.getByText(reason).waitFor();
    await refusal.getByText("notes.txt").waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await refusal.getByRole("button", { name: words.close }).last().click();

    // Initially, the client's settings determine the qualities.
    await page.getByRole("button", { name: words.settings }).click();
    const settings = page.getByRole("dialog", { name: words.dialog });
    expect(await settings.getByRole("radio", { name: words.own }).isChecked()).toBe(true);
    const bitrates = settings.getByLabel(words.bitrate);
    expect(await bitrates.inputValue()).toBe("900");
    await settings.getByRole("button", { name: words.add }).click();
    expect(await bitrates.nth(1).inputValue()).toBe("5000");
    await bitrates.nth(1).fill("10");
    await settings.getByRole("switch", { name: words.firstPass }).check();
    expect(await findBarriers(page)).toEqual([]);
    await settings.getByRole("button", { name: words.apply }).click();
    await settings.getByText(words.fix).waitFor();
    await bitrates.nth(1).fill("2500");
    await settings.getByRole("button", { name: words.apply }).click();
    await page.getByText(words.summary).waitFor();

    // The error of an invalid password is shown at the password's field.
    await page.getByRole("switch", { name: words.ask }).check();
    await page.getByLabel(words.password, { exact: true }).fill("123");
    await start.click();
    await page.getByText(words.short).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel(words.password, { exact: true }).fill("1234");
    await start.click();
    await page.getByTestId("upload-row").waitFor({ state: "detached" });
    expect((await listOwnVideos())[0]).toMatchObject({
      title: "sea",
      isPassword: true,
      firstPass: true,
      autoplay: false,
      inputQualities: [...defaults, { bitrate: 2500, resolution: { width: 1920, height: 1080 }, FPS: 30 }],
    });

    await page.goto(`${api.url}/#/videoupload/vod`);
    await page.getByText(words.byUrl).click();
    const fetchIt = page.getByRole("button", { name: words.fetch });
    await fetchIt.click();
    await page.getByText(words.invalid).waitFor();
    await page.getByText(words.needed).waitFor();
    const address = page.getByLabel(words.address);
    await address.fill("https://films.example.org/live/master.m3u8");
    await fetchIt.click();
    await page.getByText(words.playlist).waitFor();
    await address.fill("http://169.254.169.254/Harbour%20at%20night.mp4");
    await page.keyboard.press("Tab");
    expect(await page.getByLabel(words.title, { exact: true }).inputValue()).toBe("Harbour at night");
    await fetchIt.click();
    await page.getByText(words.inside).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await address.fill("https://films.example.org/harbour.mp4?key=1");
    await fetchIt.click();
    await page.getByRole("article", { name: "Harbour at night" }).waitFor();
    await fetchIt.waitFor({ state: "detached" });
    expect(new URL(page.url()).hash).toBe("#/videos");
  },
);

test("a failed fetch shows the reason on its card and can be retried; a running one can be cancelled", async () => {
  const { uuid } = await editor.call(routes.createVideo, {
    body: { title: "Harbour", url: "https://films.example.org/harbour.mp4" },
  });
  const page = await openPage();
  const card = page.getByRole("article", { name: "Harbour" });
  await card.getByText("Uploading").waitFor();
  const fault = { errorType: "url_access_denied" as const, detail: "films.example.org answered 403" };
  await reportResult(api, { type: "failed", videoUuid: uuid, generation: 1, job: "fetch-source", fault });
  await card.getByText("Critical error(s): the server refuses access").waitFor();
  await card.getByRole("button", { name: "Actions for Harbour" }).click();
  await page.getByRole("menuitem", { name: "Fetch again" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Fetch again" }).click();
  await card.getByText("Uploading").waitFor();
  await card.getByRole("button", { name: "Actions for Harbour" }).click();
  await page.getByRole("menuitem", { name: "Cancel fetch" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel fetch" }).click();
  await card.waitFor({ state: "detached" });
  expect(await listOwnVideos()).toEqual([]);
});

test("an exhausted free tier is reported in a dialog, and the uploads can be retried", async () => {
  const { db } = api.database;
  await sql`UPDATE clients SET free_tier = true WHERE uuid = ${editor.clientUuid}`.execute(db);
  const analytics = createClient({ url: api.clickhouseUrl });
  // The free tier counts what edges measure, whatever players report.
  const measured = {
    client_uuid: editor.clientUuid,
    video_uuid: crypto.randomUUID(),
    hour: Math.floor(Date.now() / 3_600_000) * 3_600,
    meter: "m",
    bytes_edge: FREE_TIER_BYTES,
    version: 1,
  };
  await analytics.insert({ table: "metered_hours", values: [measured], format: "JSONEachRow" });
  await analytics.close();
  const page = await openPage();
  await page.setInputFiles("input[type=file]", [await makeFile("sea.mp4"), await makeFile("port.mp4")]);
  await page.getByRole("button", { name: "Start 2 files" }).click();
  const dialog = page.getByRole("dialog", { name: "Error" });
  await dialog
    .getByText(
      "Free-tier clients are restricted to 1TB of streaming. Please upgrade your plan or delete a video.",
    )
    .waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByText("By URL").click();
  await page.getByLabel("Video file URL").fill("https://films.example.org/harbour.mp4");
  await page.getByLabel("Title", { exact: true }).fill("Harbour");
  await page.getByRole("button", { name: "Fetch video" }).click();
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Files", { exact: true }).click();
  await sql`UPDATE clients SET free_tier = false WHERE uuid = ${editor.clientUuid}`.execute(db);
  for (const name of ["sea.mp4", "port.mp4"])
    await findRow(page, name.slice(0, -4))
      .getByRole("button", { name: `Try ${name} again` })
      .click();
  await expect.poll(async () => (await listOwnVideos()).length).toBe(2);
});

test("files can be dropped anywhere on the library, and each kind of failure has its own message", async () => {
  const page = await openAs(
    browser.context,
    { apiUrl: api.url, ...editor },
    { person: editor, path: "/videos" },
  );
  await page.getByText("Your library is empty").waitFor();
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["film"], "dropped.mp4", { type: "video/mp4" }));
    return data;
  });
  await page.dispatchEvent("main", "dragover", { dataTransfer: transfer });
  await page.getByText("Drop video files here").waitFor();
  await page.dispatchEvent("main", "drop", { dataTransfer: transfer });
  await page.getByLabel("Title of dropped.mp4").waitFor();
  await page.route("**/api/videos/multiple", (route) =>
    route.fulfill({ status: 507, json: { code: "disk_low", message: "full" } }),
  );
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Error" });
  await dialog.getByText("Can not create video").waitFor();
  await dialog.getByText(/^The storage is almost full/).waitFor();
});
