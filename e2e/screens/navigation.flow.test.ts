import { routes } from "@shoal/contract";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { findBarriers, openAs } from "../../harness/people.ts";
import { addTenant, type TenantUser, useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const browser = useBrowser();

/** The script that contains the screen; scripts of its parts have longer names. */
const ANALYTICS_PROGRAM = /\/assets\/analytics-[\w-]{8}\.js$/;

const openPage = (person: TenantUser, path: string) =>
  openAs(browser.context, useAdministrator(), { person, path });
const headingOf = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const navigationBar = (page: Page) => page.getByRole("navigation", { name: "Main navigation" });
const commandPalette = (page: Page) => page.getByRole("dialog", { name: "Search and commands" });

/** Holds back the script of the analytics page. @returns a function that releases it. */
async function delayAnalytics(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(ANALYTICS_PROGRAM, async (route) => {
    await held.promise;
    await route.continue();
  });
  return held.resolve;
}

test("a click shows progress at once, followed by the outline of the screen and the screen", async () => {
  const { user } = await addTenant(["manager"]);
  const page = await openPage(user, "/videos");
  await headingOf(page, "Videos");
  const letGo = await delayAnalytics(page);
  await navigationBar(page).getByRole("link", { name: "ANALYTICS" }).click();
  // The loading bar is a line at the top of the window.
  await page.locator("[data-loading]").waitFor({ state: "attached" });
  await page.getByRole("main").getByRole("status", { name: "Loading…" }).waitFor();
  expect(await page.getByRole("heading", { level: 1, name: "Videos" }).isVisible()).toBe(false);
  letGo();
  await headingOf(page, "Analytics");
  await page.locator("[data-loading]").waitFor({ state: "detached" });
});

test("a screen's script is preloaded when its link gets the pointer or the focus", async () => {
  const { user } = await addTenant(["manager"]);
  const page = await openPage(user, "/videos");
  await headingOf(page, "Videos");
  const fetched = page.waitForResponse(ANALYTICS_PROGRAM);
  await navigationBar(page).getByRole("link", { name: "ANALYTICS" }).hover();
  await fetched;
  const other = page.waitForResponse((answer) => /assets\/alerts-page-.*\.js$/.test(answer.url()));
  await navigationBar(page).getByRole("link", { name: "ALERTS" }).focus();
  await other;
  await headingOf(page, "Videos");
});

test("a screen whose script fails to load shows an error below the navigation, and appears after a retry", async () => {
  const { user } = await addTenant(["manager"]);
  const page = await openPage(user, "/videos");
  await headingOf(page, "Videos");
  await page.route(ANALYTICS_PROGRAM, (route) => route.abort());
  await navigationBar(page).getByRole("link", { name: "ANALYTICS" }).click();
  await page.getByText("This page could not be loaded.").waitFor();
  expect(await navigationBar(page).isVisible()).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
  await page.unroute(ANALYTICS_PROGRAM);
  await page.getByRole("button", { name: "Try again" }).click();
  await headingOf(page, "Analytics");
});

test("after a deployment the page reloads itself once and opens the requested screen", async () => {
  const { user } = await addTenant(["manager"]);
  const page = await openPage(user, "/videos");
  await headingOf(page, "Videos");
  let documents = 0;
  page.on("request", (request) => {
    if (request.resourceType() === "document" && request.frame() === page.mainFrame()) documents += 1;
  });
  // The server now has a newer build, which lacks the scripts of this page.
  await page.route(ANALYTICS_PROGRAM, (route) => route.fulfill({ status: 404 }));
  await page.route(`${inject("platform").apiUrl}/`, (route) =>
    route.request().resourceType() === "document"
      ? route.continue()
      : route.fulfill({
          contentType: "text/html",
          body: '<script type="module" src="/assets/next.js"></script>',
        }),
  );
  await navigationBar(page).getByRole("link", { name: "ANALYTICS" }).click();
  await page.getByText("This page could not be loaded.").waitFor();
  expect(documents).toBe(1);
  expect(new URL(page.url()).hash).toBe("#/analytics");
});

test("screens outside of the client's plan and unknown URLs have their own messages", async () => {
  const { user } = await addTenant(["manager"]);
  const page = await openPage(user, "/export");
  await headingOf(page, "Not part of your plan");
  expect(await findBarriers(page)).toEqual([]);
  await page.goto(`${useAdministrator().apiUrl}/#/vireed`);
  await headingOf(page, "Not part of your plan");
  await page.goto(`${useAdministrator().apiUrl}/#/nowhere/at-all`);
  await headingOf(page, "Page not found");
  await page.getByText("/nowhere/at-all").waitFor();
  await page.getByRole("link", { name: "Back to start page" }).click();
  await headingOf(page, "Videos");
});

test("a screen of another role names that role, and opens after a reload once the user has it", async () => {
  const { user, addUser } = await addTenant(["manager"]);
  const editor = await addUser(["editor"]);
  const page = await openPage(editor, "/payments");
  await headingOf(page, "Only account managers can open this page");
  await page.getByText("To open “Billing”, ask an account manager for this role.").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.goto(`${useAdministrator().apiUrl}/#/invoices`);
  await headingOf(page, "Only administrators can open this page");
  await page.goto(`${useAdministrator().apiUrl}/#/payments`);
  await headingOf(page, "Only account managers can open this page");
  const { uuid } = await editor.call(routes.getMe, {});
  await user.call(routes.grantPrivilege, { params: { id: uuid, privId: "manager" } });
  await page.reload();
  await headingOf(page, "Billing");
  expect(new URL(page.url()).hash).toBe("#/payments");
});

test("the “More” menu opens a screen, and both show the current one", async () => {
  const { user } = await addTenant(["manager"]);
  const page = await openPage(user, "/videos");
  await navigationBar(page).getByRole("button", { name: "MORE" }).click();
  await page.getByRole("menuitem", { name: "Rankings" }).click();
  await headingOf(page, "Rankings");
  await navigationBar(page).locator("[data-here]").getByText("MORE").waitFor();
  await navigationBar(page).getByRole("button", { name: "MORE" }).click();
  expect(await page.getByRole("menuitem", { name: "Rankings" }).getAttribute("aria-current")).toBe("page");
});

test("the palette finds videos, screens, settings and actions, but none that the user may not open", async () => {
  const { user, addUser } = await addTenant(["manager"]);
  const { uuid } = await user.call(routes.createVideo, {
    body: { title: "Herring season", type: "live", encodingStatus: "stopped" } as never,
  });
  const page = await openPage(user, "/videos");
  await headingOf(page, "Videos");
  const find = async (search: string) => {
    await page.keyboard.press("Control+k");
    await commandPalette(page).getByRole("combobox").fill(search);
  };
  const option = (name: string) => commandPalette(page).getByRole("option", { name });
  await find("herring");
  await option("Herring season").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await headingOf(page, "Herring season");
  expect(page.url()).toContain(uuid);
  await find("two-factor");
  await option("Two-factor authentication").click();
  await page.waitForURL(/section=twoFactor/);
  await find("footprint");
  await option("Footprint").waitFor();
  await page.keyboard.press("Enter");
  await headingOf(page, "Footprint");
  await find("new live");
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "New Live - 1" }).waitFor();

  const analyst = await addUser(["readAnalytics"]);
  const other = await openPage(analyst, "/analytics");
  await headingOf(other, "Analytics");
  await other.getByRole("button", { name: "Search" }).click();
  await commandPalette(other).getByRole("combobox").fill("a");
  await commandPalette(other).getByRole("option", { name: "Rankings" }).waitFor();
  for (const name of ["Herring season", "New live", "Invite user", "Trash", "Collaborators"])
    expect(await commandPalette(other).getByRole("option", { name }).count()).toBe(0);
  await other.keyboard.press("Escape");
  await other.getByRole("button", { name: "Search" }).and(other.locator(":focus")).waitFor();
});

