import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { routes, type VideoView } from "@shoal/contract";
import { eventually } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Account, openAccount, uploadFile, waitForVideo } from "../../harness/account.ts";
import { addPerson, findBarriers, openAs, type Person, resizePage } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { useBrowser } from "../support/test-browser.ts";

const CLIP_DURATION_SEC = 12;
const [CUT_START_SEC, CUT_END_SEC] = [3, 9];
/** The code with which a page plays a video with its first captions, by the player's name. */
const PLAYER_SCRIPTS = [
  [
    "Shaka",
    "node_modules/shaka-player/dist/shaka-player.compiled.js",
    `const player = new shaka.Player();
    player.attach(document.querySelector("video")).then(() => player.load(DASH_URL)).then(() => {
      player.selectTextTrack(player.getTextTracks().find(({ language }) => language === "en"));
      player.setTextTrackVisibility?.(true);
    });`,
  ],
  [
    "hls.js",
    "node_modules/hls.js/dist/hls.js",
    // A choice made before the element's text tracks exist would be lost, so it is made afterwards.
    `const element = document.querySelector("video");
    const hls = new Hls();
    hls.loadSource(HLS_URL);
    hls.attachMedia(element);
    element.addEventListener("canplay", () => {
      hls.subtitleDisplay = true;
      hls.subtitleTrack = hls.subtitleTracks.findIndex(({ lang }) => lang === "en");
    }, { once: true });`,
  ],
] as const;

let platform: TestPlatform;
const browser = useBrowser();
let admin: Account;
let manager: Person;
let owner: Account;
let clipBytes: Buffer;
let video: VideoView;

beforeAll(async () => {
  platform = await startTestPlatform();
  admin = await openAccount(platform);
  const { uuid: client } = await admin.call(routes.createClient, {
    body: { clientname: "Harbour TV", type: "platform" },
  });
  manager = await addPerson(admin, client, {
    username: "harbour-master",
    roles: ["manager"],
    email: "harbour@example.org",
  });
  owner = { ...admin, ...manager };
  clipBytes = await makeClip(platform.installation.dataDir);
  video = await addVideo("Harbour");
});
afterAll(async () => {
  await platform?.close();
});

/** Makes a clip with video, audio and two subtitle streams. */
async function makeClip(folder: string): Promise<Buffer> {
  const cues = (word: string) =>
    `1\n00:00:01,000 --> 00:00:04,000\n${word} one\n\n2\n00:00:05,000 --> 00:00:08,000\n${word} two\n`;
  await writeFile(join(folder, "en.srt"), cues("English"));
  await writeFile(join(folder, "fr.srt"), cues("Français"));
  const path = join(folder, "clip.mkv");
  const { status, stderr } = spawnSync("ffmpeg", [
    "-v",
    "error",
    "-f",
    "lavfi",
    "-i",
    `testsrc2=size=320x180:rate=25:duration=${CLIP_DURATION_SEC}`,

    "-f",
    "lavfi",
    "-i",
    `sine=duration=${CLIP_DURATION_SEC}`,

    "-i",
    join(folder, "en.srt"),
    "-i",
    join(folder, "fr.srt"),

    "-map",
    "0",
    "-map",
    "1",
    "-map",
    "2",
    "-map",
    "3",
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",

    "-g",
    "50",
    "-pix_fmt",
    "yuv420p",
    "-c:a",
    "aac",
    "-c:s",
    "srt",
    "-disposition:s:0",
    "0",

    "-metadata:s:s:0",
    "language=eng",
    "-metadata:s:s:1",
    "language=fre",
    path,
  ]);
  if (status !== 0) throw new Error(String(stderr));
  return readFile(path);
}

const listVideoCaptions = (uuid: string) => manager.call(routes.listCaptions, { params: { id: uuid } });

