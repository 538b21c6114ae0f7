import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { findBarriers } from "./support/people.ts";
import { useAdministrator } from "./support/tenants.ts";
import { toggle } from "./support/toggle.ts";
import { button, sectionOf, useVideoPage, waitForPreview } from "./support/video-page.ts";

const DAY_MS = 86_400_000;
const videos = useVideoPage();
const { addVideo, read, open } = videos;

const toPlaceInYear = (date: Date) => {
  const pad = (value: number) => String(value).padStart(2, "0");
  const day = `${pad(date.getDate())}/${pad(date.getMonth() + 1)}/${date.getFullYear()}`;
  return `${day} ${pad(date.getHours())}:${pad(date.getMinutes())}`;
};

test("a section is reached by its address; the facts of the video are there, and the log for managers", async () => {
  const uuid = await addVideo("Known");
  const page = await open(uuid, { section: "info" });
  await page.getByRole("heading", { name: "Info" }).and(page.locator(":focus")).waitFor();
  const info = sectionOf(page, "Info");
  for (const fact of [videos.manager.username, "0:08", "VOD", "Known.mp4", uuid])
    await info.getByText(fact).first().waitFor();
  await info.getByRole("cell", { name: "SD" }).waitFor();
  await info.getByRole("button", { name: "Copy the identifier" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(uuid);
  await info.getByRole("link", { name: "See what was done with this video" }).click();
  await page.getByRole("heading", { name: "Activity log" }).waitFor();
});

test("who may only look reads everything and has no rights to modify", async () => {
  const uuid = await addVideo("Looked at");
  const reader = await videos.tenant.addUser([]);
  const page = await open(uuid, { person: reader });
  await sectionOf(page, "Chapters").getByText("No rights to modify").waitFor();
  expect(await page.getByRole("button", { name: /^Edit|Set a password|Delete/ }).count()).toBe(0);
  expect(await sectionOf(page, "Playback").getByLabel("Autoplay").isDisabled()).toBe(true);
  expect(await findBarriers(page)).toEqual([]);
});

test("the iframe code and the link carry the options, the preview's time too", async () => {
  const uuid = await addVideo("Shared");
  const page = await open(uuid);
  await waitForPreview(page);
  const share = sectionOf(page, "Share");
  const code = share.getByLabel("iframe code");
  await toggle(share.getByLabel("Muted"));
  await toggle(share.getByLabel("Shows its title"));
  const player = page.frameLocator("iframe");
  await player.getByRole("button", { name: "Play", exact: true }).first().click();
  await player.locator("[data-state=playing]").waitFor();
  await player.locator("video").evaluate((video: HTMLVideoElement) => {
    video.currentTime = 3.2;
    video.pause();
  });
  await expect
    .poll(async () => {
      await share.getByRole("button", { name: "Use the preview's time" }).click();
      return code.inputValue();
    })
    .toContain("muted=1&amp;start=3.2&amp;title=0");
  await share.getByText("Fixed").click();
  await share.getByLabel("Width (px)").fill("500");
  expect(await code.inputValue()).toContain("width:500px;height:360px");
  await share.getByRole("button", { name: "Copy the iframe code" }).click();
  await page.getByText("iframe code copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.inputValue());
  await share.getByLabel("Begins at").fill("9:00");
  await share.getByText("The video is shorter than that.").waitFor();
  await share.getByRole("button", { name: "See it" }).click();
  const shown = page.getByRole("dialog").frameLocator("iframe");
  await expect.poll(() => shown.locator(".title").isHidden()).toBe(true);
  await page.keyboard.press("Escape");
  expect(await share.getByLabel("HLS playlist").inputValue()).toContain(`/hls/${uuid}.m3u8`);
});

test("a delayed start is planned, said again as dd/mm/yyyy, and dropped; one in the past means at once", async () => {
  const uuid = await addVideo("Later");
  const page = await open(uuid, { section: "start" });
  const start = sectionOf(page, "Delayed start");
  const date = new Date(Date.now() + 3 * DAY_MS);
  await button(page, "Delayed start", "Edit: Delayed start").click();
  await start.getByRole("button", { name: "Save" }).click();
  await start.getByText("Write a date as dd/mm/yyyy hh:mm.").waitFor();
  await start.getByLabel("Date and time").fill(toPlaceInYear(date));
  await start.getByRole("button", { name: "Save" }).click();
  await start.getByText(/Viewers can watch it from \d\d\/\d\d\/\d{4} \d\d:\d\d\./).waitFor();
  expect(Date.parse((await read(uuid)).startDate ?? "")).toBe(Math.floor(date.getTime() / 60_000) * 60_000);
  await button(page, "Delayed start", "Edit: Delayed start").click();
  await start.getByLabel("Date and time").fill("01/01/2020 10:00");
  await start.getByText("This is in the past or now: viewers can watch the video at once.").waitFor();
  await start.getByRole("button", { name: "Save" }).click();
  await start.getByText("Viewers can watch it as soon as it is ready.").waitFor();
  expect((await read(uuid)).startDate).toBeNull();
});

test("a destruction is planned and cleared, each told with the title; one in the past is asked about, and destroys", async () => {
  const uuid = await addVideo("Short lived");
  const page = await open(uuid, { section: "deletion" });
  const deletion = sectionOf(page, "Delayed destruction");
  const dialog = page.getByRole("dialog");
  const plan = async (date: string) => {
    await button(page, "Delayed destruction", "Edit: Delayed destruction").click();
    await deletion.getByLabel("Date and time").fill(date);
    await deletion.getByRole("button", { name: "Plan the destruction" }).click();
  };
  await plan(toPlaceInYear(new Date(Date.now() + DAY_MS)));
  await dialog.getByText("The destruction is planned").waitFor();
  await dialog.getByText("Short lived").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  expect((await read(uuid)).deleteDate).not.toBeNull();
  await deletion.getByRole("button", { name: "Clear the date" }).click();
  await dialog.getByRole("button", { name: "Clear the date" }).click();
  await dialog.getByText("The destruction date is cleared").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  expect((await read(uuid)).deleteDate).toBeNull();
  await plan("01/01/2020 10:00");
  await dialog.getByText("Destroy this video now?").waitFor();
  await dialog.getByRole("button", { name: "Destroy it now" }).click();
  await dialog.getByText("The video is destroyed").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await page.getByText("This video was deleted as planned").first().waitFor();
  expect((await read(uuid)).isDeleted).toBe(true);
});

test("a password is suggested, set and removed", async () => {
  const uuid = await addVideo("Guarded");
  const page = await open(uuid, { section: "password" });
  const section = sectionOf(page, "Password");
  await section.getByRole("button", { name: "Set a password" }).click();
  await section.getByLabel("Password for viewers").fill("abc");
  await section.getByRole("button", { name: "Save" }).click();
  await section.getByText("At least 4 characters").waitFor();
  await section.getByRole("button", { name: "Suggest one" }).click();
  const suggested = await section.getByLabel("Suggested password").inputValue();
  expect(await section.getByLabel("Password for viewers").inputValue()).toBe(suggested);
  await section.getByRole("button", { name: "Save" }).click();
  await section.getByText("Viewers are asked for a password").waitFor();
  expect((await read(uuid)).isPassword).toBe(true);
  await section.getByRole("button", { name: "Remove the password" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove the password" }).click();
  await section.getByText("Everybody who has the address can watch.").waitFor();
  expect((await read(uuid)).isPassword).toBe(false);
});

test("autoplay, download, the intro message and categories are saved", async () => {
  const uuid = await addVideo("Dressed");
  const page = await open(uuid);
  const playback = sectionOf(page, "Playback");
  await toggle(playback.getByRole("switch", { name: "Download" }));
  await expect.poll(async () => (await read(uuid)).download).toBe(true);
  const { autoplay } = await read(uuid);
  await toggle(playback.getByRole("switch", { name: "Autoplay" }));
  await expect.poll(async () => (await read(uuid)).autoplay).toBe(!autoplay);
  const intro = sectionOf(page, "Intro message");
  await intro.getByRole("button", { name: "Write a message" }).click();
  await intro.getByRole("button", { name: "Save" }).click();
  await intro.getByText("Write a message.").waitFor();
  await intro.getByRole("textbox", { name: /^Message/ }).fill("The harbour at dawn.");
  await intro.getByRole("figure").getByText("The harbour at dawn.").waitFor();
  await intro.getByRole("button", { name: "Save" }).click();
  await intro.getByRole("button", { name: "Remove the message" }).waitFor();
  expect((await read(uuid)).introModal).toEqual({ title: "", text: "The harbour at dawn.", button: "" });
  const categories = sectionOf(page, "Categories");
  await categories.getByRole("combobox", { name: "Category" }).fill("Ports");
  await categories.getByRole("button", { name: "Create “Ports”" }).click();
  await categories.getByRole("button", { name: "Take out of Ports" }).waitFor();
  expect((await read(uuid)).categories).toHaveLength(1);
  await categories.getByRole("button", { name: "Take out of Ports" }).click();
  await categories.getByText("It has no category.").waitFor();
  expect((await read(uuid)).categories).toEqual([]);
});

test("what somebody else saves meanwhile is told, and what was typed stays until it is saved again", async () => {
  const uuid = await addVideo("Contested");
  const page = await open(uuid);
  await page.getByRole("button", { name: "Edit: Title" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Mine");
  await button(page, "Intro message", "Write a message").click();
  const intro = sectionOf(page, "Intro message");
  await intro.getByRole("textbox", { name: /^Message/ }).fill("My words");
  const theirs = { title: "Theirs", introModal: { title: "Their title", text: "Their words", button: "" } };
  await videos.manager.call(routes.updateVideo, { params: { id: uuid }, body: theirs });
  await intro.getByText("Somebody else changed this meanwhile").waitFor();
  expect(await intro.getByRole("textbox", { name: /^Title/ }).inputValue()).toBe("Their title");
  expect(await intro.getByRole("textbox", { name: /^Message/ }).inputValue()).toBe("My words");
  expect(await page.getByRole("textbox", { name: "Title", exact: true }).inputValue()).toBe("Mine");
  await intro.getByRole("button", { name: "Save" }).click();
  await intro.getByRole("button", { name: "Remove the message" }).waitFor();
  await page.getByRole("button", { name: "Take this value" }).click();
  expect(await page.getByRole("textbox", { name: "Title", exact: true }).inputValue()).toBe("Theirs");
  expect((await read(uuid)).introModal).toEqual({ title: "Their title", text: "My words", button: "" });
});

test("a video is deleted and taken back at once; one that is not there says so", async () => {
  const uuid = await addVideo("Taken back");
  const page = await open(uuid);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("The video is in the trash").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("“Taken back” is back in the library").waitFor();
  expect((await read(uuid)).uuid).toBe(uuid);
  await page.goto(`${useAdministrator().apiUrl}/#/player/00000000-0000-4000-8000-000000000000`);
  await page.getByRole("heading", { name: "This video does not exist any more." }).waitFor();
});
