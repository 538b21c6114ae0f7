import { routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { findBarriers } from "../../harness/people.ts";
import { toggleControl } from "../support/toggle.ts";
import { formatTypedDate } from "../support/typed-date.ts";
import { findButton, openTab, sectionOf, useVideoPage, waitForPreview } from "../support/video-page.ts";

const DAY_MS = 86_400_000;
const videoPage = useVideoPage();
const { addVideo, read, open } = videoPage;
const getManager = () => videoPage.manager;

test("the iframe code and the link contain the options, including the preview's time", async () => {
  const uuid = await addVideo("Shared");
  const page = await open(uuid);
  await waitForPreview(page);
  const share = sectionOf(page, "Share");
  const code = share.getByLabel("iframe code");
  await toggleControl(share.getByLabel("Muted"));
  await toggleControl(share.getByLabel("Show title"));
  const player = page.frameLocator("iframe");
  await player.getByRole("button", { name: "Play", exact: true }).first().click();
  await player.locator("[data-state=playing]").waitFor();
  await player.locator("video").evaluate((video: HTMLVideoElement) => {
    video.currentTime = 3.2;
    video.pause();
  });
  await expect
    .poll(async () => {
      await share.getByRole("button", { name: "Use preview position" }).click();
      return code.inputValue();
    })
    .toContain("muted=1&amp;start=3.2&amp;title=0");
  await share.getByText("Fixed").click();
  await share.getByLabel("Width (px)").fill("500");
  expect(await code.inputValue()).toContain("width:500px;height:360px");
  await share.getByRole("button", { name: "Copy iframe code" }).click();
  await page.getByText("iframe code copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.inputValue());
  await share.getByLabel("Start at").fill("9:00");
  await share.getByText("The video is shorter than this.").waitFor();
  await share.getByRole("button", { name: "Preview embed" }).click();
  const shown = page.getByRole("dialog").frameLocator("iframe");
  await expect.poll(() => shown.locator(".title").isHidden()).toBe(true);
  await page.keyboard.press("Escape");
  expect(await share.getByLabel("HLS playlist").inputValue()).toContain(`/hls/${uuid}.m3u8`);
});

test("a start date is set, shown as dd/mm/yyyy, and removed, and one in the past means now", async () => {
  const uuid = await addVideo("Later");
  const page = await open(uuid, { section: "start" });
  const start = sectionOf(page, "Scheduled start");
  const date = new Date(Date.now() + 3 * DAY_MS);
  await findButton(page, "Scheduled start", "Edit: Scheduled start").click();
  await start.getByRole("button", { name: "Save" }).click();
  await start.getByText("Enter a date as dd/mm/yyyy hh:mm.").waitFor();
  await start.getByLabel("Date and time").fill(formatTypedDate(date));
  await start.getByRole("button", { name: "Save" }).click();
  await start.getByText(/Viewers can watch it from \d\d\/\d\d\/\d{4} \d\d:\d\d\./).waitFor();
  expect(Date.parse((await read(uuid)).startDate ?? "")).toBe(Math.floor(date.getTime() / 60_000) * 60_000);
  await findButton(page, "Scheduled start", "Edit: Scheduled start").click();
  await start.getByLabel("Date and time").fill("01/01/2020 10:00");
  await start.getByText("This date has passed: viewers can watch the video immediately.").waitFor();
  await start.getByRole("button", { name: "Save" }).click();
  await start.getByText("Viewers can watch it as soon as it is ready.").waitFor();
  expect((await read(uuid)).startDate).toBeNull();
});

test("a password is suggested, set and removed", async () => {
  const uuid = await addVideo("Guarded");
  const page = await open(uuid, { section: "password" });
  const section = sectionOf(page, "Password");
  await section.getByRole("button", { name: "Set password" }).click();
  await section.getByLabel("Password for viewers").fill("abc");
  await section.getByRole("button", { name: "Save" }).click();
  await section.getByText("At least 4 characters").waitFor();
  await section.getByRole("button", { name: "Suggest password" }).click();
  const suggested = await section.getByLabel("Suggested password").inputValue();
  expect(await section.getByLabel("Password for viewers").inputValue()).toBe(suggested);
  await section.getByRole("button", { name: "Save" }).click();
  await section.getByText("Viewers need a password").waitFor();
  expect((await read(uuid)).isPassword).toBe(true);
  await section.getByRole("button", { name: "Remove password" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove password" }).click();
  await section.getByText("Anyone with the link can watch.").waitFor();
  expect((await read(uuid)).isPassword).toBe(false);
});

test("autoplay, download, the intro message and categories are saved", async () => {
  const uuid = await addVideo("Dressed");
  const page = await open(uuid, { section: "playback" });
  const playback = sectionOf(page, "Playback");
  await toggleControl(playback.getByRole("switch", { name: "Download" }));
  await expect.poll(async () => (await read(uuid)).download).toBe(true);
  const { autoplay } = await read(uuid);
  await toggleControl(playback.getByRole("switch", { name: "Autoplay" }));
  await expect.poll(async () => (await read(uuid)).autoplay).toBe(!autoplay);
  const intro = sectionOf(page, "Intro message");
  await intro.getByRole("button", { name: "Write a message" }).click();
  await intro.getByRole("button", { name: "Save" }).click();
  await intro.getByText("Write a message.").waitFor();
  await intro.getByRole("textbox", { name: /^Message/ }).fill("The harbour at dawn.");
  await intro.getByRole("figure").getByText("The harbour at dawn.").waitFor();
  await intro.getByRole("button", { name: "Save" }).click();
  await intro.getByRole("button", { name: "Remove message" }).waitFor();
  expect((await read(uuid)).introModal).toEqual({ title: "", text: "The harbour at dawn.", button: "" });
  await openTab(page, "Overview");
  const categories = sectionOf(page, "Categories");
  await categories.getByRole("combobox", { name: "Category" }).fill("Ports");
  await categories.getByRole("button", { name: "Create “Ports”" }).click();
  await categories.getByRole("button", { name: "Remove from Ports" }).waitFor();
  expect((await read(uuid)).categories).toHaveLength(1);
  await categories.getByRole("button", { name: "Remove from Ports" }).click();
  await categories.getByText("No category yet.").waitFor();
  expect((await read(uuid)).categories).toEqual([]);
});

test("a line states who can watch, and a preset changes it and the advanced rules", async () => {
  const uuid = await addVideo("Private");
  const page = await open(uuid);
  const glance = page.getByRole("link", { name: /^Who can watch/ });
  await glance.getByText("Anyone with the link can watch").waitFor();
  await glance.click();
  const section = sectionOf(page, "Who can watch");
  const choose = async (preset: string) => {
    await findButton(page, "Who can watch", "Change who can watch").click();
    await section.getByRole("radio", { name: preset }).check();
  };
  await choose("Listed websites");
  await section.getByRole("button", { name: "Save" }).click();
  await section.getByText("Add at least one website.").waitFor();
  await section.getByRole("textbox").fill("news.example.org");
  await section.getByRole("button", { name: "Add", exact: true }).click();
  expect(await findBarriers(page)).toEqual([]);
  await section.getByRole("button", { name: "Save" }).click();
  await section.getByText("Viewers can watch on news.example.org only").waitFor();
  await glance.getByText("Viewers can watch on news.example.org only").waitFor();
  await choose("With a password");
  await section.getByRole("button", { name: "Save" }).click();
  await section.getByText("At least 4 characters").waitFor();
  await section.getByLabel("Password for viewers").fill("harbour-7");
  await section.getByRole("button", { name: "Save" }).click();
  await section.getByText("Anyone with the password can watch").waitFor();
  const readRules = async () =>
    (await getManager().call(routes.getVideoRules, { params: { id: uuid } })).custom;
  expect(await readRules()).toEqual({});
  expect((await read(uuid)).isPassword).toBe(true);
  await choose("Nobody");
  await section.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("button", { name: "Block viewers" }).click();
  await section.getByText("Nobody can watch").waitFor();
  expect(await readRules()).toEqual({ streaming: "refused" });
});
