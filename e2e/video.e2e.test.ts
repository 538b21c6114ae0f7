import { readFile } from "node:fs/promises";
import { routes, type VideoView } from "@shoal/contract";
import { H264, makeClipFolder, testPicture, testTone } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { uploadFile, waitForVideo } from "./support/account.ts";
import { findBarriers, openAs, type Person } from "./support/people.ts";
import { addTenant, type Tenant, type TenantUser, useAdministrator } from "./support/tenants.ts";
import { useBrowser } from "./support/test-browser.ts";

const CLIP_SEC = 8;
const DAY_MS = 86_400_000;
const browser = useBrowser();
let tenant: Tenant;
let manager: TenantUser;
let clip: Buffer;
let clipWithSound: Buffer;

beforeAll(async () => {
  await using clips = await makeClipFolder();
  const picture = [...testPicture({ durationSec: CLIP_SEC, rate: "10" })];
  const make = async (name: string, args: string[]) =>
    readFile(await clips.make(name, [...args, ...H264, "-movflags", "+faststart"]));
  clip = await make("silent.mp4", picture);
  clipWithSound = await make("heard.mp4", [...picture, ...testTone(CLIP_SEC), "-c:a", "aac"]);
});
beforeEach(async () => {
  tenant = await addTenant(["manager"]);
  manager = tenant.user;
  await browser.context.grantPermissions(["clipboard-read", "clipboard-write"]);
});

