import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { awaitState, readStats } from "../../harness/swarm/swarm-viewers.ts";
import { type PlayerHarness, startPlayerHarness } from "../support/player-harness.ts";
import { awaitBuffer } from "../support/plugin-page.ts";

let harness: PlayerHarness;
let initialState: PlayerHarness["edge"]["state"];
let pages: Page[];

beforeAll(async () => {
  harness = await startPlayerHarness(40);
  initialState = { ...harness.edge.state };
});
afterAll(() => harness.close());
beforeEach(() => {
  pages = [];
  Object.assign(harness.edge.state, initialState);
});
afterEach(() => Promise.all(pages.map((page) => page.context().close())));

async function openPlayerPage(query = ""): Promise<Page> {
  const page = await harness.browser.openViewer(harness.embedUrl(`?autoplay=1&muted=1${query}`));
  pages.push(page);
  await awaitState(page, "playing");
  return page;
}

describe("two viewers of a video", () => {
  it("exchange segments: the second gets nearly all of them from the first", async () => {
    const first = await openPlayerPage();
    await awaitBuffer(first, 25);
    const second = await openPlayerPage();
    await second.waitForFunction("window.shoalPlayer.stats().peers === 1");
    // Everything that the viewers loaded before they were connected came from the server.
    const met = await readStats(second);
    await awaitBuffer(second, 38);
    const taken = await readStats(second);
    const sent = await readStats(first);
    expect(taken.peers).toBe(1);
    expect(taken.bytesPeer - met.bytesPeer).toBeGreaterThan((taken.bytesServer - met.bytesServer) * 3);
    // When the figures are read, bytes in transit are counted only by their sender.
    expect(sent.bytesUp).toBeGreaterThanOrEqual(taken.bytesPeer);
    expect(taken.stalls).toBe(0);
  });

  it("exchange nothing when the rules forbid it", async () => {
    harness.edge.state.rules = { ...initialState.rules, enabled: false };
    await awaitBuffer(await openPlayerPage(), 20);
    const second = await openPlayerPage();
    await awaitBuffer(second, 20);
    expect(await readStats(second)).toMatchObject({ bytesPeer: 0, peers: 0 });
  });

  it("exchange nothing below the viewer threshold", async () => {
    harness.edge.state.rules = { ...initialState.rules, viewerThreshold: 3 };
    await awaitBuffer(await openPlayerPage(), 20);
    const second = await openPlayerPage();
    await awaitBuffer(second, 20);
    expect((await readStats(second)).bytesPeer).toBe(0);
  });

  it("play from the server while the tracker is unreachable, and connect once it is back", async () => {
    harness.edge.state.isTrackerOnline = false;
    const first = await openPlayerPage();
    const second = await openPlayerPage();
    await awaitBuffer(second, 15);
    expect((await readStats(second)).bytesPeer).toBe(0);
    harness.edge.state.isTrackerOnline = true;
    for (const page of [first, second]) {
      await page.waitForFunction("window.shoalPlayer.stats().peers === 1");
    }
  });

  it("are independent: one keeps playing when the other leaves", async () => {
    const first = await openPlayerPage();
    await awaitBuffer(first, 25);
    const second = await openPlayerPage();
    await second.waitForFunction("window.shoalPlayer.stats().bytesPeer > 0");
    await first.context().close();
    pages.shift();
    await second.waitForFunction("document.querySelector('video').currentTime > 15");
    expect((await readStats(second)).stalls).toBe(0);
  });

  it("get segments from each other even while the server is unreachable", async () => {
    const first = await openPlayerPage();
    await awaitBuffer(first, 25);
    const second = await openPlayerPage();
    await second.waitForFunction("window.shoalPlayer.stats().peers === 1");
    harness.edge.state.isOnline = false;
    await second.waitForFunction("document.querySelector('video').currentTime > 12");
    expect((await readStats(second)).stalls).toBe(0);
  });
});
