import { routes } from "@shoal/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findBarriers, openAs } from "../../harness/people.ts";
import { tabTo } from "../support/by-keyboard.ts";
import { useReviewedFilm } from "../support/reviewed-film.ts";
import { useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const browser = useBrowser();
const reviewedFilm = useReviewedFilm();

const commentsPanel = (page: Page) => page.getByRole("region", { name: "Comments", exact: true });
const focusedElement = (page: Page) => page.locator(":focus");

test("a reviewer steps to a frame, draws on it, comments, replies and resolves by keyboard alone", async () => {
  const { owner, project } = reviewedFilm;
  const page = await openAs(browser.context, useAdministrator(), {
    person: owner,
    path: `/vireed/${project}/1`,
  });
  const placeOf = (timecode: string) => commentsPanel(page).getByText(timecode);
  await placeOf("At 00:00:00:00").waitFor();
  for (const _ of [1, 2, 3]) await page.keyboard.press("ArrowRight");
  await placeOf("At 00:00:00:03").waitFor();
  await page.keyboard.press("k");
  await page.keyboard.press("c");
  await commentsPanel(page)
    .getByRole("textbox", { name: "Write a comment" })
    .and(focusedElement(page))
    .waitFor();
  await page.keyboard.type("Lighter here");

  const draw = commentsPanel(page).getByRole("button", { name: "Draw", exact: true });
  await tabTo(page, draw);
  await page.keyboard.press("Enter");
  const canvas = page.getByRole("group", { name: "Draw on the frame" });
  await canvas.and(focusedElement(page)).waitFor();
  await page.keyboard.press("r");
  await page.keyboard.press("Enter");
  for (const key of ["ArrowRight", "ArrowDown"]) await page.keyboard.press(`Shift+${key}`);
  await page.keyboard.press("Enter");
  await canvas.locator("rect").waitFor({ state: "attached" });
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await draw.and(focusedElement(page)).waitFor();
  await tabTo(page, commentsPanel(page).getByRole("button", { name: "Comment", exact: true }));
  await page.keyboard.press("Enter");
  const comment = commentsPanel(page).locator("[data-comment]", { hasText: "Lighter here" }).first();
  await comment.waitFor();

  await tabTo(page, comment.getByRole("button", { name: "Reply" }));
  await page.keyboard.press("Enter");
  await commentsPanel(page).getByRole("textbox", { name: "Reply" }).and(focusedElement(page)).waitFor();
  await page.keyboard.type("I will");
  await page.keyboard.press("Control+Enter");
  await commentsPanel(page).getByText("I will").waitFor();
  await tabTo(page, comment.getByRole("button", { name: "Resolve" }));
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => {
      const { comments } = await owner.call(routes.listComments, {
        params: { id: project, n: "1" },
        query: {},
      });
      return comments.map(({ text, hasDrawing, resolvedAt }) => [text, hasDrawing, resolvedAt !== null]);
    })
    .toEqual([
      ["Lighter here", true, true],
      ["I will", false, false],
    ]);
});

test("a user chooses a chat room, writes, edits the last message and reacts by keyboard alone", async () => {
  const { owner, friend } = reviewedFilm;
  const { uuid } = await owner.call(routes.createChatRoom, {
    body: { roomName: "Storm", users: [friend.username] },
  });
  await friend.call(routes.createChatMessage, { params: { roomId: uuid }, body: { content: "Cut at noon" } });
  const page = await openAs(browser.context, useAdministrator(), { person: owner, path: "/chat" });
  await tabTo(
    page,
    page.getByRole("navigation", { name: "Conversations" }).getByRole("button", { name: /Storm/ }),
  );
  await page.keyboard.press("Enter");
  const field = page.getByRole("textbox", { name: "Message to Storm" });
  await page.getByText("Cut at noon").last().waitFor();
  await tabTo(page, field);
  await page.keyboard.type("Which noon?");
  await page.keyboard.press("Enter");
  const row = (text: string) => page.locator("article", { hasText: text }).last();
  await row("Which noon?").waitFor();
  // A message cannot be edited while it is still being sent.
  await row("Which noon?").getByText("Sending…").waitFor({ state: "detached" });
  await field.and(focusedElement(page)).waitFor();
  await page.keyboard.press("ArrowUp");
  await page.getByRole("textbox", { name: "Edit your message" }).and(focusedElement(page)).waitFor();
  await page.keyboard.press("End");
  await page.keyboard.type(" Ours?");
  await page.keyboard.press("Enter");
  await row("Which noon? Ours?").getByText("edited").waitFor();
  await field.and(focusedElement(page)).waitFor();

  // Shift+Tab moves from the field to the messages. Arrow keys move to the wanted message and its actions.
  await tabTo(page, row("Which noon? Ours?"), "Shift+Tab");
  await page.keyboard.press("ArrowUp");
  await row("Cut at noon").and(focusedElement(page)).waitFor();
  await tabTo(page, row("Cut at noon").getByRole("button", { name: "Add reaction" }));
  await page.keyboard.press("Enter");
  await page.getByRole("searchbox", { name: "Search emoji" }).and(focusedElement(page)).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.getByRole("searchbox", { name: "Search emoji" }).and(focusedElement(page)).waitFor();
  await page.keyboard.type("clapper");
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await row("Cut at noon").getByRole("button", { name: /^🎬/u }).waitFor();
  await page.getByRole("searchbox", { name: "Search emoji" }).waitFor({ state: "detached" });
  // The picker returns the focus to the message.
  await expect
    .poll(() => row("Cut at noon").evaluate((element) => element.contains(document.activeElement)))
    .toBe(true);
});

test("a manager sets a budget that stops delivery by keyboard alone", async () => {
  const { owner } = reviewedFilm;
  const page = await openAs(browser.context, useAdministrator(), { person: owner, path: "/payments" });
  const budget = page.getByRole("form", { name: "Budget" });
  await tabTo(page, budget.getByRole("textbox", { name: /^Budget per month/ }));
  await page.keyboard.type("250");
  await tabTo(page, budget.getByRole("switch", { name: /^Stop videos and lives/ }));
  await page.keyboard.press("Space");
  expect(await findBarriers(page)).toEqual([]);
  await tabTo(page, budget.getByRole("button", { name: "Save budget" }));
  await page.keyboard.press("Enter");
  await page.getByText("Budget saved").waitFor();
  expect(await owner.call(routes.getBudget, {})).toMatchObject({ limitCents: 25_000, stopsPlayback: true });
  // Saving the form keeps the focus on the button.
  await budget.getByRole("button", { name: "Save budget" }).and(focusedElement(page)).waitFor();
});