/** A video of the client that plays. */
async function addVideo(title: string, file = clip): Promise<string> {
  const owner = asAccount();
  const uuid = await uploadFile(owner, title, file);
  await waitForVideo(owner, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  return uuid;
}
const asAccount = () => ({ ...useAdministrator(), ...manager });

const read = (uuid: string): Promise<VideoView> => manager.call(routes.getVideo, { params: { id: uuid } });
const open = (uuid: string, options: { section?: string; person?: Person } = {}) =>
  openAs(browser.context, useAdministrator(), {
    person: options.person ?? manager,
    path: `/player/${uuid}${options.section ? `?section=${options.section}` : ""}`,
  });
const sectionOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const button = (page: Page, section: string, name: string) =>
  sectionOf(page, section).getByRole("button", { name, exact: true });
const waitForPreview = (page: Page) =>
  page.getByRole("button", { name: "Use the preview's time" }).and(page.locator(":enabled")).waitFor();
const toPlaceInYear = (date: Date) => {
  const pad = (value: number) => String(value).padStart(2, "0");
  const day = `${pad(date.getDate())}/${pad(date.getMonth() + 1)}/${date.getFullYear()}`;
  return `${day} ${pad(date.getHours())}:${pad(date.getMinutes())}`;
};

test("the page has no barriers while it is edited, gives the focus back, and fits a telephone", async () => {
  const uuid = await addVideo("Harbour");
  await manager.call(routes.setChapters, {
    params: { id: uuid },
    body: { chapters: [{ start: 0, title: "Quay" }] },
  });
  const intro = { title: "Welcome", text: "The harbour at dawn.", button: "" };
  await manager.call(routes.updateVideo, { params: { id: uuid }, body: { introModal: intro } });
  const page = await open(uuid);
  await sectionOf(page, "Chapters").getByText("Quay").waitFor();
  await button(page, "Chapters", "Edit: Chapters").click();
  await button(page, "Qualities", "Edit: Qualities").click();
  expect(await findBarriers(page)).toEqual([]);
  await button(page, "Qualities", "Cancel").click();
  await button(page, "Qualities", "Edit: Qualities").and(page.locator(":focus")).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("a section is reached by its address; the facts of the video are there, and the log for managers", async () => {
  const uuid = await addVideo("Known");
  const page = await open(uuid, { section: "info" });
  await page.getByRole("heading", { name: "Info" }).and(page.locator(":focus")).waitFor();
  const info = sectionOf(page, "Info");
  for (const fact of [manager.username, "0:08", "VOD", "Known.mp4", uuid])
    await info.getByText(fact).first().waitFor();
  await info.getByRole("cell", { name: "SD" }).waitFor();
  await info.getByRole("button", { name: "Copy the identifier" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(uuid);
  await info.getByRole("link", { name: "See what was done with this video" }).click();
  await page.getByRole("heading", { name: "Activity log" }).waitFor();
});

test("who may only look reads everything and has no rights to modify", async () => {
  const uuid = await addVideo("Looked at");
  const reader = await tenant.addUser([]);
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
  await share.getByLabel("Muted").check({ force: true });
  await share.getByLabel("Shows its title").uncheck({ force: true });
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

test("chapters are added at the preview's time, moved on the timeline, marked where faulty, and put in order", async () => {
  const uuid = await addVideo("In parts");
  const page = await open(uuid, { section: "chapters" });
  await waitForPreview(page);
  const chapters = sectionOf(page, "Chapters");
  await button(page, "Chapters", "Edit: Chapters").click();
  await chapters.getByRole("button", { name: "Add at 00:00" }).click();
  await chapters.getByLabel("Title of chapter 1").fill("Quay");
  await chapters.getByRole("button", { name: "Add a chapter" }).click();
  await chapters.getByRole("button", { name: "Save" }).click();
  await chapters.getByText("Write a title").waitFor();
  await chapters.getByText("As in 1:05 or 1:02:03").waitFor();
  await chapters.getByLabel("Time of chapter 2").fill("0:05");
  await chapters.getByLabel("Title of chapter 2").fill("Open sea");
  const mark = chapters.getByRole("slider", { name: "Quay" });
  await mark.focus();
  await page.keyboard.press("ArrowRight");
  expect(await mark.getAttribute("aria-valuetext")).toBe("00:01");
  const place = await chapters.getByRole("group", { name: "Timeline of the chapters" }).boundingBox();
  const handle = await mark.boundingBox();
  if (!place || !handle) throw new Error("There is no timeline");
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(place.x + (place.width * 7) / CLIP_SEC, handle.y + handle.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => chapters.getByLabel("Title of chapter 1").inputValue()).toBe("Open sea");
  await page.getByRole("link", { name: "All videos" }).click();
  await page.getByRole("dialog").getByText("Leave without saving?").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await chapters.getByRole("button", { name: "Save" }).click();
  await chapters.getByRole("listitem").first().getByText("Open sea").waitFor();
  expect((await read(uuid)).chapters).toEqual([
    { start: 5, title: "Open sea" },
    { start: 7, title: "Quay" },
  ]);
});

test("chapters come from a file, which is refused line by line, and go into one", async () => {
  const uuid = await addVideo("From a file");
  const page = await open(uuid, { section: "chapters" });
  const chapters = sectionOf(page, "Chapters");
  const choose = (name: string, text: string) =>
    chapters
      .locator("input[type=file]")
      .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await chapters.getByRole("button", { name: "Import a file" }).waitFor();
  await choose("wrong.txt", "0:00 Quay\nno time\n9:00 Beyond");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Line 2: is not a time and a title").waitFor();
  await dialog.getByText("Line 3: is beyond the end of the video").waitFor();
  await page.keyboard.press("Escape");
  await choose("right.txt", "0:00 Quay\n0:04 Sea, open");
  await chapters.getByText("Sea, open").waitFor();
  for (const [format, content] of [
    ["WebVTT (.vtt)", "WEBVTT"],
    ["Spreadsheet (.csv)", '\ufeffstart,title\r\n0,Quay\r\n4,"Sea, open"'],
    ["Text, as for a description (.txt)", "00:00 Quay\n00:04 Sea, open"],
  ] as const) {
    await chapters.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: format }).click(),
    ]);
    expect(await readFile(await download.path(), "utf8")).toContain(content);
  }
});

test("a part is cut out to the frame and listed, and leads to its source", async () => {
  const uuid = await addVideo("To cut");
  const page = await open(uuid, { section: "cuts" });
  await button(page, "Cut versions", "New cut version").click();
  const place = sectionOf(page, "Cut versions");
  const edge = (name: string) => place.getByRole("textbox", { name, exact: true });
  await place.getByText("This video has no sound.").waitFor();
  await edge("From").fill("0:02.5");
  await edge("To").fill("0:02");
  await button(page, "Cut versions", "Cut").click();
  await edge("To").and(page.locator("[aria-invalid=true]")).waitFor();
  await edge("To").fill("0:06");
  await button(page, "Cut versions", "To: one frame on").click();
  expect(await findBarriers(page)).toEqual([]);
  await button(page, "Cut versions", "Cut").click();
  const link = place.getByRole("link", { name: "To cut (00:02–00:06)" });
  await link.waitFor();
  const query = { filter: { parent: uuid } as never };
  const { _embedded: cuts } = await manager.call(routes.listVideos, { query });
  const cut = await waitForVideo(asAccount(), String(cuts[0]?.uuid), (video) => video.playable);
  expect(cut).toMatchObject({ inAndOutOrigin: uuid, duration: 3.6 });
  await link.click();
  await place.locator(`a[href$="/player/${uuid}"]`).waitFor();
});

test("the sound is drawn under a cut's timeline, a part of which is enlarged, and arrows move its edges by frames", async () => {
  const uuid = await addVideo("Heard", clipWithSound);
  const page = await open(uuid, { section: "cuts" });
  await button(page, "Cut versions", "New cut version").click();
  const place = sectionOf(page, "Cut versions");
  await place.getByText(/^Loudness: -\d+(\.\d+)? LUFS$/).waitFor();
  const isDrawn = () =>
    place.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
      const picture = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height);
      return picture?.data.some((value) => value > 0) ?? false;
    });
  await expect.poll(isDrawn).toBe(true);
  const tools = place.getByRole("group", { name: "Part of the timeline that is shown" });
  await tools.getByText("00:00 to 00:08").waitFor();
  await tools.getByRole("button", { name: "Zoom to: To" }).click();
  await tools.getByText("00:06 to 00:08").waitFor();
  await tools.getByRole("button", { name: "Show what is later" }).and(page.locator(":disabled")).waitFor();
  await place.getByRole("slider", { name: "To" }).press("ArrowLeft");
  expect(await place.getByRole("textbox", { name: "To", exact: true }).inputValue()).toBe("00:07.9");
  // The edge that is not shown comes into what is.
  await place.getByRole("slider", { name: "From" }).press("ArrowRight");
  await tools.getByText("00:00 to 00:02").waitFor();
  expect(await place.getByRole("textbox", { name: "From", exact: true }).inputValue()).toBe("00:00.1");
  await tools.getByRole("button", { name: "Show the whole video" }).click();
  await tools.getByText("00:00 to 00:08").waitFor();
  expect(await findBarriers(page)).toEqual([]);
});

