import { routes } from "@shoal/contract";
import type { Page } from "playwright-core";
import { uploadFile, waitForVideo } from "../harness/account.ts";
import { launchBrowser } from "../harness/browser.ts";
import { openAs } from "../harness/people.ts";
import { awaitPlayer, CODE_PARAMETERS, makeCodedClip } from "../harness/review/coded-clip.ts";
import type { Bench, Figure } from "./bench.ts";
import { openReviewStage, type ReviewStage } from "./review/stage.ts";

const CLIP_DURATION_SEC = 75;
const FRAME_RATE = "25";
/** How many frames later the earlier version shows the same content. */
const OFFSET_FRAMES = 50;
/** The number of times that the versions are played and paused, about a minute in total. */
const SECTION_COUNT = 10;
const SECTION_DURATION_MS = 6_000;
/** The time after which a pause counts as unequal if the players have not settled. */
const SETTLE_DURATION_MS = 2_000;
const MAX_DIFFERENCE = 1;

interface PlayedSection {
  /** The difference in frames between the two players, at each reading. */
  apart: number[];
  /** The difference in frames between the two players once both are paused. */
  pausedApart: number;
}

async function measureLock(): Promise<Figure[]> {
  const stage = await openReviewStage();
  try {
    const path = await addVersions(stage);
    const browser = await launchBrowser();
    try {
      const page = await openAs(browser.context, stage.account, { person: stage.person, path });
      await awaitPlayer(page);
      await openComparison(page);
      const stretches: PlayedSection[] = [];
      for (let n = 0; n < SECTION_COUNT; n++) stretches.push(await playSection(page));
      return figuresOf(stretches);
    } finally {
      await browser.close();
    }
  } finally {
    await stage.close();
  }
}

/** Adds a video whose frames contain their numbers as both versions of a project. @returns the path of the second version. */
async function addVersions({ account, person }: ReviewStage): Promise<string> {
  const own = { ...account, ...person };
  const clip = await makeCodedClip({ rate: FRAME_RATE, durationSec: CLIP_DURATION_SEC });
  const videos: string[] = [];
  for (const title of ["First cut", "Second cut"]) {
    const video = await uploadFile(own, title, clip);
    await waitForVideo(own, video, ({ encodingStatus }) => encodingStatus === "encoded");
    videos.push(video);
  }
  const [first = "", second = ""] = videos;
  const { uuid: id } = await person.call(routes.createProject, { body: { name: "Two cuts", uuid: first } });
  await person.call(routes.addVersion, { params: { id }, body: { uuidVideo: second } });
  return `/vireed/${id}/2`;
}

async function openComparison(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Compare with version 1" }).click();
  for (const version of [1, 2])
    await page
      .locator(`[role=slider][aria-label="Timeline of version ${version}"][data-shown-frame]`)
      .waitFor();
  // The page offers only this choice until the versions have been compared by their frames.
  await page.getByText("By offset", { exact: true }).click();
  const offset = page.getByRole("textbox", { name: "Offset in frames" });
  await offset.fill(String(OFFSET_FRAMES));
  await offset.blur();
}

/** Plays both versions, reads both frames on every paint of the page, and pauses. */
async function playSection(page: Page): Promise<PlayedSection> {
  await page.keyboard.press("l");
  const apart = await readFrameDifferences(page, SECTION_DURATION_MS);
  await page.keyboard.press("k");
  const settling = await readFrameDifferences(page, SETTLE_DURATION_MS);
  return { apart, pausedApart: settling.at(-1) ?? Number.POSITIVE_INFINITY };
}

/** Returns the distances between the two displayed frames, which are read repeatedly from their pixels for this time. */
const readFrameDifferences = (page: Page, forMs: number): Promise<number[]> =>
  page.evaluate(
    async ([{ bits, squarePx, heightPx }, offset, lookMs]) => {
      const videos = [...document.querySelectorAll<HTMLVideoElement>("[data-mode] video")];
      const [previous, recent] = videos;
      /** Returns the visible element, because a canvas covers a playing video. */
      const visible = (video: HTMLVideoElement) =>
        video.parentElement?.querySelector("canvas:not([hidden])") ?? video;
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [bits * squarePx, 1];
      const context = canvas.getContext("2d", { willReadFrequently: true });
      if (!previous || !recent || !context) throw new Error("The page compares nothing");
      const numberIn = (video: HTMLVideoElement) => {
        const source = visible(video);
        const [width, height] =
          source instanceof HTMLCanvasElement
            ? [source.width, source.height]
            : [video.videoWidth, video.videoHeight];
        const row = (height * squarePx) / (2 * heightPx);
        context.drawImage(source as CanvasImageSource, 0, row, width, 1, 0, 0, canvas.width, 1);
        const { data } = context.getImageData(0, 0, canvas.width, 1);
        let number = 0;
        for (let bit = 0; bit < bits; bit++)
          if ((data[(bit * squarePx + squarePx / 2) * 4] ?? 0) > 128) number += 2 ** bit;
        return number;
      };
      const apart: number[] = [];
      const endMs = performance.now() + lookMs;
      while (performance.now() < endMs) {
        await new Promise((done) => requestAnimationFrame(done));
        apart.push(Math.abs(numberIn(previous) - numberIn(recent) - offset));
      }
      return apart;
    },
    [CODE_PARAMETERS, OFFSET_FRAMES, forMs] as const,
  );

function figuresOf(stretches: readonly PlayedSection[]): Figure[] {
  const apart = stretches.flatMap((stretch) => stretch.apart);
  const most = Math.max(...apart);
  const beyond = apart.filter((frames) => frames > MAX_DIFFERENCE).length;
  const unequal = stretches.filter(({ pausedApart }) => pausedApart !== 0);
  return [
    {
      name: `versions side by side: frames apart over ${(SECTION_COUNT * SECTION_DURATION_MS) / 1_000} s`,
      value: `${most} at most`,
      reach: `≤ ${MAX_DIFFERENCE}`,
      isReached: most <= MAX_DIFFERENCE,
      detail: `${apart.length} looks, ${beyond} of them beyond; played ${SECTION_COUNT} times`,
    },
    {
      name: "versions side by side: equal when paused",
      value: `${stretches.length - unequal.length} of ${stretches.length}`,
      reach: "all",
      isReached: unequal.length === 0,
      detail: unequal.map(({ pausedApart }) => `${pausedApart} apart`).join(", "),
    },
  ];
}

export const versionsSideBySideBench: readonly Bench[] = [
  { name: "versions-side-by-side", run: measureLock },
];
