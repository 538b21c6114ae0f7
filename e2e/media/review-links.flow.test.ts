import { type ReviewLinkView, routes } from "@shoal/contract";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findBarriers, openAs } from "../../harness/people.ts";
import { useReviewedFilm } from "../support/reviewed-film.ts";
import { useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const PASSWORD = "tide and harbour";
/** Time within which people who lost access are notified. */
const ENDED_WITHIN_MS = 5_000;

const browser = useBrowser();
const film = useReviewedFilm();

const comment = (text: string, isInternal: boolean) => film.comment({ text, frame: 25, isInternal });

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const panel = (page: Page) => page.getByRole("region", { name: "Comments", exact: true });

/** Creates a link in the window, like a member of the project. */
async function makeLink(page: Page): Promise<ReviewLinkView> {
  await press(page, "Review links");
  await page.getByText("No review links yet").waitFor();
  await press(page, "New link");
  const form = page.getByRole("dialog", { name: "New review link" });
  await form.getByRole("textbox", { name: "Name" }).fill("Client review");
  await form.getByRole("checkbox", { name: "Show the guest’s name over the video" }).check();
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Create link" }).click();
  await page.getByRole("list", { name: "Review links" }).getByText("Client review").waitFor();
  const [link] = await film.owner.call(routes.listReviewLinks, { params: { id: film.project } });
  if (!link?.url) throw new Error("The link is not there");
  return link;
}

async function enter(url: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(url);
  await page.getByRole("textbox", { name: "Your name" }).fill("Ada Guest");
  await page.getByLabel("Password", { exact: true }).fill("a wrong one");
  await press(page, "Start the review");
  await page.getByText("Wrong password").waitFor();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await press(page, "Start the review");
  await panel(page)
    .getByText(/At \d\d:/)
    .waitFor();
  return page;
}

async function draw(page: Page): Promise<void> {
  await press(page, "Draw");
  await press(page, "Rectangle");
  const canvas = await page.getByRole("group", { name: "Draw on the frame" }).boundingBox();
  if (!canvas) throw new Error("Nothing to draw on");
  await page.mouse.move(canvas.x + canvas.width / 4, canvas.y + canvas.height / 4);
  await page.mouse.down();
  await page.mouse.move(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2, { steps: 5 });
  await page.mouse.up();
}

test("a guest enters by a link, comments with a drawing, sees nothing internal, and loses access within 5 s of its end", async () => {
  await comment("For clients too", false);
  await comment("Among us", true);
  const { owner, project } = film;
  const path = `/vireed/${project}/1`;
  const member = await openAs(browser.context, useAdministrator(), { person: owner, path });
  const link = await makeLink(member);
  expect(await findBarriers(member)).toEqual([]);
  await member.keyboard.press("Escape");

  const guest = await enter(link.url ?? "");
  await panel(guest).getByText("For clients too").waitFor();
  expect(await panel(guest).getByText("Among us").count()).toBe(0);
  expect(await guest.getByRole("switch", { name: "Team only" }).count()).toBe(0);
  expect(await guest.locator('meta[name="robots"]').getAttribute("content")).toContain("noindex");
  const marks = guest.locator("[data-status] span", { hasText: "Ada Guest" });
  await marks.first().waitFor();
  // A drawing that is removed from the page is drawn again.
  await marks.first().evaluate((mark) => mark.parentElement?.remove());
  await marks.first().waitFor();
  expect(await findBarriers(guest)).toEqual([]);

  await draw(guest);
  await panel(guest).getByRole("textbox", { name: "Write a comment" }).fill("Lighter here");
  await panel(guest).getByRole("button", { name: "Comment", exact: true }).click();
  const seen = panel(member).locator("[data-comment]", { hasText: "Lighter here" }).first();
  await seen.waitFor();
  await seen.getByText("Ada Guest").waitFor();
  await seen.getByText("Guest", { exact: true }).waitFor();
  await seen.getByRole("button", { name: "Drawing", exact: true }).click();
  await member
    .getByRole("img", { name: "Drawing by Ada Guest" })
    .locator("rect")
    .waitFor({ state: "attached" });
  await comment("Still among us", true);
  await comment("An answer for you", false);
  await panel(guest).getByText("An answer for you").waitFor();
  expect(await panel(guest).getByText("Still among us").count()).toBe(0);

  await press(member, "Review links");
  await press(member, "More actions for “Client review”");
  await member.getByRole("menuitem", { name: "Revoke…" }).click();
  await press(member, "Revoke the link");
  await guest.getByRole("heading", { name: "This review has ended" }).waitFor({ timeout: ENDED_WITHIN_MS });
  expect(await guest.locator("video").count()).toBe(0);
  await press(guest, "Open the link again");
  await guest.getByRole("heading", { name: "This review link does not work" }).waitFor();
});
