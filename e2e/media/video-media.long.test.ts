import { execFile } from "node:child_process";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { routes, type VideoView } from "@shoal/contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unzip } from "../../apps/edge/src/testing/unzip.ts";
import { type Account, uploadFile, waitForVideo } from "../../harness/account.ts";
import { findBarriers, openAs, type Person } from "../../harness/people.ts";
import { startTestPlatform, type TestPlatform } from "../../harness/platform.ts";
import { serveFolder } from "../support/folder-server.ts";
import { openOwnClient } from "../support/own-client.ts";
import { useBrowser } from "../support/test-browser.ts";

const execFileAsync = promisify(execFile);
/** The script with which a page plays a manifest. */
const SHAKA_SCRIPT = [
  "node_modules/shaka-player/dist/shaka-player.compiled.js",
  `const player = new shaka.Player();
   player.attach(document.querySelector("video")).then(() => player.load("manifest.mpd"))
     .then(() => document.querySelector("video").play());`,
] as const;
const DASH_JS = [
  "node_modules/dashjs/dist/legacy/umd/dash.all.min.js",
  `dashjs.MediaPlayer().create().initialize(document.querySelector("video"), "manifest.mpd", true);`,
] as const;

let platform: TestPlatform;
const browser = useBrowser();
let admin: Account;
let editor: Person;
let owner: Account;
beforeAll(async () => {
  platform = await startTestPlatform();
  ({ admin, editor } = await openOwnClient(platform));
  owner = { ...admin, ...editor };
});
afterAll(() => platform?.close());

const clipPath = (name: string) => join(platform.installation.dataDir, name);
async function makeClip(name: string, sec: number, picture = "testsrc2"): Promise<string> {
  const path = clipPath(name);
  const inputs = [
    "-f",
    "lavfi",
    "-i",
    `${picture}=size=320x180:rate=25:duration=${sec}`,

    "-f",
    "lavfi",
    "-i",
    `sine=duration=${sec}:sample_rate=48000`,
  ];
  const output = ["-c:v", "libx264", "-preset", "veryfast", "-g", "25", "-pix_fmt", "yuv420p", "-c:a", "aac"];
  await execFileAsync("ffmpeg", ["-v", "error", "-y", ...inputs, ...output, "-movflags", "+faststart", path]);
  return path;
}

async function makePicture(name: string, size = "800x800"): Promise<string> {
  const path = clipPath(name);
  const input = ["-f", "lavfi", "-i", `color=red:s=${size}`, "-frames:v", "1"];
  await execFileAsync("ffmpeg", ["-v", "error", "-y", ...input, path]);
  return path;
}

const isEncoded = ({ encodingStatus }: VideoView) => encodingStatus === "encoded";
/** Adds a video of 8 s and waits until it is encoded and its thumbnails are made. */
async function addVideo(title: string): Promise<VideoView> {
  const uuid = await uploadFile(owner, title, await readFile(await makeClip("clip.mp4", 8)));
  return waitForVideo(owner, uuid, (video) => isEncoded(video) && video.manifest.thumbnail !== null);
}
const openPage = ({ uuid }: VideoView, section: string, language: "EN" | "FR" = "EN") =>
  openAs(browser.context, admin, { person: editor, language, path: `/player/${uuid}?section=${section}` });
const sectionOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Chooses the preview's current frame once the preview has one. */
const chooseShownFrame = (page: Page, name: string) =>
  sectionOf(page, name)
    .getByRole("button", {
      name: name === "Thumbnail" ? /^Use current frame/ : /^Utiliser l’image actuelle/,
    })
    .and(page.locator(":enabled"))
    .first()
    .click();

