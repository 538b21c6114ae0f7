import { join } from "node:path";
import { routes } from "@shoal/contract";
import { type FakeGithub, startFakeGithub, waitForMail } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Account, ADMIN_PASSWORD, openAccount } from "../../harness/account.ts";
import { addPerson, findBarriers, openAs, type Person, signInElsewhere } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { computeAuthenticatorCode } from "../support/authenticator.ts";
import { useBrowser } from "../support/test-browser.ts";

const NEXT_PASSWORD = "Other-horse-2";
const GITHUB_SETTINGS = { clientId: "shoal-test", clientSecret: "not-a-secret" };
let platform: TestPlatform;
let github: FakeGithub;
const browser = useBrowser();
let admin: Account;
let client: string;

beforeAll(async () => {
  github = await startFakeGithub(GITHUB_SETTINGS);
  Object.assign(process.env, {
    GITHUB_CLIENT_ID: GITHUB_SETTINGS.clientId,
    GITHUB_CLIENT_SECRET: GITHUB_SETTINGS.clientSecret,
    GITHUB_URL: github.url,
    GITHUB_API_URL: github.url,
  });
  platform = await startTestPlatform();
  admin = await openAccount(platform);
  const body = { clientname: "Harbour TV", type: "platform", freeTier: true } as const;
  client = (await admin.call(routes.createClient, { body })).uuid;
});
afterAll(async () => {
  await platform?.close();
  await github?.close();
});

const mailDir = () => join(platform.installation.dataDir, "mails");
const sectionOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const addUser = (username: string, roles: Parameters<typeof addPerson>[2]["roles"] = ["manager"]) =>
  addPerson(admin, client, { username, roles, email: `${username}@example.org` });
const openProfile = (person: Person, query = "") =>
  openAs(browser.context, admin, { person, path: `/profil${query}` });
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => "success",
    (error: { code: string }) => error.code,
  );

test.each([
  ["EN", "Profile", ["Contract", "Bank details"], "without guaranteed resources"],
  ["FR", "Profil", ["Contrat", "Coordonnées bancaires"], "sans garantie de ressources"],
] as const)(
  "the profile in %s has no barriers and shows the client's type",
  async (language, title, papers, text) => {
    const person = await addUser(`reader-${language}`);
    const page = await openAs(browser.context, admin, { person, path: "/profil", language });
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
    for (const paper of papers)
      await sectionOf(page, "Documents").getByRole("heading", { name: paper }).waitFor();
    await page.getByText(text).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  },
);

test("a section opens by its URL and by the menu, and gets the keyboard focus", async () => {
  const page = await openProfile(await addUser("walker"), "?section=storage");
  const focused = (name: string) => page.getByRole("heading", { name }).and(page.locator(":focus")).waitFor();
  await focused("Storage");
  await page.getByRole("link", { name: "Password", exact: true }).click();
  await focused("Password");
  expect(new URL(page.url()).hash).toBe("#/profil?section=password");
});

test("name and language are saved in the account, and the language is applied", async () => {
  const person = await addUser("linguist");
  const page = await openProfile(person);
  await page.fill("[name=name]", "Linguist of the harbour");
  await page.selectOption("[name=language]", "FR");
  await sectionOf(page, "My account").getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Profil", exact: true, level: 1 }).waitFor();
  expect(await person.call(routes.getMe, {})).toMatchObject({
    name: "Linguist of the harbour",
    language: "FR",
  });
});

test("a new password ends the other sessions and keeps this one; a wrong current one changes nothing", async () => {
  const person = await addUser("changer");
  const elsewhere = await signInElsewhere(admin, person);
  const page = await openProfile(person);
  const password = sectionOf(page, "Password");
  const change = async (current: string) => {
    await password.locator("[name=currentPassword]").fill(current);
    await password.locator("[name=newPassword]").fill(NEXT_PASSWORD);
    await password.locator("[name=confirmPassword]").fill(NEXT_PASSWORD);
    await password.getByRole("button", { name: "Change password" }).click();
  };
  await change("Wrong-horse-1");
  await password
    .getByText("Your current password is incorrect. Your password or email have not been modified.")
    .waitFor();
  expect(await codeOf(elsewhere.call(routes.getMe, {}))).toBe("success");
  await change(ADMIN_PASSWORD);
  await page.getByText("Password saved").waitFor();
  expect(await codeOf(elsewhere.call(routes.getMe, {}))).toBe("not_signed_in");
  // The page's session continues with a new credential, and the api rejects the previous one.
  expect(await codeOf(person.call(routes.getMe, {}))).toBe("not_signed_in");
  await page.reload();
  await sectionOf(page, "My account").getByText(person.username, { exact: true }).waitFor();
});

