import { type ReviewLinkView, routes } from "@shoal/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findBarriers, openAs } from "../../harness/people.ts";
import { useReviewedFilm } from "../support/reviewed-film.ts";
import { useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const LINK_PASSWORD = "tide and harbour";
/** The time within which the page tells users and guests that they have lost access. */
const MAX_NOTICE_MS = 5_000;

const browser = useBrowser();
const reviewedFilm = useReviewedFilm();

const addComment = (text: string, isInternal: boolean) =>
  reviewedFilm.comment({ text, frame: 25, isInternal });

const clickButton = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const commentsPanel = (page: Page) => page.getByRole("region", { name: "Comments", exact: true });

/** Creates a review link in the dialog, as a member of the project does. */
async function createLink(page: Page): Promise<ReviewLinkView> {
  await clickButton(page, "Review links");
  await page.getByText("No review links yet").waitFor();
  await clickButton(page, "New link");
  const form = page.getByRole("dialog", { name: "New review link" });
  await form.getByRole("textbox", { name: "Name" }).fill("Client review");
  await form.getByRole("checkbox", { name: "Show the guest’s name over the video" }).check();
  await form.getByLabel("Password", { exact: true }).fill(LINK_PASSWORD);
  await form.getByRole("button", { name: "Create link" }).click();
  await page.getByRole("list", { name: "Review links" }).getByText("Client review").waitFor();
  const [link] = await reviewedFilm.owner.call(routes.listReviewLinks, {
    params: { id: reviewedFilm.project },
  });
  if (!link?.url) throw new Error("The link is not there");
  return link;
}

async function enterAsGuest(url: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(url);
  await page.getByRole("textbox", { name: "Your name" }).fill("Ada Guest");
  await page.getByLabel("Password", { exact: true }).fill("a wrong one");
  await clickButton(page, "Start review");
  await page.getByText("Wrong password").waitFor();
  await page.getByLabel("Password", { exact: true }).fill(LINK_PASSWORD);
  await clickButton(page, "Start review");
  await commentsPanel(page)
    .getByText(/At \d\d:/)
    .waitFor();
  return page;
}

async function drawStroke(page: Page): Promise<void> {
  await clickButton(page, "Draw");
  await clickButton(page, "Rectangle");
  const canvas = await page.getByRole("group", { name: "Draw on the frame" }).boundingBox();
  if (!canvas) throw new Error("Nothing to draw on");
  await page.mouse.move(canvas.x + canvas.width / 4, canvas.y + canvas.height / 4);
  await page.mouse.down();
  await page.mouse.move(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2, { steps: 5 });
  await page.mouse.up();
}

test("a guest enters by a link, comments with a drawing, sees nothing internal, and loses access within 5 s of its end", async () => {
  await addComment("For clients too", false);
  await addComment("Among us", true);
  const { owner, project } = reviewedFilm;
  const path = `/vireed/${project}/1`;
  const member = await openAs(browser.context, useAdministrator(), { person: owner, path });
  const link = await createLink(member);
  expect(await findBarriers(member)).toEqual([]);
  await member.keyboard.press("Escape");

  const guest = await enterAsGuest(link.url ?? "");
  await commentsPanel(guest).getByText("For clients too").waitFor();
  expect(await commentsPanel(guest).getByText("Among us").count()).toBe(0);
  expect(await guest.getByRole("switch", { name: "Team only" }).count()).toBe(0);
  expect(await guest.locator('meta[name="robots"]').getAttribute("content")).toContain("noindex");
  const marks = guest.locator("[data-status] span", { hasText: "Ada Guest" });
  await marks.first().waitFor();
  // If the mark with the guest's name is removed from the page, it is drawn again.
  await marks.first().evaluate((mark) => mark.parentElement?.remove());
  await marks.first().waitFor();
  expect(await findBarriers(guest)).toEqual([]);

  await drawStroke(guest);
  await commentsPanel(guest).getByRole("textbox", { name: "Write a comment" }).fill("Lighter here");
  await commentsPanel(guest).getByRole("button", { name: "Comment", exact: true }).click();
  const seen = commentsPanel(member).locator("[data-comment]", { hasText: "Lighter here" }).first();
  await seen.waitFor();
  await seen.getByText("Ada Guest").waitFor();
  await seen.getByText("Guest", { exact: true }).waitFor();
  await seen.getByRole("button", { name: "Drawing", exact: true }).click();
  await member
    .getByRole("img", { name: "Drawing by Ada Guest" })
    .locator("rect")
    .waitFor({ state: "attached" });
  await addComment("Still among us", true);
  await addComment("An answer for you", false);
  await commentsPanel(guest).getByText("An answer for you").waitFor();
  expect(await commentsPanel(guest).getByText("Still among us").count()).toBe(0);

  await clickButton(member, "Review links");
  await clickButton(member, "More actions for “Client review”");
  await member.getByRole("menuitem", { name: "Revoke…" }).click();
  await clickButton(member, "Revoke link");
  await guest.getByRole("heading", { name: "This review has ended" }).waitFor({ timeout: MAX_NOTICE_MS });
  expect(await guest.locator("video").count()).toBe(0);
  await clickButton(guest, "Open link again");
  await guest.getByRole("heading", { name: "This review link does not work" }).waitFor();
});
