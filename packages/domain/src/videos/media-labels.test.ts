import { expect, test } from "vitest";
import { codecLabel, qualityLabel } from "../index.ts";

test.each([
  [426, 240, "240p"],
  [854, 480, "480p"],
  [1_280, 720, "720p HD"],
  [1_920, 1_080, "1080p"],
  [1_080, 1_920, "1080p"],
  [2_560, 1_440, "1440p 2K"],
  [3_840, 2_160, "2160p 4K"],
])("the label of a quality of %i × %i is its height: %s", (width, height, label) => {
  expect(qualityLabel({ width, height })).toBe(label);
});

test.each([
  ["avc1.64001f", "H.264"],
  ["avc1.64001f,mp4a.40.2", "H.264, AAC"],
  ["hvc1.2.4.L123.B0, mp4a.40.5", "HEVC, HE-AAC"],
  ["h264", "H.264"],
  ["hevc", "HEVC"],
  ["aac", "AAC"],
  ["mp4a.40.34", "MP3"],
  ["av01.0.08M.08", "AV1"],
  ["vp09.00.40.08", "VP9"],
  ["ac-3", "AC-3"],
  ["theora", "THEORA"],
])("codecLabel names the codecs %s as %s", (codecs, label) => {
  expect(codecLabel(codecs)).toBe(label);
});
