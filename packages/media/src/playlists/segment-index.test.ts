import { describe, expect, it } from "vitest";
import { createIndex, createSegment } from "./fixtures.ts";
import { contiguousSegments, measureBandwidth, mergeTrackOutputs, playableEndSec } from "./segment-index.ts";

const createOutput = (...numbers: number[]) => {
  const { trackId, codecs, init } = createIndex("v0", []);
  return { trackId, codecs, init, segments: numbers.map((number) => createSegment(number)) };
};

describe("mergeTrackOutputs", () => {
  it("starts an index at version 1 and raises it with each addition", () => {
    const first = mergeTrackOutputs(undefined, createOutput(0));
    expect(first).toMatchObject({ version: 1, isEnded: false });
    expect(mergeTrackOutputs(first, createOutput(1))).toMatchObject({ version: 2 });
  });

  it("ignores a piece that arrives twice", () => {
    const once = mergeTrackOutputs(undefined, createOutput(0, 1));
    expect(mergeTrackOutputs(once, createOutput(0, 1))).toBe(once);
  });

  it("gives the same segments in whichever order the pieces arrive", () => {
    const forward = mergeTrackOutputs(mergeTrackOutputs(undefined, createOutput(0)), createOutput(1, 2));
    const backward = mergeTrackOutputs(mergeTrackOutputs(undefined, createOutput(1, 2)), createOutput(0));
    expect(backward.segments).toEqual(forward.segments);
  });
});

describe("the playable part of a video", () => {
  it("ends at the first missing segment", () => {
    expect(
      contiguousSegments(createIndex("v0", [createSegment(3), createSegment(1), createSegment(0)])),
    ).toHaveLength(2);
  });

  it("ends with the shorter of video and audio", () => {
    const video = createIndex("v0", [createSegment(0), createSegment(1)]);
    expect(playableEndSec(video, [createIndex("a0", [createSegment(0)])])).toBe(4);
    expect(playableEndSec(video, [])).toBe(8);
  });
});

describe("measured bandwidth", () => {
  it("is the rate of the heaviest segment, and the average of all segments", () => {
    const segments = [createSegment(0, { length: 1_000_000 }), createSegment(1, { length: 500_000 })];
    expect(measureBandwidth(segments)).toEqual({ bandwidthBps: 2_000_000, averageBandwidthBps: 1_500_000 });
  });

  it("ignores a very short last segment as a peak", () => {
    const tail = createSegment(1, { durationSec: 0.04, length: 40_000 });
    expect(measureBandwidth([createSegment(0), tail]).bandwidthBps).toBeLessThan(1_100_000);
  });

  it("is at least one bit, so that a playlist stays valid", () => {
    expect(measureBandwidth([])).toEqual({ bandwidthBps: 1, averageBandwidthBps: 1 });
  });
});
