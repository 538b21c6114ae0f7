import { join } from "node:path";
import { type ApiCall, createApiClient, type Role, routes } from "@shoal/contract";
import { type FakeGithub, startFakeGithub, waitForMail } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Account, ADMIN_PASSWORD, openAccount } from "../../harness/account.ts";
import { linesOf, violationsOf } from "../../harness/axe.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { useBrowser } from "../support/test-browser.ts";

const NEXT_PASSWORD = "Other-horse-2";
const GITHUB_SETTINGS = { clientId: "shoal-test", clientSecret: "not-a-secret" };
let platform: TestPlatform;
let github: FakeGithub;
const browser = useBrowser();
let admin: Account;
let page: Page;

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
});
afterAll(async () => {
  await platform?.close();
  await github?.close();
});
beforeEach(async () => {
  page = await browser.context.newPage();
});

const visitPath = (path: string) => page.goto(`${platform.installation.apiUrl}/#${path}`);
/** Removes the session from the page's storage, so the page behaves like a page in another browser. */
async function clearSession(): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
}
const mailDir = () => join(platform.installation.dataDir, "mails");
const submitForm = () => page.locator("button[type=submit]").click();

/** Invites a user of a new client, with the given name. @returns the path of the activation link. */
async function inviteUser(username: string, roles: Role[], fields: { email?: string } = {}) {
  const { uuid } = await admin.call(routes.createClient, {
    body: { clientname: `Client of ${username}`, type: "platform" },
  });
  const invitation = await admin.call(routes.createUser, {
    body: { username, roles, client: uuid, ...fields },
  });
  return { clientUuid: uuid, path: new URL(invitation.activationLink).hash.slice(1) };
}

async function activateAccount(path: string): Promise<void> {
  await visitPath(path);
  await page.fill("[name=password]", ADMIN_PASSWORD);
  await page.fill("[name=confirmPassword]", ADMIN_PASSWORD);
  await submitForm();
}

/** Calls the api as a user. */
async function callAs(username: string): Promise<ApiCall> {
  const baseUrl = platform.installation.apiUrl;
  let credential: string | undefined;
  const call = createApiClient({ baseUrl, credential: () => credential });
  ({ credential } = await call(routes.login, { body: { username, password: ADMIN_PASSWORD } }));
  return call;
}

async function expectNoFaults(): Promise<void> {
  const violations = await violationsOf(page, ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]);
  expect(linesOf(violations)).toEqual([]);
}

/** Resolves once the api accepts the page's realtime socket. Must be called before the page is loaded. */
const awaitRealtime = (screen: Page) =>
  new Promise<void>((resolve) => {
    screen.on("websocket", (socket) =>
      // Socket.IO acknowledges a connection with a frame that begins with 40.
      socket.on("framereceived", ({ payload }) => String(payload).startsWith("40") && resolve()),
    );
  });

const awaitLibrary = () => page.getByRole("heading", { name: "Videos", level: 1 }).waitFor();

test("an activation link works once, and says later that it was used", async () => {
  const { path } = await inviteUser("once", ["editor"], { email: "once@example.org" });
  await activateAccount(path);
  await awaitLibrary();
  await clearSession();
  await visitPath(path);
  await page
    .getByText("This link has expired. Please ask your administrator to create your user again.")
    .waitFor();
});

test("a forgotten password is replaced by the mailed link; an unknown name gets the same answer", async () => {
  const { path } = await inviteUser("forgetful", ["editor"], { email: "forgetful@example.org" });
  // Opening the mailed link proves that the user owns the address.
  const invitation = await waitForMail(mailDir(), ({ to }) => to.includes("forgetful@example.org"));
  const mailed = invitation.links.find((address) => address.includes("signup")) ?? path;
  await activateAccount(new URL(mailed).hash.slice(1));
  await awaitLibrary();
  await clearSession();
  for (const name of ["nobody-of-this-name", "forgetful"]) {
    await visitPath("/auth");
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.getByRole("heading", { name: "Forgot password" }).waitFor();
    await page.fill("[name=username]", name);
    await submitForm();
    await page.getByText(`If there is an account for “${name}”`).waitFor();
  }
  const mail = await waitForMail(mailDir(), ({ to, links }) =>
    Boolean(to.includes("forgetful") && links.some((address) => address.includes("/forgot/"))),
  );
  await page.goto(mail.links.find((address) => address.includes("/forgot/")) ?? "");
  await page.getByText("For the account forgetful.").waitFor();
  await page.fill("[name=password]", NEXT_PASSWORD);
  await page.fill("[name=confirmPassword]", NEXT_PASSWORD);
  await submitForm();
  await page.getByRole("link", { name: "Sign in" }).click();
  expect(await page.inputValue("[name=username]")).toBe("forgetful");
  await page.fill("[name=password]", NEXT_PASSWORD);
  await submitForm();
  await awaitLibrary();
});

