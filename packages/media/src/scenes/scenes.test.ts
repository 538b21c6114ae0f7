import type { PlannedRung } from "@shoal/contract/stored-data";
import { describe, expect, it } from "vitest";
import { writeDashManifest } from "../playlists/dash.ts";
import { createIndex, createPlaybackTrack, createSegment } from "../playlists/fixtures.ts";
import { writeMediaPlaylist } from "../playlists/hls.ts";
import { joinIndexes, widestCodecs } from "./join-indexes.ts";
import { joinStoryboards } from "./join-storyboards.ts";
import { planSceneLadder } from "./scene-ladder.ts";

const createRung = (id: string, width: number, height: number): PlannedRung => ({
  id,
  width,
  height,
  mode: "encode",
  fps: { num: 25, den: 1 },
  crf: 23,
  maxBitrateKbps: 900,
});

describe("planSceneLadder", () => {
  const large = [createRung("v0", 640, 360), createRung("v1", 1280, 720), createRung("v2", 1920, 1080)];
  const small = [createRung("v0", 426, 240), createRung("v1", 854, 480)];
  const ladder = planSceneLadder([large, small]);

  it("has all sizes of the scenes, except those too close to a larger one and those that resolve to the same rungs", () => {
    expect(ladder.map(({ rung: { id, height } }) => [id, height])).toEqual([
      ["v0", 240],
      ["v1", 360],
      ["v2", 720],
      ["v3", 1080],
    ]);
    const near = planSceneLadder([[createRung("v0", 640, 360)], [createRung("v0", 640, 352)]]);
    expect(near.map(({ rung: { height } }) => height)).toEqual([360]);
  });

  it("chooses the rung of each scene that is nearest in pixels", () => {
    expect(ladder.map(({ chosen }) => chosen.join())).toEqual(["v0,v0", "v0,v1", "v1,v1", "v2,v1"]);
  });

  it("states the highest frame rate of the chosen rungs", () => {
    const at = (num: number, den: number) => ({ ...createRung("v0", 640, 360), fps: { num, den } });
    const [only] = planSceneLadder([[at(25, 1)], [at(60_000, 1_001)], [at(24, 1)]]);
    expect(only?.rung.fps).toEqual({ num: 60_000, den: 1_001 });
    const [small, wide] = planSceneLadder([
      [at(60, 1), createRung("v1", 1280, 720)],
      [createRung("v0", 640, 360)],
    ]);
    expect([small, wide].map((each) => each?.rung.fps.num)).toEqual([60, 25]);
  });

  it("compares portrait sizes by their number of pixels", () => {
    const [only] = planSceneLadder([[createRung("v0", 360, 640)], [createRung("v0", 640, 360)]]);
    expect(only?.chosen).toEqual(["v0", "v0"]);
  });
});

const initOf = (name: string) => ({ object: name, offset: 0, length: 9, sha256: name });

describe("joinIndexes", () => {
  const whole = createIndex("v1", [createSegment(0), createSegment(1, { durationSec: 2 })], {
    init: initOf("a"),
  });
  const cut = createIndex(
    "v0",
    [createSegment(0, { durationSec: 1, initNumber: 1 }), createSegment(1, { startSec: 1, isSeam: true })],
    { init: initOf("a"), moreInits: [initOf("b")], mediaOffsetSec: 33.36, codecs: "avc1.4d4028" },
  );
  const joined = joinIndexes(
    "v2",
    [
      { index: whole, durationSec: 6 },
      { index: cut, durationSec: 5 },
      { index: whole, durationSec: 6 },
    ],
    7,
  );

  it("numbers the segments continuously and starts each scene where the previous one ends", () => {
    expect(joined).toMatchObject({ trackId: "v2", version: 7, isEnded: true, codecs: "avc1.640028" });
    expect(joined.segments.map(({ number, startSec }) => [number, startSec])).toEqual([
      [0, 0],
      [1, 4],
      [2, 6],
      [3, 7],
      [4, 11],
      [5, 15],
    ]);
  });

  it("adds a seam before each scene and keeps those within, each with its init segment", () => {
    expect(joined.segments.map(({ isSeam, initNumber }) => [isSeam ?? false, initNumber ?? 0])).toEqual([
      [false, 0],
      [false, 0],
      [true, 1],
      [true, 0],
      [true, 0],
      [false, 0],
    ]);
    expect(joined.moreInits).toEqual([initOf("b")]);
    const playlist = writeMediaPlaylist(joined, { isEnded: true });
    expect(playlist.match(/#EXT-X-DISCONTINUITY/g)).toHaveLength(3);
  });

  it("sets the media time offset of each section, which DASH writes into its period", () => {
    expect(joined.segments.map(({ mediaOffsetSec }) => mediaOffsetSec)).toEqual([
      undefined,
      undefined,
      27.36,
      27.36,
      -11,
      -11,
    ]);
    const periods = writeDashManifest([{ track: createPlaybackTrack("v2"), index: joined }], {
      isEnded: true,
    }).split("<Period ");
    expect(periods).toHaveLength(5);
    expect(periods[2]).toContain(`start="PT6S"`);
    expect(periods[2]).toContain(`presentationTimeOffset="${33.36 * 90_000}" startNumber="2"`);
    expect(periods[4]).not.toContain("presentationTimeOffset");
    expect(periods[4]).toContain('<S t="0" d="360000"/>');
  });
});

it("widestCodecs combines the highest profile and level, and rejects codecs that cannot be joined", () => {
  expect(widestCodecs(["mp4a.40.2", "mp4a.40.2"])).toBe("mp4a.40.2");
  expect(widestCodecs(["avc1.64001f", "avc1.4d4028"])).toBe("avc1.640028");
  expect(() => widestCodecs(["avc1.64001f", "av01.0.04M.08"])).toThrow("do not join");
});

it("joined storyboards have the times of their scenes, and a scene without one keeps showing the previous thumbnail", () => {
  const vtt =
    "WEBVTT\n\n00:00:00.000 --> 00:00:04.000\none.jpg#xywh=0,0,160,90\n\n00:00:04.000 --> 00:00:06.000\none.jpg#xywh=160,0,160,90\n";
  const joined = joinStoryboards([
    { vtt, durationSec: 6 },
    { vtt: undefined, durationSec: 2 },
    { vtt, durationSec: 3 },
  ]);
  expect(joined.match(/^\d.*$/gm)).toEqual([
    "00:00:00.000 --> 00:00:04.000",
    "00:00:04.000 --> 00:00:08.000",
    "00:00:08.000 --> 00:00:11.000",
  ]);
});
