import { routes } from "@shoal/contract";
import { eventually, H264, makeClip, testPicture, testTone } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { uploadFile, waitForVideo } from "../../harness/account.ts";
import { findBarriers, openAs } from "../../harness/people.ts";
import { useProjectPeople } from "../support/reviewed-film.ts";
import { type TenantUser, useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

/** The number of seconds missing from the start of the second version. Frame 100 of the first version is frame 50 of the second. */
const CUT_DURATION_SEC = 2;
const OLD_FRAME = 100;
const NEW_TIMECODE = "00:00:02:00";

const browser = useBrowser();
const people = useProjectPeople();
let firstCut: Buffer;
let secondCut: Buffer;
beforeAll(async () => {
  const sources = [...testPicture({ durationSec: 8 }), ...testTone(8)];
  const coded = [...H264, "-c:a", "aac"];
  firstCut = await makeClip("first.mp4", [...sources, ...coded]);
  secondCut = await makeClip("second.mp4", [...sources, "-ss", String(CUT_DURATION_SEC), ...coded]);
});

const openPage = (person: TenantUser, path: string, context = browser.context) =>
  openAs(context, useAdministrator(), { person, path });
const clickButton = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();
const commentsPanel = (page: Page) => page.getByRole("region", { name: "Comments", exact: true });
const positionOf = (page: Page, timecode: string) => commentsPanel(page).getByText(timecode);
async function uploadVersion(title: string, clip: Buffer): Promise<void> {
  const account = { ...useAdministrator(), ...people.owner };
  const uuid = await uploadFile(account, title, clip);
  await waitForVideo(account, uuid, ({ playable }) => playable === true);
}
async function writeComment(page: Page, text: string): Promise<void> {
  await commentsPanel(page).getByRole("textbox", { name: "Write a comment" }).fill(text);
  await commentsPanel(page).getByRole("button", { name: "Comment", exact: true }).click();
  await commentsPanel(page).locator("[data-comment]", { hasText: text }).first().waitFor();
}

test("a video is reviewed with a guest: a comment with a drawing moves to a new version, which is approved", async () => {
  const { owner, friend } = people;
  await uploadVersion("First cut", firstCut);
  const page = await openPage(owner, "/vireed");
  await clickButton(page, "New project");
  const window = page.getByRole("region", { name: "New Project" });
  await window.getByRole("textbox", { name: "Title" }).fill("Harbour film");
  await window.getByRole("button", { name: "Choose First cut" }).click();
  const person = window.getByRole("textbox", { name: "Collaborator" });
  await person.fill(friend.username);
  await person.press("Enter");
  await window.getByRole("button", { name: "Create project" }).click();
  await page.getByRole("heading", { level: 1, name: "Harbour film" }).waitFor();
  const project = page.url().match(/vireed\/([^/?]+)/)?.[1] ?? "";

  await page.goto(`${page.url().split("?")[0]}?frame=${OLD_FRAME}`);
  await positionOf(page, "At 00:00:04:00").waitFor();
  await clickButton(page, "Draw");
  await clickButton(page, "Rectangle");
  const canvas = await page.getByRole("group", { name: "Draw on the frame" }).boundingBox();
  if (!canvas) throw new Error("Nothing to draw on");
  await page.mouse.move(canvas.x + canvas.width / 4, canvas.y + canvas.height / 4);
  await page.mouse.down();
  await page.mouse.move(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2, { steps: 5 });
  await page.mouse.up();
  await writeComment(page, "Lighter here");

  await uploadVersion("Second cut", secondCut);
  await clickButton(page, "New version");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Choose Second cut" }).click();
  await dialog.getByRole("button", { name: "Add version" }).click();
  await page.getByRole("link", { name: "Version 2" }).first().click();
  await clickButton(page, "Compare with version 1");
  const carried = page
    .getByRole("region", { name: "Open comments from earlier versions" })
    .getByRole("listitem", { name: `Comment by ${owner.username}` });
  await carried.getByText("Same frame").waitFor();
  await carried.getByRole("button", { name: `Go to ${NEW_TIMECODE}` }).waitFor();
  await carried.getByRole("button", { name: "Confirm" }).click();
  await carried.getByText(`Placed by ${owner.username}`).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await clickButton(page, "Close comparison");

  await clickButton(page, "Choose reviewers");
  await dialog.getByLabel(new RegExp(`^${friend.username}`)).check();
  await dialog.getByRole("button", { name: "Save reviewers" }).click();
  await dialog.waitFor({ state: "detached" });
  const others = await openPage(friend, `/vireed/${project}/2`, await browser.newContext());
  await clickButton(others, /^Approve$/);
  await others.getByText("Decision saved").waitFor();
  await page.getByText("Approved", { exact: true }).first().waitFor();

  await clickButton(page, "Review links");
  await clickButton(page, "New link");
  const form = page.getByRole("dialog", { name: "New review link" });
  await form.getByRole("textbox", { name: "Name" }).fill("Client review");
  await form.getByRole("button", { name: "Create link" }).click();
  await page.getByRole("list", { name: "Review links" }).getByText("Client review").waitFor();
  await page.keyboard.press("Escape");
  const [link] = await owner.call(routes.listReviewLinks, { params: { id: project } });
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link?.url ?? "");
  await guest.getByRole("textbox", { name: "Your name" }).fill("Ada Guest");
  await clickButton(guest, "Start review");
  await commentsPanel(guest)
    .getByText(/At \d\d:/)
    .waitFor();
  await writeComment(guest, "Thank you");
  const seen = commentsPanel(page).locator("[data-comment]", { hasText: "Thank you" }).first();
  await seen.getByText("Ada Guest").waitFor();
  // The decision is kept, and the comment on the first version keeps its drawing and position.
  const { comments } = await owner.call(routes.listComments, { params: { id: project, n: "1" }, query: {} });
  expect(comments).toMatchObject([{ text: "Lighter here", frame: OLD_FRAME }]);
  await eventually(async () =>
    expect(await owner.call(routes.getApproval, { params: { id: project, n: 2 } })).toMatchObject({
      status: "approved",
    }),
  );
});
