import { readFile } from "node:fs/promises";
import { routes } from "@shoal/contract";
import { testTone } from "@shoal/testkit";
import { beforeAll, expect, test } from "vitest";
import { waitForVideo } from "../../harness/account.ts";
import { findBarriers } from "../../harness/people.ts";
import { toggleControl } from "../support/toggle.ts";
import {
  CLIP_DURATION_SEC,
  findButton,
  makeFilm,
  openTab,
  sectionOf,
  useVideoPage,
} from "../support/video-page.ts";

const videoPage = useVideoPage();
const { addVideo, read, open } = videoPage;
let clipWithSound: Buffer;
beforeAll(async () => {
  clipWithSound = await makeFilm([...testTone(CLIP_DURATION_SEC), "-c:a", "aac"]);
});

test("the page has no barriers while a field is edited, restores the focus, and fits a phone", async () => {
  const uuid = await addVideo("Harbour");
  await videoPage.manager.call(routes.setChapters, {
    params: { id: uuid },
    body: { chapters: [{ start: 0, title: "Quay" }] },
  });
  const intro = { title: "Welcome", text: "The harbour at dawn.", button: "" };
  await videoPage.manager.call(routes.updateVideo, { params: { id: uuid }, body: { introModal: intro } });
  const page = await open(uuid, { section: "chapters" });
  await sectionOf(page, "Chapters").getByText("Quay").waitFor();
  await findButton(page, "Chapters", "Edit: Chapters").click();
  expect(await findBarriers(page)).toEqual([]);
  await openTab(page, "Appearance");
  await sectionOf(page, "Intro message").getByText("The harbour at dawn.").first().waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await openTab(page, "Encoding");
  await findButton(page, "Qualities", "Edit: Qualities").click();
  expect(await findBarriers(page)).toEqual([]);
  await findButton(page, "Qualities", "Cancel").click();
  await findButton(page, "Qualities", "Edit: Qualities").and(page.locator(":focus")).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("chapters are added at the preview's time, moved on the timeline, marked if invalid, and sorted", async () => {
  const uuid = await addVideo("In parts");
  const page = await open(uuid, { section: "chapters" });
  const chapters = sectionOf(page, "Chapters");
  await findButton(page, "Chapters", "Edit: Chapters").click();
  await chapters.getByRole("button", { name: "Add at 00:00" }).click();
  await chapters.getByLabel("Title of chapter 1").fill("Quay");
  await chapters.getByRole("button", { name: "Add chapter" }).click();
  await chapters.getByRole("button", { name: "Save" }).click();
  await chapters.getByText("Enter a title").waitFor();
  await chapters.getByText("Enter a time such as 1:05 or 1:02:03").waitFor();
  await chapters.getByLabel("Time of chapter 2").fill("0:05");
  await chapters.getByLabel("Title of chapter 2").fill("Open sea");
  const mark = chapters.getByRole("slider", { name: "Quay" });
  await mark.focus();
  await page.keyboard.press("ArrowRight");
  expect(await mark.getAttribute("aria-valuetext")).toBe("00:01");
  const place = await chapters.getByRole("group", { name: "Chapter timeline" }).boundingBox();
  const handle = await mark.boundingBox();
  if (!place || !handle) throw new Error("There is no timeline");
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(place.x + (place.width * 7) / CLIP_DURATION_SEC, handle.y + handle.height / 2, {
    steps: 4,
  });
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

test("chapters are imported from a file, whose invalid lines are reported, and exported to one", async () => {
  const uuid = await addVideo("From a file");
  const page = await open(uuid, { section: "chapters" });
  const chapters = sectionOf(page, "Chapters");
  const choose = (name: string, text: string) =>
    chapters
      .locator("input[type=file]")
      .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await chapters.getByRole("button", { name: "Import file" }).waitFor();
  await choose("wrong.txt", "0:00 Quay\nno time\n9:00 Beyond");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Line 2: is not a time and a title").waitFor();
  await dialog.getByText("Line 3: is after the end of the video").waitFor();
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

test("a frame-accurate cut is created and listed, and links to its source", async () => {
  const uuid = await addVideo("To cut");
  const page = await open(uuid, { section: "cuts" });
  await findButton(page, "Cut versions", "New cut version").click();
  const place = sectionOf(page, "Cut versions");
  const edge = (name: string) => place.getByRole("textbox", { name, exact: true });
  await place.getByText("This video has no audio.").waitFor();
  await edge("From").fill("0:02.5");
  await edge("To").fill("0:02");
  await findButton(page, "Cut versions", "Cut").click();
  await edge("To").and(page.locator("[aria-invalid=true]")).waitFor();
  await edge("To").fill("0:06");
  await findButton(page, "Cut versions", "To: next frame").click();
  // Before a fast cut is made, the page shows where it will begin and end.
  await place
    .getByText(/^Ready immediately\. Key frames around your range: 00:0\d(\.\d+)? to 00:0\d/)
    .waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await findButton(page, "Cut versions", "Cut").click();
  const link = place.getByRole("link", { name: "To cut (00:02–00:06)" });
  await link.waitFor();
  const query = { filter: { parent: uuid } as never };
  const { _embedded: cuts } = await videoPage.manager.call(routes.listVideos, { query });
  const cut = await waitForVideo(videoPage.owner, String(cuts[0]?.uuid), (video) => video.playable);
  expect(cut).toMatchObject({ inAndOutOrigin: uuid, duration: 3.6 });
  await link.click();
  await place.locator(`a[href$="/player/${uuid}"]`).waitFor();
});

test("a cut's timeline shows the waveform and can be zoomed, and arrow keys move its edges by frames", async () => {
  const uuid = await addVideo("Heard", clipWithSound);
  const page = await open(uuid, { section: "cuts" });
  await findButton(page, "Cut versions", "New cut version").click();
  const place = sectionOf(page, "Cut versions");
  await place.getByText(/^Loudness: -\d+(\.\d+)? LUFS$/).waitFor();
  const isDrawn = () =>
    place.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
      const picture = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height);
      return picture?.data.some((value) => value > 0) ?? false;
    });
  await expect.poll(isDrawn).toBe(true);
  const tools = place.getByRole("group", { name: "Visible part of the timeline" });
  await tools.getByText("00:00 to 00:08").waitFor();
  await tools.getByRole("button", { name: "Zoom to: To" }).click();
  await tools.getByText("00:06 to 00:08").waitFor();
  await tools.getByRole("button", { name: "Show later" }).and(page.locator(":disabled")).waitFor();
  await place.getByRole("slider", { name: "To" }).press("ArrowLeft");
  expect(await place.getByRole("textbox", { name: "To", exact: true }).inputValue()).toBe("00:07.9");
  // The page scrolls the hidden edge of the cut into view.
  await place.getByRole("slider", { name: "From" }).press("ArrowRight");
  await tools.getByText("00:00 to 00:02").waitFor();
  expect(await place.getByRole("textbox", { name: "From", exact: true }).inputValue()).toBe("00:00.1");
  await tools.getByRole("button", { name: "Show whole video" }).click();
  await tools.getByText("00:00 to 00:08").waitFor();
  expect(await findBarriers(page)).toEqual([]);
});

test("new qualities are saved after a warning, and the video is encoded again with them", async () => {
  const uuid = await addVideo("Again");
  const page = await open(uuid, { section: "encoding" });
  const qualities = sectionOf(page, "Qualities");
  await findButton(page, "Qualities", "Edit: Qualities").click();
  await toggleControl(qualities.getByRole("radio", { name: "My own qualities" }));
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
  const done = await waitForVideo(
    videoPage.owner,
    uuid,
    ({ encodingStatus }) => encodingStatus === "encoded",
  );
  expect(done.representations.map(({ width, height }) => [width, height])).toEqual([[256, 144]]);
});

test("each tab has a URL, Back leaves the page, and unsaved changes of a tab are kept, marked and asked about", async () => {
  const uuid = await addVideo("In tabs");
  const page = await open(uuid);
  await page.getByRole("link", { name: "All videos" }).click();
  await page.getByRole("heading", { name: "Videos", exact: true }).waitFor();
  await page.getByRole("link", { name: "In tabs" }).first().click();
  await openTab(page, "Encoding");
  await openTab(page, "Access and delivery");
  await expect.poll(() => new URL(page.url()).hash).toBe(`#/player/${uuid}?tab=access`);
  await page.goBack();
  await page.getByRole("heading", { name: "Videos", exact: true }).waitFor();
  await page.goForward();
  await findButton(page, "Password", "Set password").click();
  await sectionOf(page, "Password").getByLabel("Password for viewers").fill("half typed");
  await openTab(page, "Danger zone");
  const marked = page.getByRole("tab", { name: "Access and delivery Unsaved changes" });
  await marked.waitFor();
  await page.goBack();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Leave without saving?").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await marked.click();
  const field = sectionOf(page, "Password").getByLabel("Password for viewers");
  expect(await field.inputValue()).toBe("half typed");
  await findButton(page, "Password", "Cancel").click();
  await page.getByRole("tab", { name: "Access and delivery", exact: true }).waitFor();
  await openTab(page, "Encoding");
  expect(await page.getByRole("tabpanel", { includeHidden: true }).count()).toBe(1);
});

test("text that is typed and confirmed before the editor's script has loaded is saved", async () => {
  const uuid = await addVideo("Slow");
  const page = await open(uuid);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/inline-editor/, async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole("button", { name: "Edit: Title" }).click();
  const field = page.getByRole("textbox", { name: "Title", exact: true });
  await field.and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("anima");
  await page.keyboard.type("tion");
  await page.keyboard.press("Enter");
  release();
  await page.getByRole("heading", { name: "animation" }).waitFor();
  expect((await read(uuid)).title).toBe("animation");
});
