import { routes } from "@shoal/contract";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { ADMIN_PASSWORD } from "../../harness/account.ts";
import { tabTo } from "../support/by-keyboard.ts";
import { addTenant, uniqueName } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const browser = useBrowser();

/** Opens the command palette, types the text, and chooses the selected entry. */
async function runCommand(page: Page, search: string, option: string): Promise<void> {
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await palette.getByRole("combobox").and(page.locator(":focus")).waitFor();
  await page.keyboard.type(search);
  await palette.getByRole("option", { name: option, selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await palette.waitFor({ state: "detached" });
}

test("a user signs in, finds a video, changes its title, creates a live and invites a user by keyboard alone", async () => {
  const { user } = await addTenant(["manager"]);
  await user.call(routes.createVideo, {
    body: { title: "Low tide", type: "live", encodingStatus: "stopped" } as never,
  });
  const page = await browser.context.newPage();
  const focused = page.locator(":focus");

  await page.goto(`${inject("platform").apiUrl}/#/auth`);
  await tabTo(page, page.locator("[name=username]"));
  await page.keyboard.type(user.username);
  await tabTo(page, page.locator("[name=password]"));
  await page.keyboard.type(ADMIN_PASSWORD);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Videos", level: 1 }).waitFor();

  await runCommand(page, "low ti", "Low tide");
  await page.getByRole("heading", { name: "Low tide", level: 1 }).waitFor();
  await tabTo(page, page.getByRole("main").getByRole("button", { name: "Edit: Title" }).first());
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Title" }).and(focused).waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("High tide");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "High tide", level: 1 }).waitFor();
  // The focus returns to the element that had it before the field was shown.
  await page.getByRole("button", { name: "Edit: Title" }).first().and(focused).waitFor();

  await runCommand(page, "new live", "New live");
  const frame = page.getByRole("region", { name: "New Live - 1" });
  await frame.and(focused).waitFor();
  await tabTo(page, frame.getByRole("textbox", { name: "Title" }));
  await page.keyboard.type("Night tide");
  await tabTo(page, frame.locator("button[type=submit]"));
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => {
      const { _embedded } = await user.call(routes.listVideos, { query: { search: "night" } });
      return _embedded.map(({ title }) => title);
    })
    .toEqual(["Night tide"]);
  // The dialog that opens can be closed by keyboard.
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await runCommand(page, "invite", "Invite user");
  await page.getByRole("heading", { name: "Users", level: 1 }).waitFor();
  const username = uniqueName("mate");
  await tabTo(page, page.locator("[name=username]"));
  await page.keyboard.type(username);
  await tabTo(page, page.getByRole("button", { name: "Invite", exact: true }));
  await page.keyboard.press("Enter");
  await page.getByText(`${username} invited`).waitFor();
  expect((await user.call(routes.listUsers, { query: { search: username } }))._size).toBe(1);
});

test("closing a window returns the focus to the button that opened it", async () => {
  const { user } = await addTenant(["editor"]);
  const page = await browser.context.newPage();
  await page.goto(`${inject("platform").apiUrl}/shoal.svg`);
  await page.evaluate((credential) => localStorage.setItem("shoal.credential", credential), user.credential);
  await page.goto(`${inject("platform").apiUrl}/#/videos`);
  const opener = page.getByRole("main").getByRole("button", { name: "New live" }).first();
  await tabTo(page, opener);
  await page.keyboard.press("Enter");
  const frame = page.getByRole("region", { name: "New Live - 1" });
  await frame.and(page.locator(":focus")).waitFor();
  await tabTo(page, frame.getByRole("button", { name: "Close New Live - 1" }));
  await page.keyboard.press("Enter");
  await opener.and(page.locator(":focus")).waitFor();
});

test("a user shares a video, reads its analytics and signs out by keyboard alone", async () => {
  const { user } = await addTenant(["manager"]);
  const { uuid } = await user.call(routes.createVideo, {
    body: { title: "Spring tide", type: "live", encodingStatus: "stopped" } as never,
  });
  const page = await browser.context.newPage();
  await page.goto(`${inject("platform").apiUrl}/shoal.svg`);
  await page.evaluate((credential) => localStorage.setItem("shoal.credential", credential), user.credential);
  await page.goto(`${inject("platform").apiUrl}/#/videos`);
  const main = page.getByRole("main");

  await tabTo(page, main.getByRole("link", { name: "Spring tide" }).first());
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Spring tide", level: 1 }).waitFor();
  await tabTo(page, main.getByRole("link", { name: "Share", exact: true }));
  await page.keyboard.press("Enter");
  await page.waitForURL(/section=share/);
  await main.getByText("Embed the video on your site, or share its link.").waitFor();

  await page.goto(`${inject("platform").apiUrl}/#/player/${uuid}`);
  await tabTo(page, main.getByRole("link", { name: "Analytics" }).first());
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Analytics", level: 1 }).waitFor();
  await main.getByText("Spring tide").first().waitFor();

  await page.reload();
  await page.getByRole("heading", { name: "Analytics", level: 1 }).waitFor();
  const account = page.getByRole("banner").getByRole("button", { name: user.username });
  await tabTo(page, account);
  await page.keyboard.press("Enter");
  const logOut = page.getByRole("menuitem", { name: "Log out" });
  await logOut.waitFor();
  await page.keyboard.press("ArrowUp");
  await logOut.and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Log out" });
  // Closing the dialog without running its action restores the focus.
  await question.waitFor();
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "detached" });
  await account.and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  await logOut.waitFor();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: "Log out" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});
