import { DIRECT_PLACES } from "@shoal/contract/player";
import { endPublisher, eventually, publishClock } from "@shoal/testkit";
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { publishDirectLive } from "../../apps/edge/src/testing/direct-harness.ts";
import { openFilmingPage, readViewers } from "../../harness/filming/filming-page.ts";
import { drainFrames, openClockViewer } from "../../harness/lives/clock-viewer.ts";
import { type IngestStage, openIngestStage } from "../../harness/lives/ingest-stage.ts";
import {
  awaitState,
  openViewerBrowser,
  readStats,
  type ViewerBrowser,
} from "../../harness/swarm/swarm-viewers.ts";

/** The maximum delay, in ms, of video that comes directly from the publishing page. Segments would be at least a second behind. */
const MAX_DIRECT_DELAY_MS = 700;

let stage: IngestStage;
let browser: ViewerBrowser;
beforeEach(async () => {
  stage = await openIngestStage();
  browser = await openViewerBrowser();
});
afterEach(async () => {
  await browser.close();
  await stage.close();
});

const openViewer = (uuid: string): Promise<Page> => openClockViewer(browser, `${stage.origin}/embed/${uuid}`);

/** Returns the age of the frame that a viewer currently sees. */
async function readDelayMs(page: Page): Promise<number | undefined> {
  const newest = (await drainFrames(page)).at(-1);
  return newest && newest.shownAtMs - newest.madeAtMs;
}

/** Returns how far back a viewer can currently seek. */
async function readSeekBackSec(page: Page): Promise<number> {
  const scrubber = page.locator(".scrubber");
  const [from, to] = await Promise.all(
    ["aria-valuemin", "aria-valuemax"].map((name) => scrubber.getAttribute(name)),
  );
  return Number(to) - Number(from);
}

const awaitDirect = (page: Page) =>
  eventually(async () => ((await readDelayMs(page)) ?? Number.POSITIVE_INFINITY) < MAX_DIRECT_DELAY_MS, {
    what: "a picture without delay",
  });
const awaitSegments = (page: Page) =>
  eventually(async () => ((await readDelayMs(page)) ?? 0) > MAX_DIRECT_DELAY_MS, {
    what: "a picture of a segment",
  });

describe("a live without delay", () => {
  it("waits for its publisher, is watched directly from it, and continues with another publisher", async () => {
    const { uuid } = publishDirectLive(stage.harness, "no");
    const page = await openViewer(uuid);
    await page.getByText("This live is not on air").waitFor();
    const filming = await openFilmingPage(stage.harness, uuid, browser);
    await awaitState(page, "playing");
    await awaitDirect(page);
    await page.getByText("This live is not on air").waitFor({ state: "hidden" });
    expect(await readViewers(filming)).toBe(1);
    await eventually(async () => {
      const { bytesPeer, secPeer } = await readStats(page);
      return bytesPeer > 10_000 && secPeer > 0;
    });
    const { secServer, stalls, startupMs, bytesServer } = await readStats(page);
    expect([secServer, stalls, bytesServer]).toEqual([0, 0, 0]);
    expect(startupMs).toBeGreaterThan(0);

    // Another page takes over publishing: the first page's connection ends, and the live continues.
    await filming.close();
    await openFilmingPage(stage.harness, uuid, browser);
    await drainFrames(page);
    await awaitDirect(page);
    await awaitState(page, "playing");
  });

  it("shows its viewers that it has ended, and plays automatically when it starts again", async () => {
    const descriptor = publishDirectLive(stage.harness, "no");
    const { uuid, live, revision } = descriptor;
    const filming = await openFilmingPage(stage.harness, uuid, browser);
    const page = await openViewer(uuid);
    await awaitState(page, "playing");
    await filming.close();
    stage.harness.api.set({
      ...descriptor,
      live: { latencySec: null, ...live, isOver: true },
      revision: revision + 1,
    });
    await page.getByText("This live has ended").waitFor();
    await awaitState(page, "ended");
    // A live that has ended is not an error, so its notice must not look like one.
    expect(await page.locator(".notice-icon.is-calm").count()).toBe(1);
    expect(await page.getByText("This live is not on air").isVisible()).toBe(false);

    stage.harness.api.set({ ...descriptor, generation: 2, revision: revision + 2 });
    await openFilmingPage(stage.harness, uuid, browser);
    await awaitState(page, "playing");
    await page.getByText("This live has ended").waitFor({ state: "hidden" });
  });

  it("admits five viewers, and a sixth one when one of them leaves", async () => {
    const { uuid } = publishDirectLive(stage.harness, "no");
    const filming = await openFilmingPage(stage.harness, uuid, browser);
    const pages: Page[] = [];
    while (pages.length < DIRECT_PLACES) {
      const page = await openViewer(uuid);
      await awaitState(page, "playing");
      pages.push(page);
    }
    const sixth = await openViewer(uuid);
    await sixth.getByText("This live allows at most 5 viewers").waitFor();
    await sixth.getByText("You are next.").waitFor();
    const seventh = await openViewer(uuid);
    await seventh.getByText("1 viewer is waiting before you.").waitFor();
    expect(await readViewers(filming)).toBe(DIRECT_PLACES);
    await pages[0]?.close();
    await awaitState(sixth, "playing");
    await awaitDirect(sixth);
    await seventh.getByText("You are next.").waitFor();
  });
});

it("a mixed live plays from segments, and without delay while the viewer has a place", async () => {
  const publisher = publishClock(stage.publishUrl, { width: 640, height: 360 });
  try {
    await eventually(async () => {
      stage.openLive(null, "middle");
      return (await stage.harness.play(stage.uuid)).direct !== undefined;
    });
    const page = await openViewer(stage.uuid);
    await awaitState(page, "playing");
    await awaitSegments(page);
    const filming = await openFilmingPage(stage.harness, stage.uuid, browser);
    await awaitDirect(page);
    await awaitState(page, "playing");
    expect(await readViewers(filming)).toBe(1);
    await filming.close();
    await awaitSegments(page);
    expect(await page.locator(".held").count()).toBe(0);

    await openFilmingPage(stage.harness, stage.uuid, browser);
    await awaitDirect(page);
    // The rewind window grows while the live continues, even if no segment of it is loaded.
    await eventually(async () => (await readSeekBackSec(page)) > 12);
    // A viewer who seeks back stays there until they return to the live edge.
    await page.keyboard.press("j");
    await awaitSegments(page);
    await page.getByRole("button", { name: "Go to live" }).click();
    await awaitDirect(page);
    expect((await readStats(page)).secServer).toBeGreaterThan(0);
  } finally {
    await endPublisher(publisher);
  }
});
