import { join } from "node:path";
import { createApiClient, routes } from "@shoal/contract";
import { waitForMail } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { beforeEach, expect, inject, test } from "vitest";
import { ADMIN_PASSWORD } from "../../harness/account.ts";
import { addTenant, uniqueName, useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const browser = useBrowser();
let page: Page;
beforeEach(async () => {
  page = await browser.context.newPage();
});

const visitPath = (path: string) => page.goto(`${inject("platform").apiUrl}/#${path}`);
const awaitLibrary = (on: Page = page) => on.getByRole("heading", { name: "Videos", level: 1 }).waitFor();
const signInForm = (on: Page = page) => on.getByRole("heading", { name: "Sign in" }).waitFor();
const submitForm = () => page.locator("button[type=submit]").click();

async function signIn(username: string): Promise<void> {
  await page.fill("[name=username]", username);
  await page.fill("[name=password]", ADMIN_PASSWORD);
  await submitForm();
}

test("an invited user creates a password, adds an email address and confirms it by the mailed link", async () => {
  const username = uniqueName("newcomer");
  const tenant = await addTenant();
  const { activationLink } = await useAdministrator().call(routes.createUser, {
    body: { username, roles: ["editor"], client: tenant.uuid },
  });
  await visitPath(new URL(activationLink).hash.slice(1));
  await page.getByText(`Welcome to ${tenant.name}. Your username is ${username}.`).waitFor();
  await page.fill("[name=password]", "short");
  await submitForm();
  await page.getByText("The new password does not meet the requirements.").waitFor();
  await page.fill("[name=password]", ADMIN_PASSWORD);
  await page.fill("[name=confirmPassword]", ADMIN_PASSWORD);
  await submitForm();
  await page.getByRole("heading", { name: "Add your email" }).waitFor();
  const email = `${username}@example.org`;
  await page.fill("[name=email]", email);
  await submitForm();
  await awaitLibrary();
  const mail = await waitForMail(join(inject("platform").dataDir, "mails"), ({ to }) => to.includes(email));
  await page.goto(mail.links.find((address) => address.includes("verifyMail")) ?? "");
  await page.getByText(`Your email is ${email}.`).waitFor();
  await page.getByRole("link", { name: "Continue" }).click();
  await awaitLibrary();
});

test("signing in leads to the requested screen, and a wrong password is reported", async () => {
  const { user } = await addTenant(["editor"]);
  await visitPath("/videos?search=tide");
  await signInForm();
  await page.fill("[name=username]", user.username);
  await page.fill("[name=password]", "Not-the-horse-9");
  await submitForm();
  await page.getByRole("alert").first().waitFor();
  await signIn(user.username);
  await page.getByText("No videos match").waitFor();
  expect(new URL(page.url()).hash).toBe("#/videos?search=tide");
});

test("signing out asks for confirmation, and ends the session in other tabs and on the server", async () => {
  const { user } = await addTenant(["editor"]);
  await visitPath("/auth");
  await signIn(user.username);
  await awaitLibrary();
  const credential = await page.evaluate(() => localStorage.getItem("shoal.credential"));
  const other = await browser.context.newPage();
  await other.goto(page.url());
  await awaitLibrary(other);
  await page.getByRole("button", { name: user.username.toUpperCase() }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Log out" }).click();
  await signInForm();
  await signInForm(other);
  const call = createApiClient({
    baseUrl: inject("platform").apiUrl,
    credential: () => credential ?? undefined,
  });
  await expect(call(routes.getMe, {})).rejects.toMatchObject({ code: "not_signed_in" });
});
