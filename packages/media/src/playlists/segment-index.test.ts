import { describe, expect, it } from "vitest";
import { indexOf, segmentOf } from "./fixtures.ts";
import { contiguousSegments, measureBandwidth, mergeTrackOutputs, playableEndSec } from "./segment-index.ts";

const outputOf = (...numbers: number[]) => {
  const { trackId, codecs, init } = indexOf("v0", []);
  return { trackId, codecs, init, segments: numbers.map((number) => segmentOf(number)) };
};

describe("mergeTrackOutputs", () => {
  it("starts an index at version 1 and raises it with each addition", () => {
    const first = mergeTrackOutputs(undefined, outputOf(0));
    expect(first).toMatchObject({ version: 1, isEnded: false });
    expect(mergeTrackOutputs(first, outputOf(1))).toMatchObject({ version: 2 });
  });

  it("ignores a piece that arrives twice", () => {
    const once = mergeTrackOutputs(undefined, outputOf(0, 1));
    expect(mergeTrackOutputs(once, outputOf(0, 1))).toBe(once);
  });

  it("gives the same segments in whichever order the pieces arrive", () => {
    const forward = mergeTrackOutputs(mergeTrackOutputs(undefined, outputOf(0)), outputOf(1, 2));
    const backward = mergeTrackOutputs(mergeTrackOutputs(undefined, outputOf(1, 2)), outputOf(0));
    expect(backward.segments).toEqual(forward.segments);
  });
});

describe("the playable part of a video", () => {
  it("ends at the first missing segment", () => {
    expect(contiguousSegments(indexOf("v0", [segmentOf(3), segmentOf(1), segmentOf(0)]))).toHaveLength(2);
  });

  it("ends with the shorter of video and audio", () => {
    const video = indexOf("v0", [segmentOf(0), segmentOf(1)]);
    expect(playableEndSec(video, [indexOf("a0", [segmentOf(0)])])).toBe(4);
    expect(playableEndSec(video, [])).toBe(8);
  });
});

describe("measured bandwidth", () => {
  it("is the rate of the heaviest segment, and the average of all segments", () => {
    const segments = [segmentOf(0, { length: 1_000_000 }), segmentOf(1, { length: 500_000 })];
    expect(measureBandwidth(segments)).toEqual({ bandwidthBps: 2_000_000, averageBandwidthBps: 1_500_000 });
  });

  it("ignores a very short last segment as a peak", () => {
    const tail = segmentOf(1, { durationSec: 0.04, length: 40_000 });
    expect(measureBandwidth([segmentOf(0), tail]).bandwidthBps).toBeLessThan(1_100_000);
  });

  it("is at least one bit, so that a playlist stays valid", () => {
    expect(measureBandwidth([])).toEqual({ bandwidthBps: 1, averageBandwidthBps: 1 });
  });
});
