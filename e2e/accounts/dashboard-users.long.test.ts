import { routes, type UserView } from "@shoal/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, ADMIN_PASSWORD, openAccount } from "../../harness/account.ts";
import { addPerson, findBarriers, openAs, type Person } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { computeAuthenticatorCode } from "../support/authenticator.ts";
import { useBrowser } from "../support/test-browser.ts";

let platform: TestPlatform;
const browser = useBrowser();
let admin: Account;
let client: string;
let manager: Person;
let administrator: Person;

beforeAll(async () => {
  platform = await startTestPlatform();
  admin = await openAccount(platform);
  administrator = { username: "admin", ...admin };
  const body = { clientname: "Lagoon Media", type: "platform", scenelist: true } as const;
  client = (await admin.call(routes.createClient, { body })).uuid;
  manager = await addPerson(admin, client, {
    username: "keeper",
    roles: ["manager"],
    email: "keeper@example.org",
  });
});
afterAll(() => platform?.close());

const openPage = (person: Person, path: string) => openAs(browser.context, admin, { person, path });
const findRow = (page: Page, username: string) =>
  page.getByRole("row").filter({ has: page.getByRole("button", { name: username, exact: true }) });
const editUser = async (page: Page, username: string) => {
  await page.getByRole("button", { name: username, exact: true }).click();
  return page.getByRole("dialog");
};
const chooseAction = async (page: Page, username: string, action: string) => {
  await page.getByRole("button", { name: `Actions for ${username}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
};
async function findUser(username: string): Promise<UserView | undefined> {
  const query = { search: username, client };
  const { _embedded: found } = await admin.call(routes.listAllUsers, { query });
  return found.find((user) => user.username === username);
}

test.each([
  ["EN", "/newuser", "Users", "Invite", "Please fill in this field"],
  ["FR", "/newuser", "Utilisateurs", "Inviter", "Veuillez remplir ce champ"],
  ["EN", "/manageuser?new=editor", "Users", "Invite", "Please fill in this field"],
  ["FR", "/manageuser?new=editor", "Utilisateurs", "Inviter", "Veuillez remplir ce champ"],
] as const)("in %s, list and forms of %s have no barriers and fit a phone", async (...columns) => {
  const [language, path, title, invite, missing] = columns;
  const person = path === "/newuser" ? manager : administrator;
  const page = await openAs(browser.context, admin, { person, path, language });
  await page.getByRole("heading", { name: title, level: 1 }).waitFor();
  await findRow(page, "keeper").waitFor();
  await page.getByRole("button", { name: invite, exact: true }).click();
  await page.getByText(missing).first().waitFor();
  expect(await findBarriers(page)).toEqual([]);
  const dialog = await editUser(page, "keeper");
  await dialog.getByRole("checkbox").first().waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("a manager turns off a colleague's lost second factor with their own password", async () => {
  const roles: UserView["roles"] = ["editor"];
  const colleague = await addPerson(admin, client, { username: "locked-out", roles });
  const { secret } = await colleague.call(routes.startTwoFactor, {
    body: { currentPassword: ADMIN_PASSWORD },
  });
  await colleague.call(routes.confirmTwoFactor, { body: { code: computeAuthenticatorCode(secret) } });
  const page = await openPage(manager, "/newuser");
  await chooseAction(page, "locked-out", "Turn two-factor authentication off…");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill("Wrong-horse-1");
  await dialog.getByRole("button", { name: "Turn it off" }).click();
  await dialog.getByText("Your current password is incorrect.").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByLabel("Current password").fill(ADMIN_PASSWORD);
  await dialog.getByRole("button", { name: "Turn it off" }).click();
  await page.getByText("Two-factor authentication of locked-out turned off").waitFor();
  expect(await colleague.call(routes.getMe, {})).toMatchObject({ twoFactor: false });
  await page.getByRole("button", { name: "Actions for locked-out" }).click();
  const link = page.getByRole("menuitem", { name: "Email password link" });
  await link.getByText("This user has no confirmed email address").waitFor();
  expect(await link.isDisabled()).toBe(true);
});

test("a manager invites a user, who signs up by the link and sees the library", async () => {
  const page = await openPage(manager, "/newuser");
  await page.fill("[name=username]", "newcomer");
  await page.fill("[name=email]", "newcomer@example.org");
  await page.getByRole("radio", { name: /Video manager/ }).click();
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByText("The link was sent to newcomer@example.org").waitFor();
  await findRow(page, "newcomer").getByText("Invited").waitFor();
  const link = await page.getByLabel("Activation link").inputValue();

  const other = await openAs(browser.context, admin, { path: new URL(link).hash.slice(1) });
  await other.fill("[name=password]", ADMIN_PASSWORD);
  await other.fill("[name=confirmPassword]", ADMIN_PASSWORD);
  await other.getByRole("button", { name: "Create account" }).click();
  await other.getByText("Your library is empty").waitFor();
  expect(await findUser("newcomer")).toMatchObject({ roles: ["editor"], activated: true, client });
});

test("a taken username and a taken email address are both reported, and a click chooses a free name", async () => {
  const page = await openPage(manager, "/newuser");
  await page.fill("[name=username]", "keeper");
  await page.fill("[name=email]", "keeper@example.org");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByText("This username is already taken.").waitFor();
  await page.getByText("This email is already used by a collaborator.").waitFor();
  const offer = page.getByRole("button", { name: /^Use keeper/ });
  const name = (await offer.innerText()).replace("Use ", "");
  await offer.click();
  expect(await page.inputValue("[name=username]")).toBe(name);
  await page.fill("[name=email]", "");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByText("No email was sent. Share this link yourself").waitFor();
  expect(await findUser(name)).toMatchObject({ email: null });
});

test("of two managers who edit the same user, the second sees what the first saved and keeps their own input", async () => {
  await addPerson(admin, client, { username: "edited", roles: ["editor"] });
  const first = await openPage(manager, "/newuser");
  const second = await browser.context.newPage();
  await second.goto(first.url());
  const dialogs = await Promise.all([editUser(first, "edited"), editUser(second, "edited")]);
  await dialogs[0].getByLabel("Name", { exact: true }).fill("Name of the first");
  await dialogs[0].getByRole("button", { name: "Save" }).click();
  await dialogs[0].waitFor({ state: "detached" });
  await dialogs[1].getByLabel("Name", { exact: true }).fill("Name of the second");
  await dialogs[1].getByLabel("Email (optional)").fill("edited@example.org");
  await dialogs[1].getByRole("button", { name: "Save" }).click();
  await dialogs[1].getByText("Someone else made changes").waitFor();
  await dialogs[1].getByText("Name of the first").waitFor();
  expect(await dialogs[1].getByLabel("Name", { exact: true }).inputValue()).toBe("Name of the second");
  expect(await findBarriers(second)).toEqual([]);
  await dialogs[1].getByRole("button", { name: "Use this value" }).click();
  expect(await dialogs[1].getByLabel("Name", { exact: true }).inputValue()).toBe("Name of the first");
  await dialogs[1].getByRole("button", { name: "Save" }).click();
  await dialogs[1].waitFor({ state: "detached" });
  expect(await findUser("edited")).toMatchObject({ name: "Name of the first", email: "edited@example.org" });
});

test("roles change at once while the form stays open, and the last manager cannot lose theirs", async () => {
  await addPerson(admin, client, { username: "raised", roles: ["editor"] });
  const page = await openPage(manager, "/newuser");
  const dialog = await editUser(page, "raised");
  await dialog.getByLabel("Name", { exact: true }).fill("Raised");
  await dialog.getByRole("checkbox", { name: "Analytics viewer" }).check();
  await expect.poll(async () => (await findUser("raised"))?.roles).toEqual(["editor", "readAnalytics"]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await findUser("raised")).toMatchObject({ name: "Raised", roles: ["editor", "readAnalytics"] });

  const own = await editUser(page, "keeper");
  await own.getByRole("checkbox", { name: "Account manager" }).click();
  await own.getByText("A client must have at least one manager.").waitFor();
  expect(await own.getByRole("checkbox", { name: "Account manager" }).isChecked()).toBe(true);
});

test("a user with a new role can open the screens that it covers", async () => {
  const person = await addPerson(admin, client, {
    username: "promoted",
    email: "promoted@example.org",
    roles: ["editor"],
  });
  const before = await openPage(person, "/scenelist");
  await before.getByRole("heading", { name: "Scene lists", level: 1 }).waitFor();
  await before.close();
  const { uuid = "" } = (await findUser("promoted")) ?? {};
  await manager.call(routes.grantPrivilege, { params: { id: uuid, privId: "manager" } });
  const page = await browser.context.newPage();
  await page.goto(`${admin.apiUrl}/#/newuser`);
  await page.getByRole("heading", { name: "Users", level: 1 }).waitFor();
});

test("a checkbox that takes effect at once never flips back while it is saved", async () => {
  await addPerson(admin, client, { username: "steady", roles: ["editor"] });
  const page = await openPage(manager, "/newuser");
  const dialog = await editUser(page, "steady");
  const box = dialog.getByRole("checkbox", { name: "Analytics viewer" });
  const isChecked = await box.evaluate(async (input: HTMLInputElement) => {
    input.click();
    // The page is read as in a frame painted directly after the click: microtasks have run, but timers have not.
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    return input.checked;
  });
  expect(isChecked).toBe(true);
  await expect.poll(async () => (await findUser("steady"))?.roles).toEqual(["editor", "readAnalytics"]);
  expect(await box.isChecked()).toBe(true);
});

test("search, sort order and page are in the URL", async () => {
  for (const number of Array.from({ length: 13 }, (_, index) => String(index + 1).padStart(2, "0")))
    await admin.call(routes.createUser, { body: { username: `crew-${number}`, roles: ["editor"], client } });
  const page = await openPage(manager, "/newuser");
  await page.getByRole("searchbox", { name: "Search users" }).fill("crew-");
  await page.keyboard.press("Enter");
  await page.getByText("13 users").waitFor();
  await page.getByLabel("Entries per page").selectOption("12");
  await page.getByRole("button", { name: "Username" }).click();
  await page.getByRole("button", { name: "Page 2" }).click();
  await findRow(page, "crew-01").waitFor();
  const address = new URLSearchParams(new URL(page.url()).hash.split("?")[1]);
  const wanted = { search: "crew-", page: "2", size: "12", sort: "-username" };
  expect(Object.fromEntries(address)).toEqual(wanted);
  await page.reload();
  await findRow(page, "crew-01").waitFor();
  expect(await page.getByRole("row").count()).toBe(2);
  await page.getByRole("searchbox", { name: "Search users" }).fill("nobody like this");
  await page.keyboard.press("Enter");
  await page.getByText("No results").waitFor();
});

test("an activation link is renewed, and a user is deleted after confirmation", async () => {
  const former = await admin.call(routes.createUser, {
    body: { username: "late", roles: ["editor"], client },
  });
  const page = await openPage(administrator, `/manageuser?client=${client}&search=late`);
  await chooseAction(page, "late", "New activation link");
  const link = await page.getByRole("dialog").getByLabel("Activation link").inputValue();
  const key = (url: string) => new URL(url).hash.split("/").at(-1) ?? "";
  expect(await admin.call(routes.getSignup, { params: { id: key(link) } })).toMatchObject({
    username: "late",
  });
  const before = admin.call(routes.getSignup, { params: { id: key(former.activationLink) } });
  await expect(before).rejects.toMatchObject({ code: "link_expired" });
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await chooseAction(page, "late", "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await findRow(page, "late").waitFor({ state: "detached" });
  expect(await findUser("late")).toBeUndefined();
});

test("only an administrator can change an administrator", async () => {
  await addPerson(admin, client, { username: "above", roles: ["admin"], email: "above@example.org" });
  const page = await openPage(manager, "/newuser?search=above");
  await page.getByText("above", { exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Actions for above" }).isDisabled()).toBe(true);
});