test("a user activates an account with GitHub and signs in with it later, and a forged callback is refused", async () => {
  const { path } = await inviteUser("octopus", ["editor"], { email: "octopus@example.org" });
  github.signInAs({ id: 4711, login: "octopus-at-github" });
  await visitPath(path);
  await page.getByRole("button", { name: "Activate with GitHub" }).click();
  await awaitLibrary();
  await clearSession();
  await visitPath("/auth");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await awaitLibrary();
  // This user never chose a password, so the profile explains how to set one.
  await visitPath("/profil?section=password");
  await page.getByText("You have no password yet").first().waitFor();
  await clearSession();
  await visitPath("/redirect?code=stolen&state=of-somebody-else-altogether");
  await page.getByText("This response does not match any request from this browser.").waitFor();
});

test("an administrator who views a client always sees its name, and ends the view", async () => {
  const { clientUuid } = await inviteUser("watched", ["manager"], { email: "watched@example.org" });
  await visitPath("/auth/admin");
  await page.fill("[name=password]", ADMIN_PASSWORD);
  await submitForm();
  await awaitLibrary();
  // The list of clients stores the view of a chosen client under the same key.
  await page.evaluate((view) => sessionStorage.setItem("shoal.clientView", JSON.stringify(view)), {
    uuid: clientUuid,
    name: "Client of watched",
  });
  await page.reload();
  await page.getByText("You see the dashboard as Client of watched sees it.").waitFor();
  await expectNoFaults();
  await page.getByRole("button", { name: "Exit this view" }).click();
  await page.getByText("You see the dashboard as Client of watched sees it.").waitFor({ state: "detached" });
  await awaitLibrary();
});

test("a scheduled deletion shows on open pages at once, and a manager keeps the account", async () => {
  const { path, clientUuid } = await inviteUser("leaving", ["manager"], { email: "leaving@example.org" });
  const realtime = awaitRealtime(page);
  await activateAccount(path);
  await awaitLibrary();
  const call = await callAs("leaving");
  await realtime;
  await call(routes.planClientDeletion, { params: { id: clientUuid } });
  await page.getByText("This client account and all its data will be deleted soon.").first().waitFor();
  await expectNoFaults();
  await page.getByRole("button", { name: "Keep account" }).click();
  await page.getByRole("button", { name: "Keep account" }).waitFor({ state: "detached" });
});

test("the language that a user chooses is stored in their account", async () => {
  const { path } = await inviteUser("bilingual", ["editor"], { email: "bilingual@example.org" });
  await activateAccount(path);
  await awaitLibrary();
  const saved = page.waitForResponse((answer) => answer.request().method() === "PUT");
  await page.getByRole("button", { name: "FR", exact: true }).click();
  await page.getByRole("heading", { name: "Vidéos", level: 1 }).waitFor();
  await saved;
  const call = await callAs("bilingual");
  expect((await call(routes.getMe, {})).language).toBe("FR");
});

test("the server records each sign-in and each load of the page once", async () => {
  const { path } = await inviteUser("noted", ["editor"], { email: "noted@example.org" });
  let notes = 0;
  page.on("requestfinished", (request) => {
    if (request.url().endsWith("/api/logins")) notes += 1;
  });
  /** Opens another screen and waits for the server's response to its requests. */
  const askOther = async () => {
    const answered = page.waitForResponse((answer) => answer.url().includes("/api/videos?"));
    await visitPath("/videos?search=another");
    await answered;
    await visitPath("/");
    await awaitLibrary();
  };
  await activateAccount(path);
  await awaitLibrary();
  await visitPath("/videos?page=2");
  await visitPath("/");
  await awaitLibrary();
  await expect.poll(() => notes).toBe(1);
  // If the page recorded the sign-in a second time, it would do so before it sends this request.
  await askOther();
  expect(notes).toBe(1);
  await page.reload();
  await awaitLibrary();
  await expect.poll(() => notes).toBe(2);
  await askOther();
  expect(notes).toBe(2);
});
