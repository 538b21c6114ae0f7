import { type CommentView, routes } from "@shoal/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findBarriers, openAs } from "../../harness/people.ts";
import { useReviewedFilm } from "../support/reviewed-film.ts";
import { useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const browser = useBrowser();
const film = useReviewedFilm();

/** Opens the review for both users in separate browsers, since tabs of one browser share the session. */
async function openBoth(): Promise<{ page: Page; others: Page }> {
  const { owner, friend, project } = film;
  const path = `/vireed/${project}/1`;
  const page = await openAs(browser.context, useAdministrator(), { person: owner, path });
  const others = await openAs(await browser.newContext(), useAdministrator(), { person: friend, path });
  for (const each of [page, others]) await placeOf(each).waitFor();
  return { page, others };
}

const panel = (page: Page) => page.getByRole("region", { name: "Comments", exact: true });
/** Locates the position of a new comment, which is the player's current frame. */
const placeOf = (page: Page, timecode: string | RegExp = /At \d\d:/) => panel(page).getByText(timecode);
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("a comment with a drawing appears on the other user's page without a reload, and a conflicting edit shows both texts", async () => {
  const { owner, project } = film;
  const { page, others } = await openBoth();
  await press(page, "Draw");
  await press(page, "Rectangle");
  const canvas = await page.getByRole("group", { name: "Draw on the frame" }).boundingBox();
  if (!canvas) throw new Error("Nothing to draw on");
  const at = (x: number, y: number) => [canvas.x + x * canvas.width, canvas.y + y * canvas.height] as const;
  await page.mouse.move(...at(0.25, 0.25));
  await page.mouse.down();
  await page.mouse.move(...at(0.75, 0.75), { steps: 5 });
  // The other user sees the drawing while it is drawn.
  const drawing = others.getByRole("img", { name: `Drawing by ${owner.username}` });
  await drawing.locator("rect").waitFor({ state: "attached" });
  await page.mouse.up();
  await panel(page).getByRole("textbox", { name: "Write a comment" }).fill("<b>Lighter</b> here");
  await panel(page).getByRole("button", { name: "Comment", exact: true }).click();
  await panel(others).getByText("<b>Lighter</b> here").waitFor();
  await panel(others)
    .getByRole("button", { name: /^Go to/ })
    .click();
  await drawing.locator("rect").waitFor({ state: "attached" });
  expect(await findBarriers(others)).toEqual([]);

  await press(page, `More actions for the comment by ${owner.username}`);
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Edit your comment" }).fill("Mine");
  const [saved] = (await owner.call(routes.listComments, { params: { id: project, n: "1" }, query: {} }))
    .comments;
  if (!saved) throw new Error("The comment is not there");
  const theirs = { revision: saved.revision, text: "Theirs" };
  await owner.call(routes.updateComment, { params: { id: saved.uuid }, body: theirs });
  await panel(others).getByText("Theirs").waitFor();
  await press(page, "Save");
  const conflict = page.getByRole("alert").filter({ hasText: "This comment was changed elsewhere" });
  await conflict.getByText("Theirs").waitFor();
  await conflict.getByText("Mine", { exact: true }).waitFor();
  await press(page, "Save my text");
  await panel(others).getByText("Mine", { exact: true }).waitFor();
});

test("followers see the leader's position, even if they join late, until they stop following", async () => {
  const { owner, friend, project } = film;
  const first = await film.comment({ text: "At two seconds", frame: 50 });
  const second = await film.comment({ text: "At four seconds", frame: 100 });
  const { page, others } = await openBoth();
  const go = (to: CommentView) =>
    panel(page)
      .locator(`[data-comment="${to.uuid}"]`)
      .getByRole("button", { name: /^Go to/ })
      .click();
  await press(page, "Lead");
  await others.getByText(`Following ${owner.username}`).waitFor();
  await go(first);
  await placeOf(others, "At 00:00:02:00").waitFor();
  await go(second);
  await placeOf(others, "At 00:00:04:00").waitFor();

  const late = await openAs(await browser.newContext(), useAdministrator(), {
    person: friend,
    path: `/vireed/${project}/1`,
  });
  await placeOf(late, "At 00:00:04:00").waitFor();
  await press(others, "Stop following");
  await go(first);
  await placeOf(late, "At 00:00:02:00").waitFor();
  await placeOf(others, "At 00:00:04:00").waitFor();
  await press(others, "Follow");
  await placeOf(others, "At 00:00:02:00").waitFor();
  await press(page, "Stop leading");
  await others.getByText(`Following ${owner.username}`).waitFor({ state: "detached" });
});
