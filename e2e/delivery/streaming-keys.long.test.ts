import { createPublicKey } from "node:crypto";
import { readFile } from "node:fs/promises";
import { routes } from "@shoal/contract";
import { makeTokenSigner } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, openAccount } from "../../harness/account.ts";
import { addPerson, findBarriers, openAs, type Person } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { useBrowser } from "../support/test-browser.ts";

const PHONE_VIEWPORT = { width: 390, height: 844 };
const PAGE_PATH = "/config?tab=tokens";

let platform: TestPlatform;
let admin: Account;
let client: string;
let manager: Person;
let editor: Person;
const browser = useBrowser();
beforeAll(async () => {
  platform = await startTestPlatform();
  admin = await openAccount(platform);
  const body = { clientname: "Estuary", type: "platform" } as const;
  ({ uuid: client } = await admin.call(routes.createClient, { body }));
  const add = (username: string, role: "editor" | "manager") =>
    addPerson(admin, client, { username, roles: [role], email: `${username}@example.org` });
  manager = await add("estuary-manager", "manager");
  editor = await add("estuary-editor", "editor");
});
afterAll(() => platform?.close());

const keysOf = () => manager.call(routes.listStreamingKeys, { params: { id: client } });
const pemOf = (key: string) => createPublicKey(key).export({ type: "spki", format: "pem" });

async function downloadKey(page: Page): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("dialog").getByRole("button", { name: "Download" }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

test("a manager generates a key, saves its private half, adds their own as a second one, and deletes the first", async () => {
  const page = await openAs(browser.context, admin, { person: manager, path: PAGE_PATH });
  await page.getByText("No keys yet: no token gives access.").waitFor();
  await page.getByRole("button", { name: "Add key" }).click();
  const form = page.getByRole("form", { name: "Add key" });
  await form.getByRole("button", { name: "Add key" }).click();
  await form.getByText("Enter a name").waitFor();
  await form.getByLabel("Name").fill("Shop");
  await page.getByRole("tab", { name: "Default rules" }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await question.waitFor({ state: "hidden" });
  await form.getByRole("button", { name: "Add key" }).click();

  const dialog = page.getByRole("dialog", { name: "Private key of “Shop”" });
  await dialog.getByText("cannot show it again").waitFor();
  const [made] = await keysOf();
  if (!made) throw new Error("It was made");
  const shown = await dialog.getByLabel("Private key", { exact: true }).inputValue();
  expect(pemOf(shown)).toBe(made.publicKey);
  const file = await downloadKey(page);
  expect(file.name).toBe(`streaming-key-${made.uuid}.pem`);
  expect(pemOf(file.text)).toBe(made.publicKey);
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await dialog.getByRole("button", { name: "I have saved it" }).click();
  await dialog.waitFor({ state: "hidden" });
  const code = page.getByLabel("Code that signs a token for a video");
  await expect.poll(() => code.inputValue()).toContain(`kid: "${made.uuid}"`);

  await page.getByRole("button", { name: "Add key" }).click();
  await form.getByLabel("Name").fill("Shop, next");
  await form.getByRole("radio", { name: "My own" }).check();
  const pasted = form.getByLabel("Public key");
  await pasted.fill(shown);
  await form.getByRole("button", { name: "Add key" }).click();
  await form.getByText("is a private key: keep it secret and send the public key").waitFor();
  const own = makeTokenSigner().key;
  await pasted.fill(own.publicKey);
  await form.getByRole("button", { name: "Add key" }).click();
  await page.getByText("You have reached the maximum of 2 keys. Delete one to add another.").waitFor();
  expect(await page.getByRole("button", { name: "Add key" }).count()).toBe(0);
  expect(await findBarriers(page)).toEqual([]);

  const row = page.getByRole("article", { name: "Shop", exact: true });
  expect(await row.getByLabel("Key ID").inputValue()).toBe(made.uuid);
  await row.getByRole("button", { name: "Delete" }).click();
  await page.getByText("viewers with such a token lose access within 5 seconds").waitFor();
  await page.getByRole("button", { name: "Delete key" }).click();
  await row.waitFor({ state: "hidden" });
  expect((await keysOf()).map(({ publicKey }) => publicKey)).toEqual([own.publicKey]);
});

test("the rule that requires tokens links to the keys, and these to the documentation", async () => {
  const page = await openAs(browser.context, admin, { person: manager, path: "/config?tab=rules" });
  await page.getByRole("button", { name: "Change rules" }).click();
  const rules = page.getByRole("dialog", { name: /Delivery rules/ });
  await rules.getByRole("tab", { name: "Peers", selected: true }).waitFor();
  await rules.getByRole("tab", { name: "Access" }).click();
  await rules.getByRole("switch", { name: "Who can stream: override" }).click();
  const [keys] = await Promise.all([
    page.waitForEvent("popup"),
    rules.getByRole("link", { name: "Keys for signed tokens" }).click(),
  ]);
  await keys.getByRole("heading", { name: "Signing keys" }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await keys.getByRole("link", { name: "How to create and send tokens" }).click();
  await keys.getByRole("heading", { name: "Streaming tokens", level: 1 }).waitFor();
  expect(await findBarriers(keys)).toEqual([]);
});

test("the keys tab fits a phone, in French and in dark mode, and tells editors who can see the keys", async () => {
  for (const person of [manager, editor]) {
    const page = await openAs(browser.context, admin, { person, path: PAGE_PATH, language: "FR" });
    await page.setViewportSize(PHONE_VIEWPORT);
    await page.emulateMedia({ colorScheme: "dark" });
    if (person === editor)
      await page.getByText("Seuls les gestionnaires du compte peuvent voir les clés.").waitFor();
    else {
      await page.getByRole("button", { name: "Ajouter une clé" }).click();
      await page.getByRole("radio", { name: "La mienne" }).check();
      await page.getByLabel("Clé publique").waitFor();
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE_VIEWPORT.width);
    expect(await findBarriers(page)).toEqual([]);
    await page.close();
  }
});