/** Adds a video and waits until it is encoded and its subtitles are extracted. */
async function addVideo(title: string): Promise<VideoView> {
  const uuid = await uploadFile(owner, title, clipBytes);
  const encoded = await waitForVideo(owner, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  await eventually(async () => expect((await listVideoCaptions(uuid)).extraction.state).toBe("done"));
  return encoded;
}

/** Opens a page of another origin with one player. */
async function playElsewhere({ manifest }: VideoView, script: string, attach: string): Promise<Page> {
  const page = await browser.context.newPage();
  await page.setContent("<video muted playsinline autoplay></video>");
  await page.addScriptTag({ path: script });
  const content = attach
    .replace("HLS_URL", JSON.stringify(manifest.hls))
    .replace("DASH_URL", JSON.stringify(manifest.dash));
  await page.addScriptTag({ content });
  await page.waitForFunction(() => (document.querySelector("video")?.readyState ?? 0) >= 3);
  return page;
}

/** Returns the captions that the player shows at these times, in seconds. */
async function readCuesAt(page: Page, seconds: readonly number[]): Promise<string[]> {
  const shown: string[] = [];
  for (const sec of seconds) {
    await page.evaluate((to) => {
      const element = document.querySelector("video");
      element?.pause();
      if (element) element.currentTime = to;
    }, sec);
    await page.waitForFunction(() => document.querySelector("video")?.seeking === false);
    const words = await page.waitForFunction(
      () =>
        [...(document.querySelector("video")?.textTracks ?? [])]
          .flatMap((track) => [...(track.activeCues ?? [])])
          .map((cue) => (cue as VTTCue).text)[0],
    );
    shown.push(String(await words.jsonValue()).replace(/<[^>]*>/g, ""));
  }
  return shown;
}

test("subtitles in a file become tracks once, and encoding again keeps edited tracks", async () => {
  const { uuid } = await addVideo("Again");
  const { tracks } = await listVideoCaptions(uuid);
  expect(tracks.map(({ language, label, origin, cueCount }) => [language, label, origin, cueCount])).toEqual([
    ["en", "English", "extracted", 2],
    ["fr", "Français", "extracted", 2],
  ]);
  const params = { id: uuid, captionsId: String(tracks[0]?.uuid) };
  const cues = [{ startMs: 0, endMs: 900, text: "Edited" }];
  await manager.call(routes.setCaptionCues, { params, body: { revision: 1, cues } });
  await manager.call(routes.restartEncoding, { params: { id: uuid } });
  await waitForVideo(owner, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  expect((await listVideoCaptions(uuid)).tracks).toHaveLength(2);
  expect((await manager.call(routes.getCaptions, { params })).cues).toMatchObject(cues);
});

describe("third-party players show the captions", () => {
  let cut: VideoView;
  beforeAll(async () => {
    const body = { uuid: video.uuid, start: CUT_START_SEC, end: CUT_END_SEC };
    const { uuid } = await manager.call(routes.cutVideo, { body });
    cut = await waitForVideo(owner, uuid, ({ encodingStatus }) => encodingStatus === "encoded");
  });

  test.each(PLAYER_SCRIPTS)(
    "%s shows those of a video, and of a cut at the cut's times",
    async (_name, script, attach) => {
      const whole = await playElsewhere(video, script, attach);
      expect(await readCuesAt(whole, [2, 6])).toEqual(["English one", "English two"]);
      await whole.close();
      const part = await playElsewhere(cut, script, attach);
      // The second cue covers 2 s to 5 s of the original and crosses the boundary of the cut.
      expect(await readCuesAt(part, [0.5, 2.4, 4.6])).toEqual(["English one", "English two", "English two"]);
      await part.close();
    },
  );
});

test("a viewer's choice of captions is remembered, and changed captions appear during playback", async () => {
  const { uuid, embedUrl } = await addVideo("Watched");
  const page = await browser.context.newPage();
  const open = async () => {
    await page.goto(`${embedUrl}?autoplay=1&muted=1&loop=1&lang=en`);
    await page.waitForFunction(() => document.documentElement.dataset.state === "playing");
  };
  await open();
  const button = page.locator(".captions-button");
  await button.waitFor();
  expect(await button.getAttribute("aria-pressed")).toBe("false");
  await page.keyboard.press("c");
  const cue = page.locator(".captions p").first();
  await cue.filter({ hasText: "English" }).waitFor();
  await page.mouse.move(300, 200);
  await expect
    .poll(async () => {
      const [line, bar] = [await cue.boundingBox(), await page.locator(".bar").boundingBox()];
      return line !== null && bar !== null && line.y + line.height <= bar.y;
    })
    .toBe(true);
  await page.click(".settings > .button");
  await page.click(".menu-item:has-text('Captions')");
  await page.click(".menu-item:has-text('Français')");
  await cue.filter({ hasText: "Français" }).waitFor();
  await open();
  await cue.filter({ hasText: "Français" }).waitFor();
  const french = (await listVideoCaptions(uuid)).tracks.find(({ language }) => language === "fr");
  const params = { id: uuid, captionsId: String(french?.uuid) };
  const cues = [{ startMs: 0, endMs: CLIP_DURATION_SEC * 1_000, text: "שלום <b>עולם</b>" }];
  await manager.call(routes.setCaptionCues, { params, body: { revision: 1, cues } });
  await cue.locator("b", { hasText: "עולם" }).waitFor();
  expect(await cue.evaluate((element) => getComputedStyle(element).direction)).toBe("rtl");
  await page.close();
});

const LABELS = {
  EN: {
    section: "Captions",
    add: "Add",
    language: "Language",
    german: "German",
    cancel: "Cancel",

    edit: "Edit captions: Deutsch",
    text: "Text of caption 1",
    start: "Start of caption 1",

    second: "Text of caption 2",
    split: "Split",
    shift: "Shift all",
    apply: "Shift",
    save: "Save",

    close: "Close",
    more: "More actions: Deutsch",
    remove: "Delete…",
    confirm: "Delete",
    faulty: "Line 2: must end after it starts",
    took: "1 caption from someone else was merged",
  },
  FR: {
    section: "Sous-titres",
    add: "Ajouter",
    language: "Langue",
    german: "Allemand",
    cancel: "Annuler",

    edit: "Modifier les sous-titres\u00a0: Deutsch",
    text: "Texte du sous-titre 1",

    start: "Début du sous-titre 1",
    second: "Texte du sous-titre 2",
    split: "Diviser",

    shift: "Tout décaler",
    apply: "Décaler",
    save: "Enregistrer",
    close: "Fermer",

    more: "Autres actions\u00a0: Deutsch",
    remove: "Supprimer…",
    confirm: "Supprimer",
    faulty: "Ligne 2\u00a0: doit finir après son début",
    took: "1 sous-titre de quelqu’un d’autre a été fusionné",
  },
} as const;

test.each(["EN", "FR"] as const)(
  "subtitles are added from a file, edited while another user edits them, and deleted (%s)",
  async (language) => {
    const words = LABELS[language];
    const page = await openAs(browser.context, admin, {
      person: manager,
      language,
      path: `/player/${video.uuid}?section=captions`,
    });
    const section = page.getByRole("region", { name: words.section, exact: true });
    const button = (name: string) => section.getByRole("button", { name, exact: true });
    const field = (name: string) => section.getByRole("textbox", { name, exact: true });
    const choose = (content: string) =>
      section
        .locator("input[type=file]")
        .setInputFiles({ name: "film.de.srt", mimeType: "text/plain", buffer: Buffer.from(content) });
    await section.getByText("Français").first().waitFor();
    await choose("1\n00:00:05,000 --> 00:00:04,000\nFalsch\n");
    await button(words.add).click();
    await section.getByText(words.faulty).waitFor();
    const chosen = section.locator("form").getByRole("combobox", { name: words.language });
    expect(await chosen.first().inputValue()).toBe(words.german);
    expect(await findBarriers(page)).toEqual([]);
    await button(words.cancel).click();
    await choose("1\n0:01,0 --> 0:03,0\nGuten Morgen\n\n2\n0:08,0 --> 0:09,0\nEnde\n");
    await button(words.add).click();
    await button(words.edit).click();
    await field(words.text).fill("Guten Abend");
    await button(words.split).click();
    expect(await field(words.second).inputValue()).not.toBe("Ende");
    await button(words.shift).click();
    const shift = page.getByRole("textbox", { name: /1[.,]5/ });
    // If the field were focused in the first frame, before the dialog has been placed at its button, the page would scroll away.
    await shift.click();
    await shift.fill("0,5");
    await page.getByRole("dialog").getByRole("button", { name: words.apply, exact: true }).click();
    expect(await field(words.start).inputValue()).toBe("00:00:01.500");
    expect(await findBarriers(page)).toEqual([]);
    const track = (await listVideoCaptions(video.uuid)).tracks.find((each) => each.language === "de");
    const params = { id: video.uuid, captionsId: String(track?.uuid) };
    const { cues, revision } = await manager.call(routes.getCaptions, { params });
    const theirs = [...cues, { startMs: 10_000, endMs: 11_000, text: "Ihres", settings: "" }];
    await manager.call(routes.setCaptionCues, { params, body: { revision, cues: theirs } });
    await button(words.save).click();
    await section.getByText(words.took).waitFor();
    await button(words.save).click();
    const read = async () => (await manager.call(routes.getCaptions, { params })).cues;
    await expect.poll(async () => (await read()).at(-1)?.text).toBe("Ihres");
    await expect.poll(async () => (await read()).length).toBe(4);
    expect((await read()).map(({ startMs }) => startMs).filter((_, at) => at !== 1)).toEqual([
      1_500, 8_500, 10_000,
    ]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await resizePage(page, { width: 1440, height: 900 });
    await button(words.close).click();
    await button(words.more).click();
    await page.getByRole("menuitem", { name: words.remove }).click();
    await page.getByRole("dialog").getByRole("button", { name: words.confirm, exact: true }).click();
    await expect.poll(async () => (await listVideoCaptions(video.uuid)).tracks.length).toBe(2);
    await page.close();
  },
);
