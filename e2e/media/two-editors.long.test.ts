import { type ConfigView, type Language, routes } from "@shoal/contract";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Account, openAccount } from "../../harness/account.ts";
import { addPerson, findBarriers, openAs, type Person } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { useBrowser } from "../support/test-browser.ts";

/** The second editor uses a phone. */
const PHONE_VIEWPORT = { width: 390, height: 844 };
const PARIS_SITE = { name: "Paris", websites: ["paris.example.org"], publicIPs: [], subnets: [] };
const SAVED_SITE = { ...PARIS_SITE, exchange: "first" as const };

let platform: TestPlatform;
let admin: Account;
let [first, second]: Person[] = [];
let config: ConfigView;
const browser = useBrowser();
beforeAll(async () => {
  platform = await startTestPlatform();
  admin = await openAccount(platform);
  const body = { clientname: "Estuary", type: "platform" } as const;
  const { uuid: client } = await admin.call(routes.createClient, { body });
  const add = (username: string) =>
    addPerson(admin, client, { username, roles: ["manager"], email: `${username}@example.org` });
  [first, second] = [await add("estuary-north"), await add("estuary-south")];
});
afterAll(() => platform?.close());

let configCount = 0;
beforeEach(async () => {
  configCount += 1;
  config = await getUsers().north.call(routes.addConfig, {
    body: { name: `Harbour pages ${configCount}`, rules: { uploadPercent: 40 }, sites: [SAVED_SITE] },
  });
});

function getUsers(): { north: Person; south: Person } {
  if (!first || !second) throw new Error("They were added before");
  return { north: first, south: second };
}
const readSavedConfig = () => getUsers().north.call(routes.getConfig, { params: { id: config.uuid } });

/** Opens the config's page in the browsers of two users of one client. The second user's page is in the given language. */
async function openBoth(language: Language = "EN"): Promise<{ north: Page; south: Page }> {
  const path = `/config?config=${config.uuid}`;
  const north = await openAs(browser.context, admin, { person: getUsers().north, path });
  const context = await browser.newContext();
  const south = await openAs(context, admin, { person: getUsers().south, path, language });
  for (const page of [north, south])
    await page.getByRole("heading", { name: config.name, level: 1 }).waitFor();
  return { north, south };
}

const LABELS = {
  EN: {
    open: "Change rules",
    window: "Delivery rules",
    peers: "Peers",
    save: "Save",

    uplink: "Share of upload bandwidth",
    viewers: "Minimum viewers",
    own: ": override",

    conflict: "Someone else made changes",
    take: "Use this value",
    done: "Rules applied",
    kept: "Your entries are kept: save again to apply them.",
  },
  FR: {
    open: "Modifier les règles",
    window: "Règles de diffusion",
    peers: "Pairs",
    save: "Enregistrer",

    uplink: "Part du débit montant",
    viewers: "Nombre minimal de spectateurs",
    own: "\u00a0: définie ici",

    conflict: "Quelqu’un d’autre a fait des modifications",
    take: "Utiliser cette valeur",
    kept: "Votre saisie est conservée\u00a0: enregistrez pour l’appliquer.",
    done: "Règles appliquées",
  },
};

async function openRules(page: Page, language: Language): Promise<Locator> {
  const words = LABELS[language];
  await page.getByRole("button", { name: words.open }).click();
  const rules = page.getByRole("dialog", { name: words.window });
  await rules.getByRole("tab", { name: words.peers }).click();
  return rules;
}

/** Returns whether a notification is completely inside the viewport. */
const isFullyVisible = (title: Locator) =>
  title.evaluate((element) => {
    const notice = element.closest("[role=presentation]");
    const { top = -1 } = notice?.getBoundingClientRect() ?? {};
    return notice !== null && top >= 0 && notice.scrollHeight <= notice.clientHeight;
  });

test.each(["EN", "FR"] as const)(
  "a user who saves rules after another sees what changed, keeps their own input, and decides (%s)",
  async (language) => {
    const words = LABELS[language];
    const { north, south } = await openBoth(language);
    if (language === "FR") {
      await south.setViewportSize(PHONE_VIEWPORT);
      await south.emulateMedia({ colorScheme: "dark" });
    }
    const [early, late] = [await openRules(north, "EN"), await openRules(south, language)];
    await early.getByRole("textbox", { name: LABELS.EN.uplink }).fill("60");
    await early.getByRole("switch", { name: LABELS.EN.viewers + LABELS.EN.own }).click();
    await early.getByRole("textbox", { name: LABELS.EN.viewers }).fill("5");
    await late.getByRole("textbox", { name: words.uplink }).fill("25");
    await early.getByRole("button", { name: LABELS.EN.save, exact: true }).click();
    await north.getByText(LABELS.EN.done).waitFor();

    await late.getByRole("button", { name: words.save, exact: true }).click();
    await late.getByRole("alert").getByText(words.conflict).waitFor();
    await late.getByText(words.kept).waitFor();
    expect((await readSavedConfig()).rules).toEqual({ uploadPercent: 60, viewerThreshold: 5 });
    expect(await late.getByRole("textbox", { name: words.uplink }).inputValue()).toMatch(/^25/);
    expect(await late.getByRole("textbox", { name: words.viewers }).inputValue()).toMatch(/^5/);
    expect(await isFullyVisible(late.getByText(words.conflict))).toBe(true);
    // The page asks for a decision only about a field that both users changed.
    expect(await late.getByRole("button", { name: words.take }).count()).toBe(1);
    expect(await findBarriers(south)).toEqual([]);
    if (language === "FR")
      expect(await south.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE_VIEWPORT.width);

    await late.getByRole("button", { name: words.save, exact: true }).click();
    await south.getByText(words.done).waitFor();
    expect((await readSavedConfig()).rules).toEqual({ uploadPercent: 25, viewerThreshold: 5 });
  },
);