test("an email address changes once the mailed link is opened, and the mail can be sent again until that time", async () => {
  const person = await addUser("mover");
  await addUser("neighbour");
  const page = await openProfile(person, "?section=email");
  const email = sectionOf(page, "Email");
  const change = async (address: string) => {
    await email.locator("[name=email]").fill(address);
    await email.locator("[name=currentPassword]").fill(ADMIN_PASSWORD);
    await email.getByRole("button", { name: "Change email" }).click();
  };
  await change("no address");
  await email.getByText("Invalid email format").waitFor();
  await change("neighbour@example.org");
  await email.getByText("This email address is already used by another account.").waitFor();
  await change("moved@example.org");
  await email.getByText("moved@example.org is waiting for confirmation").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  const first = await waitForMail(mailDir(), ({ to }) => to.includes("moved@example.org"));
  await email.getByRole("button", { name: "Send again" }).click();
  const isAnother = (mail: { to: string; messageId: string }) =>
    mail.to.includes("moved@example.org") && mail.messageId !== first.messageId;
  const again = await waitForMail(mailDir(), isAnother);
  const tab = await browser.context.newPage();
  await tab.goto(again.links.find((link) => link.includes("verifyMail")) ?? "");
  await tab.getByText("Your email is moved@example.org.").waitFor();
  await page.reload();
  await email.getByText("moved@example.org", { exact: true }).waitFor();
  await email.getByText("Verified", { exact: true }).waitFor();
});