test.each([
  ["EN", "Appearance", "Thumbnail", "Chosen by you.", "Download", "Replace video", "Choose new file"],
  [
    "FR",
    "Apparence",
    "Vignette",
    "Choisie par vous.",
    "Télécharger",
    "Remplacer la vidéo",
    "Choisir un nouveau fichier",
  ],
] as const)("in %s the sections have no barriers and fit a phone", async (language, ...names) => {
  const [appearance = "", thumbnail = "", chosen = "", download = "", replace = "", choose = ""] = names;
  const page = await openPage(await addVideo(`Barriers ${language}`), "download", language);
  await sectionOf(page, download).getByRole("table").waitFor();
  await sectionOf(page, replace).getByLabel(choose).first().waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole("tab", { name: appearance }).click();
  await sectionOf(page, thumbnail).getByRole("listitem").first().waitFor();
  await chooseShownFrame(page, thumbnail);
  await sectionOf(page, thumbnail).getByText(chosen).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("a frame, an uploaded picture and the automatic choice become the thumbnail, which the card shows at once", async () => {
  const video = await addVideo("Pictured");
  const page = await openPage(video, "thumbnail");
  const library = await browser.context.newPage();
  await library.goto(`${admin.apiUrl}/#/videos`);
  const card = library.locator("article", { hasText: "Pictured" }).locator("img").first();
  const section = sectionOf(page, "Thumbnail");
  const seen = new Set([await card.getAttribute("src")]);
  const isNew = async () => {
    await expect.poll(async () => seen.has(await card.getAttribute("src"))).toBe(false);
    seen.add(await card.getAttribute("src"));
    await library.waitForFunction(
      (img) => (img as HTMLImageElement).naturalWidth === 640,
      await card.elementHandle(),
    );
  };
  await section.getByRole("button", { name: "Show frame at 0:04" }).click();
  await section.getByRole("button", { name: "Use this frame" }).click();
  await section.getByText("Chosen by you.").waitFor();
  await isNew();

  await section.getByLabel("Time of the frame").fill("0:99:99");
  await section.getByText("Enter a time such as 1:05.").waitFor();
  const none = await makePicture("none.png", "9000x10");
  await section.locator("input[type=file]").setInputFiles(none);
  await section.getByText("larger than 8,192 pixels").waitFor();
  const own = await makePicture("own.webp");
  await section.locator("input[type=file]").setInputFiles(own);
  await isNew();
  await section.getByRole("button", { name: "Restore automatic thumbnail" }).click();
  await section.getByText("Chosen automatically").waitFor();
  const { manifest } = await editor.call(routes.getVideo, { params: { id: video.uuid } });
  await expect.poll(() => card.getAttribute("src")).toBe(manifest.thumbnail);
});

test("a video with a password shows its thumbnail to users of the client, a padlock to viewers, and the poster after the password", async () => {
  const { uuid, revision } = await addVideo("Guarded reef");
  await editor.call(routes.updateVideo, { params: { id: uuid }, body: { revision, password: "harbour-4" } });
  const edgeUrl = platform.installation.edgeUrl;
  const typeOf = async (url: string) => (await fetch(url)).headers.get("content-type");
  await expect.poll(() => typeOf(`${edgeUrl}/thumbnails/${uuid}`)).toBe("image/png");
  const library = await openAs(browser.context, admin, { person: editor, path: "/videos" });
  const card = library.locator("article", { hasText: "Guarded reef" }).locator("img").first();
  await expect.poll(async () => typeOf((await card.getAttribute("src")) ?? "")).toBe("image/jpeg");

  const page = await browser.context.newPage();
  await page.goto(`${edgeUrl}/embed/${uuid}?lang=en`);
  const poster = () => page.locator("video").getAttribute("poster");
  const password = page.getByLabel("Password", { exact: true });
  await password.waitFor();
  expect(await poster()).toBeNull();
  await password.fill("harbour-4");
  await password.press("Enter");
  await expect.poll(poster).toContain("/m/");
  expect(await typeOf((await poster()) ?? "")).toBe("image/jpeg");

  const body = new FormData();
  body.set("thumbnail", new Blob([await readFile(await makePicture("own.png"))]), "own.png");
  const headers = { authorization: `Bearer ${editor.credential}` };
  await fetch(`${admin.apiUrl}/api/customThumbnail/${uuid}`, { method: "POST", headers, body });
  await expect.poll(() => typeOf(`${edgeUrl}/thumbnails/${uuid}`)).toBe("image/jpeg");
});

test("each quality can be saved as a playable file, also in the player if viewers may download", async () => {
  const video = await addVideo("Été: saved");
  const page = await openPage(video, "download");
  const row = sectionOf(page, "Download").getByRole("link", { name: /^Download in 320 × 180/ });
  const [file] = await Promise.all([page.waitForEvent("download"), row.click()]);
  expect(file.suggestedFilename()).toBe("Été_ saved 180p.mp4");
  const counts = ["-count_frames", "-show_entries", "stream=codec_type,nb_read_frames", "-of", "csv=p=0"];
  const { stdout } = await execFileAsync("ffprobe", ["-v", "error", ...counts, await file.path()]);
  expect(stdout.split("\n").slice(0, 2)).toEqual(["video,200", expect.stringMatching(/^audio,37\d/)]);

  const viewer = await browser.context.newPage();
  const openMenu = async () => {
    await viewer.goto(video.embedUrl);
    await viewer.getByRole("button", { name: "Settings" }).click();
  };
  await openMenu();
  expect(await viewer.getByRole("menuitem", { name: /Download/ }).count()).toBe(0);
  const settings = await openPage(video, "playback");
  await sectionOf(settings, "Playback").getByRole("switch", { name: "Download" }).press("Space");
  await sectionOf(page, "Download").getByText("Viewers can download this video").waitFor();
  await expect
    .poll(async () => {
      await openMenu();
      return viewer.getByRole("menuitem", { name: /Download/ }).count();
    })
    .toBe(1);
  await viewer.getByRole("menuitem", { name: /Download/ }).click();
  const [saved] = await Promise.all([
    viewer.waitForEvent("download"),
    viewer.getByRole("menuitem", { name: /180p/ }).click(),
  ]);
  expect((await stat(await saved.path())).size).toBe((await stat(await file.path())).size);
});

/** Unpacks the archive of a video and plays it to its end on another website. @returns the video's manifest. */
async function playArchive(
  video: VideoView,
  [program, play]: typeof SHAKA_SCRIPT | typeof DASH_JS,
): Promise<string> {
  const page = await openPage(video, "download");
  const [archive] = await Promise.all([
    page.waitForEvent("download"),
    sectionOf(page, "Download")
      .getByRole("button", { name: /^Download archive/ })
      .click(),
  ]);
  const files = unzip(await readFile(await archive.path()));
  const folder = await serveFolder(files);
  try {
    const player = await browser.context.newPage();
    const hosts = new Set<string>();
    player.on("request", (request) => hosts.add(new URL(request.url()).origin));
    await player.goto(folder.url);
    await player.setContent("<video muted playsinline></video>");
    await player.addScriptTag({ path: program });
    await player.addScriptTag({ content: play });
    // A media element may end for a moment between two periods, so only the end of the last period counts.
    await player.waitForFunction((endSec) => {
      const video = document.querySelector("video");
      return video?.ended && Math.abs(video.currentTime - endSec) < 0.1;
    }, video.duration ?? 0);
    expect([...hosts].filter((host) => host !== folder.url && host !== "null")).toEqual([]);
    await player.close();
  } finally {
    await folder.close();
  }
  return String(files.get("manifest.mpd"));
}

test("an archive plays from a folder: that of a video in dash.js, and that of a cut in Shaka", async () => {
  const origin = await addVideo("Whole");
  await playArchive(origin, DASH_JS);
  const range = { uuid: origin.uuid, start: 1.2, end: 6.8 };
  const { uuid } = await editor.call(routes.cutVideo, { body: range });
  const manifest = await playArchive(await waitForVideo(owner, uuid, isEncoded), SHAKA_SCRIPT);
  expect(manifest.match(/<Period/g)).toHaveLength(1);
});

test("a new file replaces the media while viewers watch; one that is not a video is rejected", async () => {
  const video = await addVideo("Replaced");
  const page = await openPage(video, "replace");
  const section = sectionOf(page, "Replace video");
  const choose = async (path: string) => {
    await section.locator("input[type=file]").setInputFiles(path);
    await page.getByRole("button", { name: "Replace", exact: true }).click();
  };
  const broken = clipPath("broken.mp4");
  await execFileAsync("cp", [join(import.meta.dirname, "../../LICENSE"), broken]);
  await choose(broken);
  await section.getByText("“broken.mp4” could not be used").waitFor();
  await section.getByText("The current media are kept.").first().waitFor();
  expect(await page.getByText("Media replaced").count()).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
  await section.getByRole("button", { name: "Close" }).click();
  await section.getByText("Drop the new file here").waitFor();
  expect(await editor.call(routes.getVideo, { params: { id: video.uuid } })).toMatchObject({
    duration: 8,
    encodingStatus: "encoded",
    playable: true,
  });

  const viewer = await browser.context.newPage();
  await viewer.goto(`${video.embedUrl}?autoplay=1&muted=1`);
  const durationOf = () => viewer.evaluate(() => document.querySelector("video")?.duration ?? 0);
  await expect.poll(durationOf).toBeCloseTo(8, 0);
  await choose(await makeClip("longer.mp4", 12, "smptebars"));
  await page.getByText("Media replaced").waitFor({ timeout: 90_000 });
  const after = await editor.call(routes.getVideo, { params: { id: video.uuid } });
  expect(after).toMatchObject({ title: "Replaced", duration: 12, originalname: "longer.mp4" });
  await section.getByText("Drop the new file here").waitFor();
  await expect
    .poll(async () => {
      // The viewer's video may have ended, so the test starts it again.
      await viewer.evaluate(() =>
        document
          .querySelector("video")
          ?.play()
          .catch(() => undefined),
      );
      return durationOf();
    })
    .toBeCloseTo(12, 0);
});