test("a conflicting change of a site is reported to the second user, who can still keep a site that the first removed", async () => {
  const { north, south } = await openBoth("FR");
  await south.getByRole("article", { name: "Paris" }).getByRole("button", { name: "Modifier" }).click();
  const late = south.getByRole("form", { name: "Paris" });
  await late.getByLabel("Nom du site").fill("Paris centre");

  await north.getByRole("article", { name: "Paris" }).getByRole("button", { name: "Edit" }).click();
  const early = north.getByRole("form", { name: "Paris" });
  await early.getByLabel("Site name").fill("Paris south");
  await early.getByRole("button", { name: "Save" }).click();
  await north.getByText("Sites saved").waitFor();

  await late.getByRole("button", { name: "Enregistrer" }).click();
  await late.getByRole("alert").getByText(LABELS.FR.conflict).waitFor();
  await late.getByText("Paris south").waitFor();
  expect(await isFullyVisible(late.getByText(LABELS.FR.conflict))).toBe(true);
  expect(await late.getByLabel("Nom du site").inputValue()).toBe("Paris centre");
  expect((await readSavedConfig()).sites).toMatchObject([{ name: "Paris south" }]);
  await late.getByRole("button", { name: "Enregistrer" }).click();
  await expect
    .poll(async () => (await readSavedConfig()).sites)
    .toMatchObject([{ ...SAVED_SITE, name: "Paris centre" }]);

  await south
    .getByRole("article", { name: "Paris centre" })
    .getByRole("button", { name: "Modifier" })
    .click();
  const again = south.getByRole("form", { name: "Paris centre" });
  await again.getByLabel("Nom du site").fill("Paris rive");
  const { revision } = await readSavedConfig();
  await getUsers().north.call(routes.updateConfig, {
    params: { id: config.uuid },
    body: { revision, sites: [] },
  });
  await again.getByRole("button", { name: "Enregistrer" }).click();
  await again.getByText("Le site a été retiré.").waitFor();
  expect(await again.getByLabel("Nom du site").inputValue()).toBe("Paris rive");
  expect(await findBarriers(south)).toEqual([]);
  await again.getByRole("button", { name: "Enregistrer" }).click();
  await expect
    .poll(async () => (await readSavedConfig()).sites)
    .toMatchObject([{ ...SAVED_SITE, name: "Paris rive" }]);
});

test("a config that two users rename gets the name that the second one chooses after seeing the first", async () => {
  const { north, south } = await openBoth();
  await south.getByRole("button", { name: "Rename" }).click();
  const late = south.getByRole("dialog", { name: "Rename" });
  await late.getByLabel("Name").fill("Quay pages");
  await north.getByRole("button", { name: "Rename" }).click();
  const early = north.getByRole("dialog", { name: "Rename" });
  await early.getByLabel("Name").fill("Pier pages");
  await early.getByRole("button", { name: "Save" }).click();
  await north.getByRole("heading", { name: "Pier pages", level: 1 }).waitFor();

  await late.getByRole("button", { name: "Save" }).click();
  await late.getByText("Someone else made changes").waitFor();
  await late.getByText("Pier pages").waitFor();
  expect((await readSavedConfig()).name).toBe("Pier pages");
  expect(await findBarriers(south)).toEqual([]);
  await late.getByRole("button", { name: "Save" }).click();
  await south.getByRole("heading", { name: "Quay pages", level: 1 }).waitFor();
  // Neither user has changed the rules or the site.
  expect(await readSavedConfig()).toMatchObject({ rules: config.rules, sites: config.sites });
});

const PROOF_MODE = { isOn: false, isAgreed: false, sharePct: 5, limitGb: null, revision: 0 };
const readProof = async () => (await getUsers().north.call(routes.getProof, { query: {} })).settings;

test("the proof mode settings keep typed values while another user saves, report the change, and ask about conflicts", async () => {
  const context = await browser.newContext();
  await context.clock.install();
  const page = await openAs(context, admin, { person: getUsers().south, path: "/proof" });
  const [share, limit] = [
    page.getByLabel("Share of viewers without peers"),
    page.getByLabel("Server traffic"),
  ];
  await share.fill("12");
  await getUsers().north.call(routes.saveProof, { body: { ...PROOF_MODE, limitGb: 50 } });
  // The page loads its new data automatically.
  await context.clock.fastForward(61_000);
  await page.getByText("Someone else made changes").waitFor();
  await expect.poll(() => limit.inputValue()).toBe("50 GB");
  expect(await share.inputValue()).toBe("12%");
  expect(await page.getByRole("button", { name: "Use this value" }).count()).toBe(0);

  await getUsers().north.call(routes.saveProof, {
    body: { ...PROOF_MODE, limitGb: 50, sharePct: 8, revision: 1 },
  });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Use this value" }).waitFor();
  expect(await share.inputValue()).toBe("12%");
  expect(await readProof()).toMatchObject({ sharePct: 8, revision: 2 });
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Proof mode settings saved").waitFor();
  expect(await readProof()).toMatchObject({ sharePct: 12, limitGb: 50, revision: 3 });
});
