import { ManualClock } from "@shoal/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { createIndex, createPlaybackTrack, createSegment } from "../../playlists/fixtures.ts";
import { readPlaylist } from "../fixtures.ts";
import { writeLiveManifest } from "../live-dash.ts";
import { listLiveHashes } from "../live-hashes.ts";
import { writeLivePlaylist } from "../live-hls.ts";
import { SimulatedLive } from "./simulated-live.ts";
import type { VodTrack } from "./vod-reader.ts";

const STARTED_AT_MS = Date.parse("2026-01-01T00:00:00Z");
const LEAD_TIME_SEC = 12;

/** Tracks with segments of this duration; the first audio segment is a frame longer. */
function tracksOf(segmentSec: number, count: number): VodTrack[] {
  return ["a0", "v0"].map((id) => {
    const segments = Array.from({ length: count }, (_, number) =>
      createSegment(number, {
        startSec: number * segmentSec,
        durationSec: segmentSec + (id === "a0" && number === 0 ? 0.02 : 0),
        object: `${id}/${number}`,
        sha256: `${id}/${number}`,
        // A separately encoded part starts here.
        ...(number === 40 ? { isSeam: true } : {}),
      }),
    );
    return {
      track: createPlaybackTrack(id),
      index: createIndex(id, segments, { isEnded: true, targetDurationSec: 4 }),
    };
  });
}

const openedLives: SimulatedLive[] = [];
afterEach(() => {
  for (const live of openedLives.splice(0)) live.close();
});

/** Opens the live at this second, like an edge. */
function openAt(atSec: number, tracks = tracksOf(4, 60)) {
  const clock = new ManualClock(STARTED_AT_MS + atSec * 1000);
  const live = new SimulatedLive({
    tracks,
    clock,
    startedAtMs: STARTED_AT_MS,
    leadSec: LEAD_TIME_SEC,
    read: async ({ object }) => Buffer.from(object),
  });
  openedLives.push(live);
  const done = live.run();
  return { live, done, runTo: (sec: number) => clock.runUntil(STARTED_AT_MS + sec * 1000) };
}

const listOf = ({ window }: SimulatedLive) => readPlaylist(writeLivePlaylist(window, "v0"));
const textsOf = ({ window }: SimulatedLive) => [
  writeLivePlaylist(window, "v0"),
  writeLivePlaylist(window, "a0", { isDelta: true }),
  writeLiveManifest(window),
  JSON.stringify(listLiveHashes(window)),
];

describe("a video that plays as a live", () => {
  it("lists three segments at its start, which viewers need to begin", async () => {
    const { live } = openAt(0);
    expect(listOf(live).segments.map(({ number }) => number)).toEqual([0, 1, 2]);
  });

  it("publishes each segment ahead of the clock by the delay of viewers", async () => {
    const { live, runTo } = openAt(0);
    await runTo(3.999);
    expect(live.window.nextNumber).toBe(3);
    await runTo(4);
    expect(live.window.nextNumber).toBe(4);
    const text = writeLivePlaylist(live.window, "v0");
    expect(text).toContain("#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:12.000Z");
    expect(text).not.toContain("ENDLIST");
  });

  it.each([0, 33, 90, 161, 200])("has identical playlists whenever it was opened (%i s)", async (atSec) => {
    const [early, late] = [openAt(atSec), openAt(214)];
    await early.runTo(214);
    expect(textsOf(early.live)).toEqual(textsOf(late.live));
  });

  it("lists only the window around the current position when opened late", async () => {
    const { live } = openAt(100);
    const { segments } = listOf(live);
    expect(segments.at(-1)?.number).toBe(27);
    expect(segments.reduce((sum, { durationSec }) => sum + durationSec, 0)).toBeLessThan(38);
  });

  it("refers to the video's own objects, with the hashes of its index", async () => {
    const { live } = openAt(100);
    const range = live.window.findRange("v0", 26);
    expect(range).toMatchObject({ object: "v0/26", sha256: "v0/26" });
    expect(live.window.findPart("v0", 26, 0)).toMatchObject({ object: "v0/26" });
    expect(range && String(await live.read(range))).toBe("v0/26");
  });

  it("has a discontinuity where a part was encoded separately", async () => {
    const { live } = openAt(160);
    expect(listOf(live).segments.find(({ isDiscontinuity }) => isDiscontinuity)?.number).toBe(40);
  });

  it("ends when its last second is shown, not when that is published", async () => {
    const { live, done, runTo } = openAt(235);
    expect([live.window.nextNumber, live.window.isEnded]).toEqual([60, false]);
    await runTo(239.999);
    expect(live.window.isEnded).toBe(false);
    // The promise never resolves after the end, so it is not awaited.
    void runTo(240);
    await done;
    expect(writeLivePlaylist(live.window, "v0")).toContain("#EXT-X-ENDLIST");
    expect(openAt(1_000).live.window.isEnded).toBe(true);
  });

  it("announces the video's own target duration", async () => {
    expect(writeLivePlaylist(openAt(10, tracksOf(2, 60)).live.window, "v0")).toContain("TARGETDURATION:2\n");
  });

  it("rejects a video without video segments, and one with segments over 10 s", () => {
    expect(() => openAt(0, tracksOf(4, 0))).toThrow("no picture");
    expect(() => openAt(0, tracksOf(12, 5))).toThrow("longer than 10 s");
  });
});
