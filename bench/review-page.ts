import { routes } from "@shoal/contract";
import type { Page } from "playwright-core";
import { uploadFile, waitForVideo } from "../harness/account.ts";
import { launchBrowser } from "../harness/browser.ts";
import { openAs } from "../harness/people.ts";
import { awaitPlayer, makeCodedClip } from "../harness/review/coded-clip.ts";
import type { Bench, Figure } from "./bench.ts";
import { quantile } from "./live/quantile.ts";
import { openReviewStage, type ReviewStage } from "./review/stage.ts";

const COMMENTS = 2_000;
const AT_ONCE = 10;
const CLIP_SEC = 60;
const FPS = 25;
const OPEN_MAX_MS = 1_500;
const KEY_MAX_MS = 50;
const OPENINGS = 5;
const KEYS = 60;

async function measurePage(): Promise<Figure[]> {
  const stage = await openReviewStage();
  try {
    const path = await addCommented(stage);
    const browser = await launchBrowser();
    try {
      const page = await openAs(browser.context, stage.account, { person: stage.person, path });
      await awaitPlayer(page);
      const openMs: number[] = [];
      for (let n = 0; n < OPENINGS; n++) openMs.push(await reopen(page));
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
async function addCommented({ account, person }: ReviewStage): Promise<string> {
  const own = { ...account, ...person };
  const video = await uploadFile(
    own,
    "Long notes",
    await makeCodedClip({ rate: `${FPS}`, durationSec: CLIP_SEC }),
  );
  await waitForVideo(own, video, ({ encodingStatus }) => encodingStatus === "encoded");
  const { uuid: id } = await person.call(routes.createProject, { body: { name: "Long notes", uuid: video } });
  for (let from = 0; from < COMMENTS; from += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) => {
        const frame = ((from + n) * 7) % (CLIP_SEC * FPS);
        const body = { uuid: crypto.randomUUID(), text: `Number ${from + n}: lift the shadows`, frame };
        return person.call(routes.createComment, { params: { id, n: "1" }, body });
      }),
    );
  return `/vireed/${id}/1`;
}

/** Reloads the page. @returns ms until comments are shown next to the player. */
async function reopen(page: Page): Promise<number> {
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
  }, KEYS);

function openFigure(tookMs: number[]): Figure {
  const ms = quantile(tookMs, 0.5);
  return {
    name: "review page with 2,000 comments: open",
    value: `${ms.toFixed(0)} ms`,
    reach: `≤ ${OPEN_MAX_MS} ms`,
    isReached: ms <= OPEN_MAX_MS,
    detail: `median of ${OPENINGS}, until a comment and a frame are on screen; most ${Math.max(...tookMs).toFixed(0)} ms`,
  };
}

function keyFigure(tookMs: number[]): Figure {
  const ms = quantile(tookMs, 0.5);
  return {
    name: "review page with 2,000 comments: key press to frame",
    value: `${ms.toFixed(0)} ms`,
    reach: `≤ ${KEY_MAX_MS} ms`,
    isReached: ms <= KEY_MAX_MS,
    detail: `p95 ${quantile(tookMs, 0.95).toFixed(0)} ms of ${KEYS} steps`,
  };
}

export const reviewPageBench: readonly Bench[] = [{ name: "review-page", run: measurePage }];
