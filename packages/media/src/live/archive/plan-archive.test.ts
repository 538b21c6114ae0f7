import type { JournalSegment, LiveJournalPage } from "@shoal/contract/ingest";
import type { ListedTrack } from "@shoal/contract/stored-data";
import { describe, expect, it } from "vitest";
import { planArchive } from "./plan-archive.ts";

const createTrack = (id: string, kind: "video" | "audio"): ListedTrack => ({
  id,
  kind,
  codecs: kind === "video" ? "avc1.64001f" : "mp4a.40.2",
  language: null,
  name: null,

  width: kind === "video" ? 640 : null,
  height: kind === "video" ? 360 : null,

  fps: kind === "video" ? 29.97 : null,
  bandwidthBps: 800_000,
  averageBandwidthBps: 800_000,
});
const TRACKS = [createTrack("v0", "video"), createTrack("a0", "audio")];
const createRange = (object: string) => ({ object, offset: 0, length: 1_000, sha256: "0" });
/** A journal segment of 2 s. Its audio starts slightly earlier than its video. */
const createSegment = (
  number: number,
  mediaTimeSec: number,
  isFirstOfPeriod = false,
  init = 0,
): JournalSegment => ({
  number,
  programDateTimeMs: 1_000_000 + number * 2_000,
  isFirstOfPeriod,
  inits: { v0: createRange(`v0/init-${init}`), a0: createRange(`a0/init-${init}`) },
  media: {
    v0: { ...createRange(`v0/${number}`), mediaTimeSec, durationSec: 2 },
    a0: { ...createRange(`a0/${number}`), mediaTimeSec: mediaTimeSec - 0.01, durationSec: 2.005 },
  },
});
const createPage = (...segments: JournalSegment[]): LiveJournalPage => ({ tracks: TRACKS, segments });

describe("planArchive", () => {
  it("uses the segments of the live, with times from 0", () => {
    const planned = planArchive([
      createPage(createSegment(0, 10, true), createSegment(1, 12)),
      createPage(createSegment(2, 14)),
    ]);
    expect(planned).toMatchObject({ durationSec: 6, startedAtMs: 1_000_000 });
    const [video] = planned?.video ?? [];
    expect(video).toMatchObject({ trackId: "v0", init: { object: "v0/init-0" }, mediaOffsetSec: 10 });
    expect(video?.moreInits).toBeUndefined();
    expect(video?.segments.map(({ number, object, startSec }) => [number, object, startSec])).toEqual([
      [0, "v0/0", 0],
      [1, "v0/1", 2],
      [2, "v0/2", 4],
    ]);
    expect(planned?.audio[0]?.segments[1]?.startSec).toBeCloseTo(1.99);
    expect(planned?.plan).toMatchObject({
      segmentStartsSec: [0, 2, 4, 6],
      rungs: [{ id: "v0", mode: "encode", fps: { num: 30_000, den: 1_001 } }],
      audio: [{ id: "a0" }],
      info: { durationSec: 6, sizeBytes: 6_000 },
    });
  });

  it("continues without a gap after the seam of a restarted encoder", () => {
    const planned = planArchive([
      createPage(createSegment(0, 0, true), createSegment(1, 0.5, true, 1), createSegment(2, 2.5, false, 1)),
    ]);
    const [video] = planned?.video ?? [];
    expect(video?.moreInits).toMatchObject([{ object: "v0/init-1" }]);
    expect(video?.segments).toMatchObject([
      { number: 0, startSec: 0 },
      { number: 1, startSec: 2, initNumber: 1, isSeam: true, mediaOffsetSec: -1.5 },
      { number: 2, startSec: 4, initNumber: 1, mediaOffsetSec: -1.5 },
    ]);
    expect(video?.segments[2]?.isSeam).toBeUndefined();
  });

  it("omits segments that were not stored, and reports how many and where", () => {
    const planned = planArchive([createPage(createSegment(0, 0, true), createSegment(3, 6))]);
    expect(planned).toMatchObject({ durationSec: 4, missingSegments: 2, missingAtSec: 2 });
    const short = planArchive([{ ...createPage(createSegment(0, 0, true)), endNumber: 3 }]);
    expect(short).toMatchObject({ durationSec: 2, missingSegments: 2, missingAtSec: 2 });
    expect(planArchive([createPage(createSegment(0, 0, true))])).toMatchObject({ missingAtSec: undefined });
    expect(planned?.video[0]?.segments).toMatchObject([
      { number: 0, startSec: 0 },
      { number: 1, object: "v0/3", startSec: 2, isSeam: true, mediaOffsetSec: 4 },
    ]);
  });

  it("returns undefined for a live without stored segments or without video", () => {
    expect(planArchive([])).toBeUndefined();
    const soundAlone = { ...createPage(createSegment(0, 0, true)), tracks: [createTrack("a0", "audio")] };
    expect(planArchive([soundAlone])).toBeUndefined();
  });
});
