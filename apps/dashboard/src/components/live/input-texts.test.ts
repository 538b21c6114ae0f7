import type { LiveInput } from "@shoal/contract";
import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { inputFactsOf, valuesOf } from "./input-texts.ts";

const t = ((key: string, values?: object) =>
  [key.replace("live.health.", ""), ...Object.values(values ?? {})].join(" ")) as unknown as TFunction;

const LIVE_INPUT: LiveInput = {
  bitratesKbps: [4_400, 4_512],

  fps: 24.5,
  announcedFps: 25,
  keyIntervalSec: 2,
  droppedFrames: 1_250,
  droppedPct: 0.4,

  hasBFrames: false,
  width: 1_920,
  height: 1_080,
  videoCodec: "h264",
  audioCodec: "aac",
};
const valuesIn = (input: Partial<LiveInput>, language = "en") =>
  inputFactsOf({ ...LIVE_INPUT, ...input }, t, language).map(([, value]) => value);

test("measurements are written with their figures in the reader's language", () => {
  const all = ["kbps 4,512", "fpsOf 24.5 25", "keyEach 2", "1,250", "1920 × 1080, H.264", "AAC"];
  expect(valuesIn({})).toEqual(all);
  expect(valuesIn({}, "fr")[1]).toBe("fpsOf 24,5 25");
});

test("missing measurements and missing tracks are named", () => {
  const nothing = { width: null, height: null, videoCodec: null, audioCodec: null };
  const early = { bitratesKbps: [], fps: null, keyIntervalSec: null, droppedFrames: 0, ...nothing };
  expect(valuesIn(early)).toEqual(["unknown", "unknown", "unknown", "0", "pictureNone", "soundNone"]);
  expect(valuesIn({ announcedFps: null })[1]).toBe("24.5");
  expect(valuesIn({ width: null })[4]).toBe("H.264");
});

test("figures of advice are formatted in the reader's language, frame sizes without separators", () => {
  const advice = { code: "bitrateLow", level: "attention", kbps: 1_000.5, leastKbps: 3_000 } as const;
  expect(valuesOf({ ...advice, width: 1_920, height: 1_080 }, "en")).toEqual({
    kbps: "1,000.5",
    leastKbps: "3,000",
    width: "1920",
    height: "1080",
  });
});
