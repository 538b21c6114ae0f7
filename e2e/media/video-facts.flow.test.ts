import { expect, test } from "vitest";
import { findBarriers } from "../../harness/people.ts";
import { formatTypedDate } from "../support/typed-date.ts";
import { findButton, openTab, sectionOf, useVideoPage } from "../support/video-page.ts";

const DAY_MS = 86_400_000;
/** The tabs of a VOD's page. Each has the title of a section that the tab contains. */
const TAB_SECTIONS = [
  ["Overview", "Location"],
  ["Chapters and captions", "Chapters"],
  ["Access and delivery", "Who can watch"],
  ["Encoding", "Qualities"],
  ["Appearance", "Thumbnail"],
  ["Danger zone", "Scheduled deletion"],
] as const;
const videoPage = useVideoPage();
const { addVideo, read, open } = videoPage;

test("a section opens by its URL and shows the video's facts, with the log only for managers", async () => {
  const uuid = await addVideo("Known");
  const page = await open(uuid, { section: "info" });
  await page.getByRole("heading", { name: "Info" }).and(page.locator(":focus")).waitFor();
  const info = sectionOf(page, "Info");
  for (const fact of [videoPage.manager.username, "0:08", "VOD", "Known.mp4", uuid])
    await info.getByText(fact).first().waitFor();
  await info.getByRole("rowheader", { name: "180p" }).waitFor();
  await info.getByRole("cell", { name: "H.264" }).waitFor();
  await info.getByRole("button", { name: "Copy identifier" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(uuid);
  await info.getByRole("link", { name: "Activity log of this video" }).click();
  await page.getByRole("heading", { name: "Activity log" }).waitFor();
});

test("a user without roles can read everything and change nothing", async () => {
  const uuid = await addVideo("Looked at");
  const reader = await videoPage.tenant.addUser([]);
  const page = await open(uuid, { person: reader });
  const noRights = /^Edit|Set password|Delete|Change who/;
  for (const [tab, section] of TAB_SECTIONS) {
    await openTab(page, tab);
    await sectionOf(page, section).getByText("No rights to modify").waitFor();
    expect(await page.getByRole("button", { name: noRights }).count()).toBe(0);
  }
  await openTab(page, "Appearance");
  expect(await sectionOf(page, "Playback").getByLabel("Autoplay").isDisabled()).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
});

test("a deletion is scheduled and cleared, and one in the past deletes the video after confirmation", async () => {
  const uuid = await addVideo("Short lived");
  const page = await open(uuid, { section: "deletion" });
  const deletion = sectionOf(page, "Scheduled deletion");
  const dialog = page.getByRole("dialog");
  const plan = async (date: string) => {
    await findButton(page, "Scheduled deletion", "Edit: Scheduled deletion").click();
    await deletion.getByLabel("Date and time").fill(date);
    await deletion.getByRole("button", { name: "Schedule deletion" }).click();
  };
  await plan(formatTypedDate(new Date(Date.now() + DAY_MS)));
  await dialog.getByText("Deletion scheduled").waitFor();
  await dialog.getByText("Short lived").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  expect((await read(uuid)).deleteDate).not.toBeNull();
  await deletion.getByRole("button", { name: "Clear date" }).click();
  await dialog.getByRole("button", { name: "Clear date" }).click();
  await dialog.getByText("Deletion date cleared").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  expect((await read(uuid)).deleteDate).toBeNull();
  await plan("01/01/2020 10:00");
  await dialog.getByText("Delete this video now?").waitFor();
  await dialog.getByRole("button", { name: "Delete now" }).click();
  await dialog.getByText("Video deleted").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByText("This video was deleted as scheduled").first().waitFor();
  expect((await read(uuid)).isDeleted).toBe(true);
});