test("autoplay, download, the intro message and categories are saved", async () => {
  const uuid = await addVideo("Dressed");
  const page = await open(uuid);
  const playback = sectionOf(page, "Playback");
  await playback.getByRole("switch", { name: "Download" }).click({ force: true });
  await expect.poll(async () => (await read(uuid)).download).toBe(true);
  const { autoplay } = await read(uuid);
  await playback.getByRole("switch", { name: "Autoplay" }).click({ force: true });
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

test("other qualities are saved after a warning, and the video is encoded again with them", async () => {
  const uuid = await addVideo("Again");
  const page = await open(uuid, { section: "encoding" });
  const qualities = sectionOf(page, "Qualities");
  await button(page, "Qualities", "Edit: Qualities").click();
  await qualities.getByRole("radio", { name: "My own qualities" }).check({ force: true });
  await qualities.getByLabel("Bitrate (kbps)").fill("1");
  await qualities.getByRole("button", { name: "Save and restart" }).click();
  await qualities.getByText("Some qualities are not valid.").waitFor();
  await qualities.getByLabel("Bitrate (kbps)").fill("300");
  await qualities.getByLabel("Resolution").selectOption("256x144");
  await qualities.getByRole("button", { name: "Save and restart" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/unavailable for at least 30 seconds/).waitFor();
  await dialog.getByRole("button", { name: "Save and restart" }).click();
  await qualities.getByText("300 kbps, 256 × 144, 30 frames/s").waitFor();
  const done = await waitForVideo(asAccount(), uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  expect(done.representations.map(({ width, height }) => [width, height])).toEqual([[256, 144]]);
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
  await manager.call(routes.updateVideo, { params: { id: uuid }, body: theirs });
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
