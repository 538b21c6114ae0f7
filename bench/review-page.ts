import { CommentImport, fillPath, routes } from "@shoal/contract";
import type { Page } from "playwright-core";
import { type Account, uploadFile, waitForVideo } from "../harness/account.ts";
import { launchBrowser } from "../harness/browser.ts";
import { openAs } from "../harness/people.ts";
import { awaitPlayer, makeCodedClip } from "../harness/review/coded-clip.ts";
import type { Bench, Figure } from "./bench.ts";
import { computeQuantile } from "./live/quantile.ts";
import { openReviewStage, type ReviewStage } from "./review/stage.ts";

const COMMENT_COUNT = 2_000;
const CLIP_DURATION_SEC = 60;
const FPS = 25;
const MAX_OPEN_MS = 1_500;
const MAX_KEY_MS = 50;
const OPENING_COUNT = 5;
const KEY_PRESSES = 60;

async function measurePage(): Promise<Figure[]> {
  const stage = await openReviewStage();
  try {
    const path = await addCommentedVersion(stage);
    const browser = await launchBrowser();
    try {
      const page = await openAs(browser.context, stage.account, { person: stage.person, path });
      await awaitPlayer(page);
      const openMs: number[] = [];
      for (let n = 0; n < OPENING_COUNT; n++) openMs.push(await reloadPage(page));
      await awaitPlayer(page);
      return [openFigure(openMs), keyFigure(await pressKeys(page))];
    } finally {
      await browser.close();
    }
  } finally {
    await stage.close();
  }
}

/** Adds a version with comments along its whole length. @returns the path of its page. */
async function addCommentedVersion({ account, person }: ReviewStage): Promise<string> {
  const own = { ...account, ...person };
  const video = await uploadFile(
    own,
    "Long notes",
    await makeCodedClip({ rate: `${FPS}`, durationSec: CLIP_DURATION_SEC }),
  );
  await waitForVideo(own, video, ({ encodingStatus }) => encodingStatus === "encoded");
  const { uuid: id } = await person.call(routes.createProject, { body: { name: "Long notes", uuid: video } });
  await importComments(own, id);
  return `/vireed/${id}/1`;
}

/** Imports the comments as one CSV file, because calls that add a single comment are rate-limited. */
async function importComments({ apiUrl, credential }: Account, id: string): Promise<void> {
  const rows = Array.from(
    { length: COMMENT_COUNT },
    (_, n) => `${(n * 7) % (CLIP_DURATION_SEC * FPS)},Number ${n}: lift the shadows`,
  );
  const body = new FormData();
  body.set("file", new File([["Frame,Comment", ...rows].join("\n")], "comments.csv"));
  const { path, method } = routes.importComments;
  const response = await fetch(`${apiUrl}${fillPath(path, { id, n: "1" })}`, {
    method,
    headers: { authorization: `Bearer ${credential}` },
    body,
  });
  const { newCount } = CommentImport.parse(await response.json());
  if (newCount !== COMMENT_COUNT) throw new Error(`${newCount} of ${COMMENT_COUNT} comments were imported`);
}

/** Reloads the page. @returns ms until comments are shown next to the player. */
async function reloadPage(page: Page): Promise<number> {
  await page.reload({ waitUntil: "commit" });
  const shown = await page.waitForFunction(
    () =>
      document.querySelector("[data-comment]") && document.querySelector("[data-shown-frame]")
        ? performance.now()
        : false,
    undefined,
    { polling: "raf" },
  );
  return Number(await shown.jsonValue());
}

/**
 * Steps through frames with the full stop key.
 * @returns ms from each key press until its frame is shown.
 */
const pressKeys = (page: Page): Promise<number[]> =>
  page.evaluate(async (keys) => {
    const shown = () =>
      Number(document.querySelector("[data-shown-frame]")?.getAttribute("data-shown-frame") ?? -1);
    const tookMs: number[] = [];
    for (let n = 0; n < keys; n++) {
      const wanted = shown() + 1;
      const beganAtMs = performance.now();
      dispatchEvent(new KeyboardEvent("keydown", { key: "." }));
      while (shown() !== wanted) await new Promise((done) => requestAnimationFrame(done));
      tookMs.push(performance.now() - beganAtMs);
    }
    return tookMs;
  }, KEY_PRESSES);

function openFigure(tookMs: number[]): Figure {
  const ms = computeQuantile(tookMs, 0.5);
  return {
    name: "review page with 2,000 comments: open",
    value: `${ms.toFixed(0)} ms`,
    reach: `≤ ${MAX_OPEN_MS} ms`,
    isReached: ms <= MAX_OPEN_MS,
    detail: `median of ${OPENING_COUNT}, until a comment and a frame are on screen; most ${Math.max(...tookMs).toFixed(0)} ms`,
  };
}

function keyFigure(tookMs: number[]): Figure {
  const ms = computeQuantile(tookMs, 0.5);
  return {
    name: "review page with 2,000 comments: key press to frame",
    value: `${ms.toFixed(0)} ms`,
    reach: `≤ ${MAX_KEY_MS} ms`,
    isReached: ms <= MAX_KEY_MS,
    detail: `p95 ${computeQuantile(tookMs, 0.95).toFixed(0)} ms of ${KEY_PRESSES} steps`,
  };
}

export const reviewPageBench: readonly Bench[] = [{ name: "review-page", run: measurePage }];
