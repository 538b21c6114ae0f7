import { routes } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, openAccount } from "../../harness/account.ts";
import { addPerson, findBarriers, openAs, type Person } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { useBrowser } from "../support/test-browser.ts";

let platform: TestPlatform;
const browser = useBrowser();
let admin: Account;
let person: Person;

beforeAll(async () => {
  platform = await startTestPlatform();
  admin = await openAccount(platform);
  const { uuid } = await admin.call(routes.createClient, {
    body: { clientname: "Harbour TV", type: "platform" },
  });
  person = await addPerson(admin, uuid, {
    username: "reader",
    roles: ["editor"],
    email: "reader@example.org",
  });
});
afterAll(() => platform?.close());

const openPage = (path: string, language: "EN" | "FR", who?: Person) =>
  openAs(browser.context, admin, { path, language, ...(who ? { person: who } : {}) });

test.each([
  ["EN", "Help", "Expand all", "Search help", "two factor", "Two-factor authentication", "1 topic"],
  [
    "FR",
    "Aide",
    "Tout développer",
    "Rechercher dans l’aide",
    "codes secours",
    "Double authentification",
    "1 sujet",
  ],
] as const)(
  "the help in %s can be searched and has no barriers",
  async (language, title, all, field, search, topic, count) => {
    const page = await openPage("/aide", language, person);
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
    await page.getByRole("button", { name: all }).click();
    await page.getByRole("button", { name: topic, expanded: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole("searchbox", { name: field }).fill(search);
    await page.getByRole("button", { name: topic }).waitFor();
    await page.getByText(count, { exact: true }).waitFor();
    expect(await page.locator("mark").count()).toBeGreaterThan(1);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  },
);

test("the help links to support, the technical details and the API documentation", async () => {
  const page = await openPage("/aide", "EN", person);
  const { supportEmail } = await person.call(routes.getSettings, {});
  await page.locator(`a[href="mailto:${supportEmail}"]`).first().waitFor();
  const address = await page.getByRole("link", { name: "API reference (OpenAPI)" }).getAttribute("href");
  const document = (await (await fetch(admin.apiUrl + String(address))).json()) as { openapi: string };
  expect(document.openapi).toMatch(/^3\./);
  await page.getByRole("main").getByRole("link", { name: "Technical details" }).click();
  await page.getByRole("heading", { name: "Technical details", level: 1 }).waitFor();
});

test.each([
  [
    "EN",
    "Technical details",
    /reached in \d+ ms/,
    /opens in \d+ ms/,
    /a data channel within this page opens in \d+ ms/,
  ],
  [
    "FR",
    "Détails techniques",
    /joint en \d+ ms/,
    /s’ouvrent en \d+ ms/,
    /un canal de données dans cette page s’ouvre en \d+ ms/,
  ],
] as const)(
  "the technical details in %s are public and check the connections",
  async (language, title, ...checks) => {
    const page = await openPage("/debug", language);
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
    for (const check of checks) await page.getByText(check).first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
  },
);

test("the report contains the session and the latest errors, but never the credential", async () => {
  const page = await openPage("/player/bb8d11e7-67ba-4823-9306-5a369f49b5cc", "EN", person);
  await page.getByText("This video no longer exists.").waitFor();
  await page.evaluate(() => {
    location.hash = "#/debug";
  });
  await page.getByText("video_not_found").first().waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
  const report = Buffer.concat(chunks).toString();
  expect(report).toContain("Username: reader");
  expect(report).toMatch(/GET \/api\/videos\/\{id\} · video_not_found/);
  expect(report).toMatch(/H\.264: (yes|no)/);
  expect(report).not.toContain(person.credential);
});
