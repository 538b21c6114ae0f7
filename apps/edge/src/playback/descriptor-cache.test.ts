import type { PlaybackDescriptor } from "@shoal/contract/edge";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { DescriptorCache } from "./descriptor-cache.ts";
import type { DescriptorAnswer } from "./descriptor-source.ts";

const createDescriptor = (revision: number): PlaybackDescriptor => ({
  uuid: "v",
  clientId: "c",
  generation: 1,
  revision,
  state: "playable",
  startsAt: null,
  passwordHash: null,
  download: false,
  errorType: null,
  title: "",
  description: "",
  createdAt: "",
  durationSec: 8,
  isEnded: true,
  tracks: [],
  thumbnailObject: null,
  storyboard: null,
  rules: {},
  player: { autoplay: false, introModal: null },
  chapters: [],
  outro: null,
  captions: [],
});

/** Creates a cache with a clock, a change stream and an api, whose responses the test sets and counts. */
function setUp() {
  const state = {
    revision: 1 as number | undefined,
    isAway: false,
    asked: [] as (string | undefined)[],
    nowMs: 0,
    run: 1 as number | undefined,
    hold: Promise.resolve(),
  };
  const cache = new DescriptorCache({
    source: async (_, etag): Promise<DescriptorAnswer<PlaybackDescriptor>> => {
      state.asked.push(etag);
      const { revision } = state;
      await state.hold;
      if (state.isAway) throw new Error("away");
      if (revision === undefined) return { kind: "missing" };
      if (etag === `"${revision}"`) return { kind: "unchanged" };
      return { kind: "found", descriptor: createDescriptor(revision), etag: `"${revision}"` };
    },
    followedRun: () => state.run,
    onSourceAway: () => {},
    nowMs: () => state.nowMs,
  });
  return { state, cache, revision: async () => (await cache.find("v"))?.revision };
}

describe("the descriptor cache", () => {
  it("requests a descriptor once for concurrent viewers, and not again while the stream works", async () => {
    const { state, cache, revision } = setUp();
    await Promise.all([revision(), revision(), revision()]);
    state.nowMs = 20_000;
    expect(await revision()).toBe(1);
    expect(cache.peek("v")?.revision).toBe(1);
    expect(state.asked).toEqual([undefined]);
  });

  it("findNewest requests a descriptor before a change is announced, but not on every call", async () => {
    const { state, cache, revision } = setUp();
    await revision();
    state.revision = 2;
    expect((await cache.findNewest("v"))?.revision).toBe(1);
    state.nowMs = 300;
    const newest = await Promise.all([cache.findNewest("v"), cache.findNewest("v")]);
    expect(newest.map((found) => found?.revision)).toEqual([2, 2]);
    expect((await cache.findNewest("v"))?.revision).toBe(2);
    expect(state.asked).toHaveLength(2);
  });

  it("returns an announced change on the next call", async () => {
    const { state, cache, revision } = setUp();
    await revision();
    state.revision = 2;
    cache.apply({ uuid: "v", revision: 2 });
    expect(cache.peek("v")).toBeUndefined();
    expect(await revision()).toBe(2);
    expect(state.asked).toEqual([undefined, '"1"']);
  });

  it("does not miss a change that is announced during a request", async () => {
    const { state, cache, revision } = setUp();
    const release = Promise.withResolvers<void>();
    state.hold = release.promise;
    const first = revision();
    state.revision = 2;
    cache.apply({ uuid: "v", revision: 2 });
    release.resolve();
    expect(await first).toBe(1);
    expect(await revision()).toBe(2);
  });

  it("revalidates every 2 s while the stream is down, and once after it was lost", async () => {
    const { state, revision } = setUp();
    state.run = undefined;
    await revision();
    state.nowMs = 1_999;
    await revision();
    expect(state.asked).toHaveLength(1);
    state.nowMs = 2_000;
    await revision();
    expect(state.asked).toEqual([undefined, '"1"']);
    state.run = 2;
    state.nowMs = 4_000;
    await revision();
    expect(state.asked).toHaveLength(3);
    state.nowMs = 20_000;
    await revision();
    expect(state.asked).toHaveLength(3);
  });

  it("returns cached descriptors for a day while the api is unreachable, without waiting", async () => {
    const { state, revision } = setUp();
    await revision();
    state.isAway = true;
    state.run = undefined;
    state.nowMs = 3_000;
    expect(await revision()).toBe(1);
    state.hold = new Promise(() => {});
    expect(await revision()).toBe(1);
    const day = setUp();
    await day.revision();
    day.state.isAway = true;
    day.state.nowMs = 24 * 3_600_000;
    await expect(day.revision()).rejects.toThrow("away");
  });

  it("never returns a stale descriptor if the api reports the video as deleted", async () => {
    const { state, cache, revision } = setUp();
    await revision();
    state.revision = undefined;
    cache.apply({ uuid: "v", revision: 2 });
    expect(await revision()).toBeUndefined();
    state.revision = 3;
    // The stream would announce the change after it reconnects. Until then, only a new request can find the descriptor.
    state.nowMs = 9_000;
    expect(await revision()).toBeUndefined();
    state.nowMs = 10_000;
    expect(await revision()).toBe(3);
  });

  it("requests a missing descriptor again after a second without the stream, and at once when it is announced", async () => {
    const alone = setUp();
    alone.state.run = undefined;
    alone.state.revision = undefined;
    expect(await alone.revision()).toBeUndefined();
    alone.state.revision = 1;
    alone.state.nowMs = 1_000;
    expect(await alone.revision()).toBe(1);
    const followed = setUp();
    followed.state.revision = undefined;
    expect(await followed.revision()).toBeUndefined();
    followed.state.revision = 1;
    followed.cache.apply({ uuid: "v", revision: 1 });
    expect(await followed.revision()).toBe(1);
  });

  it("requests an unknown video again after a failure", async () => {
    const { state, revision } = setUp();
    state.isAway = true;
    await expect(revision()).rejects.toThrow("away");
    state.isAway = false;
    expect(await revision()).toBe(1);
  });

  it("revalidates even if the wall clock was set back", async () => {
    const performed = { nowMs: 0 };
    vi.spyOn(performance, "now").mockImplementation(() => performed.nowMs);
    vi.setSystemTime(Date.now());
    onTestFinished(() => {
      vi.restoreAllMocks();
      vi.useRealTimers();
    });
    let revision = 1;
    const cache = new DescriptorCache({
      source: async (): Promise<DescriptorAnswer<PlaybackDescriptor>> => ({
        kind: "found",
        descriptor: createDescriptor(revision),
        etag: undefined,
      }),
      followedRun: () => undefined,
      onSourceAway: () => {},
    });
    expect((await cache.find("v"))?.revision).toBe(1);
    revision = 2;
    vi.setSystemTime(Date.now() - 3_600_000);
    performed.nowMs = 2_000;
    expect((await cache.find("v"))?.revision).toBe(2);
  });
});