test("staying on a page with unsaved changes keeps page and URL, and Back leaves the page after confirmation", async () => {
  const { user } = await addTenant(["editor"]);
  const { uuid } = await user.call(routes.createVideo, {
    body: { title: "Ebb and flow", type: "live", encodingStatus: "stopped" } as never,
  });
  const page = await openPage(user, "/videos");
  await page.getByRole("link", { name: "Ebb and flow" }).first().click();
  await headingOf(page, "Ebb and flow");
  await page.getByRole("tab", { name: "Access and delivery" }).click();
  const address = `#/player/${uuid}?tab=access`;
  await expect.poll(() => new URL(page.url()).hash).toBe(address);
  await page.getByRole("main").getByRole("button", { name: "Set password" }).click();
  const field = page.getByLabel("Password for viewers");
  await field.fill("half typed");
  await page.getByRole("tab", { name: "Access and delivery Unsaved changes" }).waitFor();
  const question = page.getByRole("dialog").filter({ hasText: "Leave without saving?" });
  const stays = async () => {
    await question.waitFor({ state: "detached" });
    await expect.poll(() => new URL(page.url()).hash).toBe(address);
    expect(await field.inputValue()).toBe("half typed");
  };
  for (const _ of Array(2)) {
    await page.goBack();
    await question.getByRole("button", { name: "Cancel" }).click();
    await stays();
  }
  await page.goBack();
  await question.waitFor();
  await page.keyboard.press("Escape");
  await stays();
  // While the dialog is open, it is not shown a second time.
  await page.goBack();
  await question.waitFor();
  await page.goBack();
  await expect.poll(() => new URL(page.url()).hash).toBe(address);
  expect(await question.count()).toBe(1);
  await question.getByRole("button", { name: "Cancel" }).click();
  await stays();
  await page.goBack();
  await question.getByRole("button", { name: "Leave page" }).click();
  await headingOf(page, "Videos");
  expect(new URL(page.url()).hash).toBe("#/videos");
  // Going back worked, so the page that was left is now the next entry in the history.
  await page.goForward();
  await headingOf(page, "Ebb and flow");
  expect(new URL(page.url()).hash).toBe(address);
});
