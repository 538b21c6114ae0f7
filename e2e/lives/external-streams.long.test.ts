import { type Language, type RelayStatus, routes } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../apps/api/src/test-api.ts";
import { createReport, RUNNING, TestIngest } from "../../apps/api/src/testing/ingest-harness.ts";
import { findBarriers, openAs } from "../../harness/people.ts";
import { DASHBOARD_DIR } from "../support/built.ts";
import { useBrowser } from "../support/test-browser.ts";

let api: TestApi;
let editor: TestUser;
const browser = useBrowser();
beforeAll(async () => {
  api = await startTestApi({ DASHBOARD_DIR });
});
afterAll(() => api?.close());
beforeEach(async () => {
  editor = await api.addUser(["editor"]);
});

const openPage = (path: string, language: Language, person = editor) =>
  openAs(browser.context, { apiUrl: api.url, ...person }, { person, path, language });
const OTHER_TARGET = "rtmp://live.example.org/app";

const LABELS = {
  EN: {
    section: "External streams",
    none: "Not restreamed",
    add: "Add stream",
    edit: "Edit external streams",
    save: "Save",
    platform: "Platform of stream 1",
    server: "Server of stream 1",
    key: "Key of stream 1",
    secondKey: "Key of stream 2",
    faults: ["Enter the server.", "Enter the key."],
    inside: /^One of these servers cannot be used/,
    idle: "Starts with the live",
    sending: "Sending",
    bitrate: "2,500 kbps",
    restarts: "3 restarts",
    refused: "Last error: the platform refused the stream; check the key",
    stop: `Stop ${OTHER_TARGET}`,
    start: `Start ${OTHER_TARGET}`,
    stopped: "Stopped manually",
    change: "Change: external streams",
    apply: "Apply",
    fix: "Some streams are incomplete.",
    summary: "Restreamed to 2 destinations",
    create: "Create live",
    readers: /Only users who can edit this live/,
    unrecorded: "This live cannot be restreamed",
    notSent: "Not sent",
  },
  FR: {
    section: "Diffusions externes",
    none: "Aucune rediffusion",
    add: "Ajouter une diffusion",
    edit: "Modifier les diffusions externes",
    save: "Enregistrer",
    platform: "Plateforme de la diffusion 1",
    server: "Serveur de la diffusion 1",
    key: "Clé de la diffusion 1",
    secondKey: "Clé de la diffusion 2",
    faults: ["Saisissez le serveur.", "Saisissez la clé."],
    inside: /^L’un de ces serveurs ne peut pas être utilisé/,
    idle: "Démarre avec le direct",
    sending: "En cours",
    bitrate: /^2\s500 kbps$/,
    restarts: "3 redémarrages",
    refused: /^Dernière erreur\s: la plateforme a refusé le flux\s; vérifiez la clé$/,
    stop: `Arrêter ${OTHER_TARGET}`,
    start: `Démarrer ${OTHER_TARGET}`,
    stopped: "Arrêtée manuellement",
    change: /^Modifier\s: diffusions externes$/,
    apply: "Appliquer",
    fix: "Certaines diffusions sont incomplètes.",
    summary: "Rediffusé vers 2 destinations",
    create: "Créer le direct",
    readers: /Seuls les utilisateurs qui peuvent modifier ce direct/,
    unrecorded: "Ce direct ne peut pas être rediffusé",
    notSent: "Non envoyée",
  },
} as const;

/** Publishes a live on an ingest. @returns a function that reports a new state of the live's only external stream. */
async function publishLive(
  uuid: string,
): Promise<(relay: Omit<RelayStatus, "uuid" | "sinceMs">) => Promise<void>> {
  const ingest = new TestIngest(api);
  const { streamKey } = await editor.call(routes.getStreamKey, { params: { id: uuid } });
  const live = await ingest.begin(streamKey);
  const reports = [createReport(live, RUNNING)];
  const { relays } = await ingest.exchange({ reports });
  const target = relays.find((each) => each.uuid === uuid)?.targets[0]?.uuid ?? "";
  return async (relay) => {
    const condition = { uuid, generation: live.generation, input: null };
    const told = { uuid: target, sinceMs: Date.now(), ...relay };
    await ingest.exchange({ reports, conditions: [{ ...condition, relays: [told] }] });
  };
}

