import type { EncodePlan, PlannedAudio, SegmentIndex } from "@shoal/contract/stored-data";
import { listAudioParts } from "@shoal/media";
import { expect, test } from "vitest";
import { planCut } from "./plan-cut.ts";
import { planScene } from "./plan-scene.ts";

const PLANNED_AUDIO: PlannedAudio = {
  id: "a0",
  mode: "encode",
  streamIndex: 1,
  language: "und",
  title: "",
  channels: 2,
  sampleRateHz: 48_000,
  bitrateKbps: 128,
};
/** A plan of a file of 20 s that was encoded during its upload. */
const samplePlan = {
  version: 1,
  info: { durationSec: 20, sizeBytes: 7_000_000, startSec: 0 },
  rungs: [{ id: "v0", mode: "encode", width: 640, height: 360, fps: { num: 25, den: 1 }, crf: 23 }],
  audio: [PLANNED_AUDIO],
  segmentStartsSec: [0, 4, 8, 12, 16],
  gopFrames: 50,
  pieces: [],
  audioParts: [
    { segmentFrom: 1, segmentTo: 3, sourceEndByte: 5_000_000 },
    { segmentFrom: 3, segmentTo: 5, sourceEndByte: 7_000_000 },
  ],
  firstRungId: "v0",
} as unknown as EncodePlan;
const segmentIndex = (codecs: string) =>
  ({
    codecs,
    segments: [0, 4, 8, 12, 16].map((startSec, number) => ({ number, startSec, durationSec: 4 })),
  }) as unknown as SegmentIndex;
const sampleEncoding = { plan: samplePlan, tracks: [] };
const indexesByTrack = new Map([
  ["v0", segmentIndex("avc1.64001e")],
  ["a0", segmentIndex("mp4a.40.5")],
]);

test("the audio of a cut and of a scene is encoded in one part, even if that of the source has several", () => {
  const cut = planCut(sampleEncoding, indexesByTrack, { start: 0, end: 3, transcode: true });
  const scene = planScene(
    { encoding: sampleEncoding, indexes: indexesByTrack },
    { in: 0, out: 3, mode: "accurate" },
  );
  for (const planned of [cut, scene])
    expect(listAudioParts(planned.plan)).toEqual([
      { segmentFrom: 0, segmentTo: 1, sourceEndByte: 7_000_000 },
    ]);
});
