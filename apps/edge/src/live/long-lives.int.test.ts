import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ManualClock } from "@shoal/testkit";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startEdge } from "../edge.ts";
import { createClientDescriptor, type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";
import { TestLives } from "../testing/paced-live.ts";
import { publishRealMedia } from "../testing/real-media.ts";

const STARTED_AT_MS = Date.parse("2026-01-01T00:00:00Z");
const MINUTE_MS = 60_000;
const lives = new TestLives();
const realNow = Date.now;
let elapsedMs = 0;
const dateSpy = vi.spyOn(Date, "now").mockImplementation(() => realNow() + elapsedMs);
let harness: EdgeHarness;
let video: Awaited<ReturnType<typeof publishRealMedia>>;
beforeAll(async () => {
  harness = await startEdgeHarness({}, { lives });
  video = await publishRealMedia(harness);
});
afterAll(async () => {
  await harness.close();
  dateSpy.mockRestore();
});

/**
 * Opens a running live for a player that never renews its token.
 * @returns the live, with functions that request its playlist and that close the live.
 */
async function openLive() {
  const clock = new ManualClock(STARTED_AT_MS);
  const opened = await lives.open(harness, video, { clock, live: { latencySec: null }, headStartSec: 0 });
  harness.api.setClient(createClientDescriptor(opened.descriptor.clientId));
  const running = opened.paced.run();
  await clock.runUntil(STARTED_AT_MS + 4_000);
  const session = await harness.play(opened.descriptor.uuid);
  const playlist = session.hlsUrl.replace("master.m3u8", "v0/index.m3u8");
  const status = async () => {
    const response = await fetch(playlist.replace(/^https?:\/\/[^/]+/, harness.edge.url));
    await response.arrayBuffer();
    return response.status;
  };
  const close = async () => {
    opened.paced.close();
    await running;
  };
  return { descriptor: opened.descriptor, status, close };
}

test("a player that cannot renew its token watches a live as long as it keeps requesting it", async () => {
  const live = await openLive();
  const seen = new Set<number>();
  for (let minute = 0; minute < 40; minute++) {
    seen.add(await live.status());
    elapsedMs += MINUTE_MS;
  }
  expect([...seen]).toEqual([200]);
  elapsedMs += 16 * MINUTE_MS;
  expect(await live.status()).toBe(403);
  await live.close();
});

test("an active session survives a restart of the edge, and an edge without its record refuses the expired token", async () => {
  const live = await openLive();
  for (let minute = 0; minute < 40; minute++) {
    expect(await live.status()).toBe(200);
    elapsedMs += MINUTE_MS;
  }
  await harness.restart();
  await expect.poll(live.status).toBe(200);
  elapsedMs += 14 * MINUTE_MS;
  expect(await live.status()).toBe(200);
  await harness.edge.close();
  await rm(join(harness.config.spoolDir, "asking-sessions.json"));
  harness.edge = await startEdge(harness.config, { lives });
  expect(await live.status()).toBe(403);
  await live.close();
});

test("a session with an expired token ends when the viewer loses access", async () => {
  const live = await openLive();
  for (let minute = 0; minute < 20; minute++) {
    expect(await live.status()).toBe(200);
    elapsedMs += MINUTE_MS;
  }
  const { descriptor } = live;
  harness.api.set({
    ...descriptor,
    revision: descriptor.revision + 1,
    rules: { custom: { unauthorizedIPs: ["127.0.0.0/8"] } },
  });
  await expect.poll(live.status, { timeout: 4000 }).toBe(403);
  harness.api.set({ ...descriptor, revision: descriptor.revision + 2, passwordHash: "scrypt$1$1$1$AA$AA" });
  await expect.poll(live.status, { timeout: 4000 }).toBe(403);
  await live.close();
});