test.each(["EN", "FR"] as const)(
  "in %s the page of a live lists its external streams with their state, and changes them",
  async (language) => {
    const words = LABELS[language];
    const body = { title: "Harbour cam", type: "live" } as never;
    const { uuid } = await editor.call(routes.createVideo, { body });
    const page = await openPage(`/player/${uuid}?section=external`, language);
    const section = page.getByRole("region", { name: words.section });
    await section.getByText(words.none).waitFor();
    await section.getByRole("button", { name: words.add }).click();

    // Missing values are reported next to their fields, as are errors from the server.
    await section.getByLabel(words.platform).selectOption("other");
    await section.getByRole("button", { name: words.save }).click();
    for (const fault of words.faults) await section.getByText(fault).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await section.getByLabel(words.server).fill("rtmp://10.0.0.1/app");
    await section.getByLabel(words.key, { exact: true }).fill("abcd-efgh-ijkl");
    await section.getByRole("button", { name: words.save }).click();
    await section.getByText(words.inside).waitFor();
    await section.getByLabel(words.server).fill(OTHER_TARGET);
    await section.getByRole("button", { name: words.save }).click();
    await section.getByText(words.idle).waitFor();
    await section.getByText("••••ijkl").waitFor();
    expect(await findBarriers(page)).toEqual([]);

    const tell = await publishLive(uuid);
    await tell({ state: "live", bitrateKbps: 2_500, restarts: 0, lastError: null });
    await section.getByText(words.sending, { exact: true }).waitFor();
    await section.getByText(words.bitrate).waitFor();
    await tell({ state: "waiting", bitrateKbps: 0, restarts: 3, lastError: "refused" });
    await section.getByText(words.refused).waitFor();
    await section.getByText(words.restarts).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await section.getByRole("button", { name: words.stop }).click();
    await section.getByText(words.stopped).waitFor();
    await section.getByRole("button", { name: words.start }).waitFor();
    const [stats] = await editor.call(routes.listExternalStreamStats, { params: { id: uuid } });
    expect(stats).toMatchObject({ url: OTHER_TARGET, isOn: false, state: "off" });

    // Only users who may change the live see its stream keys.
    const reader = await api.addUser([], { clientOf: editor });
    const theirs = await openPage(`/player/${uuid}?section=external`, language, reader);
    await theirs.getByText(words.readers).waitFor();
  },
);

test.each(["EN", "FR"] as const)(
  "in %s external streams are added to a new live in a dialog",
  async (language) => {
    const words = LABELS[language];
    const page = await openPage("/videoupload/live", language);
    await page.getByRole("button", { name: words.change }).click();
    const dialog = page.getByRole("dialog", { name: words.section });
    await dialog.getByRole("button", { name: words.add }).click();
    await dialog.getByRole("button", { name: words.apply }).click();
    await dialog.getByText(words.fix).waitFor();
    await dialog.getByLabel(words.key, { exact: true }).fill("yt-key");
    await dialog.getByRole("button", { name: words.add }).click();
    await dialog.getByLabel(words.secondKey, { exact: true }).fill("yt-backup");
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole("button", { name: words.apply }).click();
    await page.getByText(words.summary).waitFor();
    await page.getByRole("button", { name: words.create }).click();
    const created = await eventually(async () => {
      const [video] = (await editor.call(routes.listVideos, { query: {} }))._embedded;
      return video ?? false;
    });
    const saved = await editor.call(routes.getExternalStreams, { params: { id: created.uuid } });
    expect(saved.youtube.map(({ key }) => key)).toEqual(["yt-key", "yt-backup"]);
  },
);

test.each(["EN", "FR"] as const)(
  "in %s a live without delay shows that it cannot have external streams",
  async (language) => {
    const words = LABELS[language];
    const filmed = { title: "Harbour cam", type: "live", liveType: "camera", directStream: "no" };
    const { uuid } = await editor.call(routes.createVideo, { body: filmed as never });
    const page = await openPage(`/player/${uuid}?section=external`, language);
    const section = page.getByRole("region", { name: words.section });
    await section.getByText(words.unrecorded).waitFor();
    expect(await section.getByRole("button", { name: words.add }).count()).toBe(0);
    const streams = { youtube: [{ key: "yt-key" }] };
    await editor.call(routes.setExternalStreams, { params: { id: uuid }, body: streams as never });
    await page.reload();
    await section.getByText(words.notSent).waitFor();
    await section.getByText(words.unrecorded).waitFor();
    await section.getByRole("button", { name: words.edit }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
  },
);
