import { routes } from "@shoal/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findBarriers, openAs } from "../../harness/people.ts";
import { useProjectPeople } from "../support/reviewed-film.ts";
import { type TenantUser, useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const browser = useBrowser();
const people = useProjectPeople();

/**
 * Creates a project in which the friend has the viewer role.
 * @returns the project's uuid.
 */
async function createTestProject(): Promise<string> {
  const { owner, friend, addVideo } = people;
  const body = {
    name: "Harbour film",
    uuid: await addVideo("First cut"),
    collabs: [{ username: friend.username, role: "viewer" as const }],
  };
  return (await owner.call(routes.createProject, { body })).uuid;
}

const openPage = (person: TenantUser, path: string, context = browser.context) =>
  openAs(context, useAdministrator(), { person, path });
const clickButton = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

test("a requested reviewer asks for changes with a note, which appears on the owner's page without a reload", async () => {
  const { owner, friend } = people;
  const project = await createTestProject();
  const page = await openPage(owner, `/vireed/${project}/1`);
  await page.getByText("No reviewers for this version yet.").waitFor();
  await clickButton(page, "Choose reviewers");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(new RegExp(`^${friend.username}`)).check();
  await dialog.getByLabel("Due date").fill("tomorrow");
  await dialog.getByRole("button", { name: "Save reviewers" }).click();
  await dialog.getByText(/Enter a date such as/).waitFor();
  await dialog.getByLabel("Due date").fill("24/12/2036 18:30");
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save reviewers" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("In review").first().waitFor();

  // The friend has a separate browser, because tabs of one browser share the session.
  const others = await openPage(friend, "/vireed", await browser.newContext());
  await clickButton(others, /^Notifications: \d+ unread/);
  const news = others.getByRole("link", { name: /requested your decision on version 1/ });
  await news.waitFor();
  expect(await findBarriers(others)).toEqual([]);
  await news.click();
  await others.getByText(`${owner.username} asks for your decision on this version.`).waitFor();
  await clickButton(others, "Request changes");
  await others.getByText("A note is required").waitFor();
  await others.getByLabel("Note", { exact: true }).fill("The <b>ending</b> is too long");
  await clickButton(others, "Request changes");
  await others.getByText("The <b>ending</b> is too long").waitFor();

  await page.getByText("Changes requested").first().waitFor();
  await clickButton(page, "Notifications: 1 unread");
  await page.getByRole("link", { name: /requested changes to version 1/ }).waitFor();
  await clickButton(page, "Mark all as read");
  await page.getByRole("button", { name: "Notifications", exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await clickButton(others, "Approve");
  await page.getByText("Approved", { exact: true }).first().waitFor();
});

test("a user chooses which mails they get, and the choice is kept", async () => {
  const { friend } = people;
  const page = await openPage(friend, "/profil?section=notifications");
  await page.getByLabel("Once a day, at 8:00").check();
  await page.getByLabel("adds a version").uncheck();
  const card = page.locator("form", { has: page.getByLabel("adds a version") });
  await card.getByRole("button", { name: "Save" }).click();
  await page.getByText("Notifications saved").waitFor();
  expect(await findBarriers(page)).toEqual([]);
  expect(await friend.call(routes.getNewsSettings, {})).toMatchObject({
    mail: "daily",
    unmailed: ["versionAdded"],
  });
  await page.reload();
  expect(await page.getByLabel("Once a day, at 8:00").isChecked()).toBe(true);
});
