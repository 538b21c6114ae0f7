import { routes } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, openAccount } from "../../harness/account.ts";
import { addPerson, findBarriers, openAs, type Person } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { useBrowser } from "../support/test-browser.ts";

const PHONE_VIEWPORT = { width: 390, height: 844 };
const PAGE_PATH = "/config?tab=apiKeys";

let platform: TestPlatform;
let admin: Account;
let manager: Person;
let editor: Person;
const browser = useBrowser();
beforeAll(async () => {
  platform = await startTestPlatform();
  admin = await openAccount(platform);
  const body = { clientname: "Lagoon", type: "platform" } as const;
  const { uuid } = await admin.call(routes.createClient, { body });
  const add = (username: string, role: "editor" | "manager") =>
    addPerson(admin, uuid, { username, roles: [role], email: `${username}@example.org` });
  manager = await add("lagoon-manager", "manager");
  editor = await add("lagoon-editor", "editor");
});
afterAll(() => platform?.close());

/** Returns the status of the response to a program that authenticates with this user and secret. */
async function statusOf(url: string, user: string, secret: string): Promise<number> {
  const { status } = await fetch(url + routes.searchViewers.path, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${user}:${secret}`)}`, "content-type": "application/json" },
    body: '{"size":0}',
  });
  return status;
}

test("a manager creates an API key, sees its secret once, uses it in a program, and deletes the key", async () => {
  const page = await openAs(browser.context, admin, { person: manager, path: PAGE_PATH });
  const url = new URL(page.url()).origin;
  await page.getByText("No API keys yet").waitFor();
  await page.getByRole("button", { name: "Add key" }).click();
  const form = page.getByRole("form", { name: "Add key" });
  await form.getByRole("button", { name: "Add key" }).click();
  await form.getByText("Enter a description").waitFor();
  await form.getByLabel("Description").fill("Data warehouse");
  await form.getByLabel("Type").selectOption("analytics");
  await form.getByRole("button", { name: "Add key" }).click();

  const dialog = page.getByRole("dialog", { name: "Key “Data warehouse”" });
  const user = await dialog.getByLabel("User").inputValue();
  const secret = await dialog.getByLabel("Secret", { exact: true }).inputValue();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "I have saved it" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(await statusOf(url, user, secret)).toBe(200);
  expect(await statusOf(url, user, "another")).toBe(401);

  await page.reload();
  const row = page.getByRole("article", { name: "Data warehouse" });
  await row.getByText(/Last used on/).waitFor();
  expect(await page.getByText(secret).count()).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
  await row.getByRole("button", { name: "Revoke key “Data warehouse”" }).click();
  await page.getByText("Apps that use this key lose access immediately.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
  await row.waitFor({ state: "hidden" });
  expect(await statusOf(url, user, secret)).toBe(401);
});

test("the API keys tab fits a phone, in French and in dark mode, and tells editors who can see the keys", async () => {
  for (const person of [manager, editor]) {
    const page = await openAs(browser.context, admin, { person, path: PAGE_PATH, language: "FR" });
    await page.setViewportSize(PHONE_VIEWPORT);
    await page.emulateMedia({ colorScheme: "dark" });
    const text =
      person === manager
        ? /Aucune clé d.API pour le moment/
        : "Seuls les gestionnaires du compte peuvent voir les clés.";
    await page.getByText(text).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE_VIEWPORT.width);
    await page.close();
  }
});
