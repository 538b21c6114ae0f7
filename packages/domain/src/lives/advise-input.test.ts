import type { LiveInput } from "@shoal/contract";
import { describe, expect, test } from "vitest";
import { adviseInput, levelOf } from "./advise-input.ts";
import { usualKbpsOf } from "./usual-bitrates.ts";

const constantPoints = (count: number, kbps: number): number[] => Array.from({ length: count }, () => kbps);

/** The input from a well-configured OBS. */
const GOOD_INPUT: LiveInput = {
  bitratesKbps: constantPoints(30, 4_500),

  fps: 30,
  announcedFps: 30,
  keyIntervalSec: 2,
  droppedFrames: 0,
  droppedPct: 0,
  hasBFrames: false,

  width: 1_920,
  height: 1_080,
  videoCodec: "h264",
  audioCodec: "aac",
};
const AUDIO_ONLY_INPUT: Partial<LiveInput> = {
  bitratesKbps: constantPoints(30, 128),

  fps: null,
  announcedFps: null,
  keyIntervalSec: null,
  droppedPct: null,

  width: null,
  height: null,
  videoCodec: null,
};
const SMALL_PICTURE = { width: 640, height: 360 };

describe("advice to the owner of a live", () => {
  test.each<[what: string, input: Partial<LiveInput>]>([
    ["is good", {}],
    ["has just started", { bitratesKbps: [], fps: null, audioCodec: null }],
    ["declares no frame rate", { announcedFps: null }],
    ["has a slightly varying frame rate", { fps: 25 }],
    ["has a key frame every second", { keyIntervalSec: 1 }],
    ["shows a still image at a low bitrate", { bitratesKbps: constantPoints(30, 1_600) }],
    [
      "has a higher bitrate in intervals with a key frame",
      { bitratesKbps: [6_000, 1_600, 6_000, 1_600], keyIntervalSec: 2.4 },
    ],
    ["is in portrait format", { width: 1_080, height: 1_920 }],
    ["dropped a single frame", { droppedFrames: 1, droppedPct: 0.1 }],
    ["dropped many frames long ago", { droppedFrames: 9_000, droppedPct: 0 }],
  ])("gives no advice if the input %s", (_what, input) => {
    expect(adviseInput({ ...GOOD_INPUT, ...input })).toEqual([]);
  });

  test.each<[input: Partial<LiveInput>, advice: object]>([
    [
      { bitratesKbps: [...constantPoints(8, 4_500), 0, 0], fps: 0 },
      { code: "nothingComes", level: "bad", sec: 4 },
    ],
    [{ fps: 0 }, { code: "pictureStopped", level: "bad" }],
    [
      { bitratesKbps: [...constantPoints(8, 4_500), 1_500], fps: 12 },
      { code: "networkSlow", level: "bad", nowKbps: 1_500, usualKbps: 4_500 },
    ],
    [{ fps: 23 }, { code: "fpsLow", level: "attention", fps: 23, announcedFps: 30 }],
    [{ fps: 14.5 }, { code: "fpsLow", level: "bad", fps: 14.5, announcedFps: 30 }],
    [{ droppedPct: 1 }, { code: "framesDropped", level: "attention", droppedPct: 1 }],
    [{ droppedPct: 7.5 }, { code: "framesDropped", level: "bad", droppedPct: 7.5 }],
    [{ keyIntervalSec: 2.6 }, { code: "keyFramesFar", level: "attention", sec: 2.6 }],
    [{ keyIntervalSec: 4 }, { code: "keyFramesFar", level: "attention", sec: 4 }],
    [{ keyIntervalSec: 8.33 }, { code: "keyFramesFar", level: "bad", sec: 8.33 }],
    [AUDIO_ONLY_INPUT, { code: "noPicture", level: "attention" }],
    [{ audioCodec: null }, { code: "noSound", level: "attention" }],
    [
      { bitratesKbps: constantPoints(4, 1_000) },
      { code: "bitrateLow", level: "attention", kbps: 1_000, leastKbps: 3_000, width: 1_920, height: 1_080 },
    ],
    [
      { bitratesKbps: [...constantPoints(8, 4_500), 2_000] },
      { code: "bitrateFalls", level: "attention", nowKbps: 2_000, usualKbps: 4_500 },
    ],
    [
      { bitratesKbps: [4_500, 900, 4_500, 9_000, 4_500, 1_000, 4_500, 4_500] },
      { code: "bitrateUnsteady", level: "attention", leastKbps: 900, mostKbps: 9_000 },
    ],
    [
      { bitratesKbps: constantPoints(4, 2_500), ...SMALL_PICTURE },
      { code: "bitrateHigh", level: "attention", kbps: 2_500, mostKbps: 1_000, ...SMALL_PICTURE },
    ],
    [
      { bitratesKbps: constantPoints(9, 20_000), width: 3_840, height: 2_160 },
      { code: "pictureLarge", level: "attention", width: 3_840, height: 2_160 },
    ],
    [{ width: 1_919 }, { code: "pictureOdd", level: "hint", width: 1_919, height: 1_080 }],
    [{ hasBFrames: true }, { code: "bFrames", level: "hint" }],
  ])("advises on %j with %j", (input, advice) => {
    expect(adviseInput({ ...GOOD_INPUT, ...input })).toEqual([advice]);
  });

  test("reports qualities that the server leaves out", () => {
    const leftOut = { code: "qualitiesLeftOut", level: "attention", leftOut: 2 };
    expect(adviseInput(GOOD_INPUT, 2)).toEqual([leftOut]);
    expect(adviseInput({ ...GOOD_INPUT, fps: 0, hasBFrames: true }, 2).map(({ code }) => code)).toEqual([
      "pictureStopped",
      "qualitiesLeftOut",
      "bFrames",
    ]);
  });

  test("puts the worst advice first, and gives one advice per cause", () => {
    const input = { hasBFrames: true, audioCodec: null, keyIntervalSec: 3, fps: 12, droppedPct: 6 };
    const codes = adviseInput({
      ...GOOD_INPUT,
      ...input,
      bitratesKbps: [...constantPoints(8, 4_500), 400, 300],
    });
    expect(codes.map(({ code }) => code)).toEqual([
      "networkSlow",
      "framesDropped",
      "keyFramesFar",
      "noSound",
      "bFrames",
    ]);
  });

  test.each([
    [{}, "good"],
    [{ hasBFrames: true }, "good"],
    [{ hasBFrames: true, audioCodec: null }, "attention"],
    [{ audioCodec: null, fps: 0 }, "bad"],
  ] as const)("rates an input with %j as %s", (input, level) => {
    expect(levelOf(adviseInput({ ...GOOD_INPUT, ...input }))).toBe(level);
  });
});

test.each([
  [1_920, 1_080, 30, 3_000, 6_000],
  [1_920, 1_080, 60, 4_500, 9_000],
  [1_440, 1_080, 25, 3_000, 6_000],
  [848, 480, 50, 750, 3_000],
  [320, 180, 25, 300, 700],
  [3_840, 2_160, 25, 13_000, 34_000],
])(
  "recommends for %i × %i at %i frames per second %i to %i kbps",
  (width, height, fps, leastKbps, mostKbps) => {
    expect(usualKbpsOf({ width, height, fps })).toEqual({ leastKbps, mostKbps });
  },
);
