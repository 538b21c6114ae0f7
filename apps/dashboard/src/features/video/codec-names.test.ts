import { qualityName } from "@shoal/domain";
import { expect, test } from "vitest";
import { codecNames } from "./codec-names.ts";

test.each([
  ["avc1.64001f", "H.264"],
  ["avc1.64001f,mp4a.40.2", "H.264, AAC"],
  ["hvc1.1.6.L93.B0, ec-3", "H.265, Dolby Digital Plus"],
  ["av01.0.05M.08,opus", "AV1, Opus"],
  ["mp4a.6B", "MP3"],
  ["", ""],
  ["xyz1.2", "xyz1.2"],
])("the codecs “%s” are %s in words", (codecs, words) => {
  expect(codecNames(codecs)).toBe(words);
});

test.each([
  [854, 480, "480p"],
  [480, 854, "480p"],
  [1280, 720, "720p"],
  [1920, 1080, "1080p"],
  [2560, 1440, "1440p 2K"],
  [3840, 2160, "2160p 4K"],
  [3840, 1600, "1600p"],
])("%s × %s is named by its height, as %s", (width, height, name) => {
  expect(qualityName({ width, height })).toBe(name);
});