test("a user cancels a pending change of the email address with their password", async () => {
  const person = await addUser("hesitant");
  await person.call(routes.updateMe, {
    body: { currentPassword: ADMIN_PASSWORD, email: "later@example.org" },
  });
  const page = await openProfile(person, "?section=email");
  await page.getByRole("button", { name: "Keep current address" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("[name=currentPassword]").fill(ADMIN_PASSWORD);
  await dialog.getByRole("button", { name: "Keep current address" }).click();
  await page.getByText("Your email stays hesitant@example.org.").waitFor();
  expect(await person.call(routes.getMe, {})).toMatchObject({ newEmail: null });
});

test("two-factor authentication is turned on with an app, required at sign-in, and turned off with a recovery code", async () => {
  const page = await openProfile(await addUser("careful"), "?section=twoFactor");
  const section = sectionOf(page, "Two-factor authentication");
  await section.getByRole("button", { name: "Turn on" }).click();
  await section.locator("[name=currentPassword]").fill(ADMIN_PASSWORD);
  await section.getByRole("button", { name: "Continue" }).click();
  await section.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  const secret = (await section.locator("code").innerText()).replaceAll(" ", "");
  await section.locator("[name=code]").fill("000000");
  await section.getByRole("button", { name: "Confirm and turn on" }).click();
  await section.getByText("This code is incorrect.").waitFor();
  await section.locator("[name=code]").fill(computeAuthenticatorCode(secret));
  await section.getByRole("button", { name: "Confirm and turn on" }).click();
  const list = section.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await list.first().waitFor();
  const codes = await list.allInnerTexts();
  expect(codes).toHaveLength(10);
  const download = page.waitForEvent("download");
  await section.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("shoal-recovery-codes.txt");
  await section.getByRole("button", { name: "I have saved them" }).click();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${admin.apiUrl}/#/auth`);
  await page.reload();
  await page.fill("[name=username]", "careful");
  await page.fill("[name=password]", ADMIN_PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Enter your code" }).waitFor();
  await page.getByLabel("Six-digit code").fill("000000");
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("This code is incorrect.").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  // Turning on two-factor authentication used the code of the current 30-second step, so the test signs in with the next code.
  await page.getByLabel("Six-digit code").fill(computeAuthenticatorCode(secret, 1));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("heading", { name: "Videos", level: 1 }).waitFor();
  await page.goto(`${admin.apiUrl}/#/profil?section=twoFactor`);
  await section.getByRole("button", { name: "Turn off" }).click();
  await section.locator("[name=currentPassword]").fill(ADMIN_PASSWORD);
  await section.locator("[name=code]").fill(codes[3] ?? "");
  await section.getByRole("button", { name: "Turn off" }).click();
  await section.getByText("Off", { exact: true }).waitFor();
});

test("GitHub is linked and unlinked", async () => {
  const person = await addUser("octopus");
  github.signInAs({ id: 4711, login: "octopus-at-github" });
  const page = await openProfile(person, "?section=provider");
  await page.getByRole("button", { name: "Link GitHub account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password").fill("Wrong-horse-1");
  await dialog.getByRole("button", { name: "Go to GitHub" }).click();
  await dialog.getByText("Your current password is incorrect.").waitFor();
  await dialog.getByLabel("Current password").fill(ADMIN_PASSWORD);
  await dialog.getByRole("button", { name: "Go to GitHub" }).click();
  await page.getByText("Linked to octopus-at-github").waitFor();
  await page.getByRole("button", { name: "Unlink" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
  await page.getByRole("button", { name: "Link GitHub account" }).waitFor();
  expect(await person.call(routes.getMe, {})).toMatchObject({ github: null });
});

test("sessions are listed with the current one marked; one of them is ended, and later all others", async () => {
  const person = await addUser("traveller");
  const others = [
    await signInElsewhere(admin, person),
    await signInElsewhere(admin, person),
    await signInElsewhere(admin, person),
  ];
  const page = await openProfile(person, "?section=sessions");
  const section = sectionOf(page, "Active sessions");
  const rows = section.getByRole("listitem");
  await rows.nth(3).waitFor();
  expect(await rows.count()).toBe(4);
  expect(await rows.filter({ hasText: "This session" }).getByRole("button").count()).toBe(0);
  await section
    .getByRole("button", { name: /^End session/ })
    .first()
    .click();
  await rows.nth(3).waitFor({ state: "detached" });
  const alive = async () =>
    (await Promise.all(others.map(({ call }) => codeOf(call(routes.getMe, {}))))).filter(
      (code) => code === "success",
    ).length;
  expect(await alive()).toBe(2);
  await section.getByRole("button", { name: "End all other sessions" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End all other sessions" }).click();
  await section.getByText("You are not signed in anywhere else.").waitFor();
  expect(await alive()).toBe(0);
});

test("the client's details are validated field by field and saved", async () => {
  const person = await addUser("clerk");
  const page = await openProfile(person, "?section=contact");
  const contact = sectionOf(page, "Client info");
  await contact.locator("[name=companyName]").fill("Harbour Television");
  await contact.locator("[name=siret]").fill("123");
  const save = contact.getByRole("button", { name: "Save" });
  await save.click();
  await contact.getByText("A SIRET has 14 digits.").waitFor();
  await contact.locator("[name=siret]").fill("732 829 320 00074");
  await save.click();
  await page.getByText("Client info saved").waitFor();
  expect(await person.call(routes.getClient, { params: { id: client } })).toMatchObject({
    companyName: "Harbour Television",
    siret: "73282932000074",
  });
});

test("default parameters are saved even after other fields of the client have changed", async () => {
  const person = await addUser("planner");
  const page = await openProfile(person, "?section=defaults");
  const defaults = sectionOf(page, "Default settings");
  await defaults.locator("[name=defaultNumberPerPage]").selectOption("50");
  await defaults.getByRole("switch", { name: "Autoplay" }).click();
  await defaults.getByLabel("My own qualities").click();
  await defaults.getByRole("button", { name: "Add quality" }).click();
  const second = defaults.getByRole("group", { name: "Quality 2" });
  await second.getByLabel("Bitrate (kbps)").fill("10");
  await defaults.getByRole("button", { name: "Save" }).click();
  await second.getByText("From 50 to 200,000 kbps").waitFor();
  await second.getByLabel("Bitrate (kbps)").fill("1200");
  await second.getByLabel("Resolution").selectOption("1280x720");
  const { revision } = await person.call(routes.getClient, { params: { id: client } });
  await person.call(routes.updateClient, { params: { id: client }, body: { revision, phone: "+33 2" } });
  await defaults.getByRole("button", { name: "Save" }).click();
  await page.getByText("Default settings saved").waitFor();
  expect(await person.call(routes.getClient, { params: { id: client } })).toMatchObject({
    defaultNumberPerPage: 50,
    defaultAutoplay: false,
    defaultQualities: [
      { bitrate: 5000, resolution: { width: 1920, height: 1080 }, FPS: 30 },
      { bitrate: 1200, resolution: { width: 1280, height: 720 }, FPS: 30 },
    ],
  });
});

test("a manager adds a user under a free name, who activates the account, gets another role and is removed", async () => {
  const person = await addUser("host");
  await addUser("deckhand", ["editor"]);
  const page = await openProfile(person, "?section=collaborators");
  const team = sectionOf(page, "Collaborators");
  await team.getByRole("button", { name: "Add collaborator" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("[name=username]").fill("deckhand");
  await dialog.locator("[name=email]").fill("deckhand@example.org");
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  await dialog.getByText("This email is already used by a collaborator.").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await dialog.locator("[name=email]").fill("");
  await dialog.getByRole("button", { name: "Use deckhand2" }).click();
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  const link = await dialog.getByLabel("Activation link").inputValue();
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Done" }).click();
  const row = team.getByRole("listitem").filter({ hasText: "deckhand2" });
  await row.getByText("Invitation pending").waitFor();
  const signUp = await (await browser.newContext()).newPage();
  await signUp.goto(link);
  await signUp.fill("[name=password]", ADMIN_PASSWORD);
  await signUp.fill("[name=confirmPassword]", ADMIN_PASSWORD);
  await signUp.getByRole("button", { name: "Create account" }).click();
  await signUp.getByRole("heading", { name: "Add your email" }).waitFor();
  await signUp.close();
  await page.reload();
  await row.getByLabel("Role of deckhand2").selectOption("account manager");
  await page.getByText("New role for deckhand2: Account manager").waitFor();
  expect(await row.getByText("Invitation pending").count()).toBe(0);
  await row.getByRole("button", { name: "Actions for deckhand2" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await row.waitFor({ state: "detached" });
});

test("a manager unsubscribes the client by typing its name, and keeps the account by the banner", async () => {
  const { uuid } = await admin.call(routes.createClient, {
    body: { clientname: "Leaving TV", type: "platform" },
  });
  const person = await addPerson(admin, uuid, {
    username: "leaver",
    roles: ["manager"],
    email: "leaver@example.org",
  });
  const page = await openProfile(person, "?section=leave");
  const leave = sectionOf(page, "Unsubscribe");
  await leave.getByRole("button", { name: "Unsubscribe" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("[name=clientname]").fill("leaving");
  await dialog.getByRole("button", { name: "Unsubscribe" }).click();
  await dialog.getByText("This is not the client’s name.").waitFor();
  await dialog.locator("[name=clientname]").fill("Leaving TV");
  await dialog.getByRole("button", { name: "Unsubscribe" }).click();
  const banner = page.getByText("This client account and all its data will be deleted soon.");
  await banner.waitFor();
  await leave.getByText("Deletion scheduled for").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await leave.getByRole("button", { name: "Keep account" }).click();
  await banner.waitFor({ state: "detached" });
  expect(await person.call(routes.getClient, { params: { id: uuid } })).toMatchObject({
    dataToDelete: false,
  });
});

test("a user deletes their account with their password; the last manager cannot", async () => {
  const { uuid } = await admin.call(routes.createClient, {
    body: { clientname: "Two of us", type: "platform" },
  });
  const last = await addPerson(admin, uuid, {
    username: "last",
    roles: ["manager"],
    email: "last@example.org",
  });
  const other = await addPerson(admin, uuid, {
    username: "gone",
    roles: ["editor"],
    email: "gone@example.org",
  });
  for (const person of [last, other]) {
    const page = await openProfile(person, "?section=leave");
    await page.getByRole("button", { name: "Delete my user account" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.locator("[name=currentPassword]").fill(ADMIN_PASSWORD);
    await dialog.getByRole("button", { name: "Delete my user account" }).click();
    if (person === last) await dialog.getByText("You are the last manager").waitFor();
    else await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.close();
  }
  expect(await codeOf(last.call(routes.getMe, {}))).toBe("success");
  expect(await codeOf(other.call(routes.getMe, {}))).toBe("not_signed_in");
});
