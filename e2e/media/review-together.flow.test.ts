import { type CommentView, routes } from "@shoal/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findBarriers, openAs } from "../../harness/people.ts";
import { useReviewedFilm } from "../support/reviewed-film.ts";
import { useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const browser = useBrowser();
const reviewedFilm = useReviewedFilm();

/** Opens the review for both users in separate browsers, because tabs of one browser share the session. */
async function openBoth(): Promise<{ page: Page; others: Page }> {
  const { owner, friend, project } = reviewedFilm;
  const path = `/vireed/${project}/1`;
  const page = await openAs(browser.context, useAdministrator(), { person: owner, path });
  const others = await openAs(await browser.newContext(), useAdministrator(), { person: friend, path });
  for (const each of [page, others]) await newCommentAt(each).waitFor();
  return { page, others };
}

const commentsPanel = (page: Page) => page.getByRole("region", { name: "Comments", exact: true });
/** Locates the text that states the position of a new comment, which is the player's current frame. */
const newCommentAt = (page: Page, timecode: string | RegExp = /At \d\d:/) =>
  commentsPanel(page).getByText(timecode);
const clickButton = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("a comment with a drawing appears on the other user's page without a reload, and a conflicting edit shows both texts", async () => {
  const { owner, project } = reviewedFilm;
  const { page, others } = await openBoth();
  await clickButton(page, "Draw");
  await clickButton(page, "Rectangle");
  const canvas = await page.getByRole("group", { name: "Draw on the frame" }).boundingBox();
  if (!canvas) throw new Error("Nothing to draw on");
  const at = (x: number, y: number) => [canvas.x + x * canvas.width, canvas.y + y * canvas.height] as const;
  await page.mouse.move(...at(0.25, 0.25));
  await page.mouse.down();
  await page.mouse.move(...at(0.75, 0.75), { steps: 5 });
  // The other user sees the drawing while the first user is still drawing.
  const drawing = others.getByRole("img", { name: `Drawing by ${owner.username}` });
  await drawing.locator("rect").waitFor({ state: "attached" });
  await page.mouse.up();
  await commentsPanel(page).getByRole("textbox", { name: "Write a comment" }).fill("<b>Lighter</b> here");
  await commentsPanel(page).getByRole("button", { name: "Comment", exact: true }).click();
  await commentsPanel(others).getByText("<b>Lighter</b> here").waitFor();
  await commentsPanel(others)
    .getByRole("button", { name: /^Go to/ })
    .click();
  await drawing.locator("rect").waitFor({ state: "attached" });
  expect(await findBarriers(others)).toEqual([]);

  await clickButton(page, `More actions for the comment by ${owner.username}`);
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Edit your comment" }).fill("Mine");
  const [saved] = (await owner.call(routes.listComments, { params: { id: project, n: "1" }, query: {} }))
    .comments;
  if (!saved) throw new Error("The comment is not there");
  const theirs = { revision: saved.revision, text: "Theirs" };
  await owner.call(routes.updateComment, { params: { id: saved.uuid }, body: theirs });
  await commentsPanel(others).getByText("Theirs").waitFor();
  await clickButton(page, "Save");
  const conflict = page.getByRole("alert").filter({ hasText: "This comment was changed elsewhere" });
  await conflict.getByText("Theirs").waitFor();
  await conflict.getByText("Mine", { exact: true }).waitFor();
  await clickButton(page, "Save my text");
  await commentsPanel(others).getByText("Mine", { exact: true }).waitFor();
});

test("followers see the leader's position, even if they join late, until they stop following", async () => {
  const { owner, friend, project } = reviewedFilm;
  const first = await reviewedFilm.comment({ text: "At two seconds", frame: 50 });
  const second = await reviewedFilm.comment({ text: "At four seconds", frame: 100 });
  const { page, others } = await openBoth();
  const go = (to: CommentView) =>
    commentsPanel(page)
      .locator(`[data-comment="${to.uuid}"]`)
      .getByRole("button", { name: /^Go to/ })
      .click();
  await clickButton(page, "Lead");
  await others.getByText(`Following ${owner.username}`).waitFor();
  await go(first);
  await newCommentAt(others, "At 00:00:02:00").waitFor();
  await go(second);
  await newCommentAt(others, "At 00:00:04:00").waitFor();

  const late = await openAs(await browser.newContext(), useAdministrator(), {
    person: friend,
    path: `/vireed/${project}/1`,
  });
  await newCommentAt(late, "At 00:00:04:00").waitFor();
  await clickButton(others, "Stop following");
  await go(first);
  await newCommentAt(late, "At 00:00:02:00").waitFor();
  await newCommentAt(others, "At 00:00:04:00").waitFor();
  await clickButton(others, "Follow");
  await newCommentAt(others, "At 00:00:02:00").waitFor();
  await clickButton(page, "Stop leading");
  await others.getByText(`Following ${owner.username}`).waitFor({ state: "detached" });
});
