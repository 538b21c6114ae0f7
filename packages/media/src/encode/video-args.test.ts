import type { EncodePlan, PlannedRung } from "@shoal/contract";
import { describe, expect, it } from "vitest";
import { infoOf } from "../plan/fixtures.ts";
import { constantGrid, cutPieces } from "../plan/grid.ts";
import { audioArgs } from "./audio-args.ts";
import { frameTicksOf, segmentFrames, timescaleOf, videoArgs } from "./video-args.ts";

const fps = { num: 30000, den: 1001 };
const rung: PlannedRung = {
  id: "v0",
  mode: "encode",
  width: 640,
  height: 360,
  fps,
  crf: 23,
  maxBitrateKbps: 1_000,
};
const starts = constantGrid(30, fps);
const planOf = (info = infoOf({ video: { fps } })): EncodePlan => ({
  version: 1,
  info,
  rungs: [rung],
  audio: [],
  segmentStartsSec: starts,
  gopFrames: 60,
  pieces: cutPieces(starts, [], () => 0),
  firstRungId: "v0",
});
const jobOf = (plan: EncodePlan, segmentFrom: number, segmentTo: number) => ({
  plan,
  rungs: plan.rungs,
  segmentFrom,
  segmentTo,
});
const outputOf = (plan: EncodePlan, from = 1, to = 3) =>
  videoArgs(jobOf(plan, from, to))
    .output((name) => name)
    .join(" ");

describe("ffmpeg's arguments for a range", () => {
  it("cut by frames of the grid and force a key frame where each segment begins", () => {
    const text = outputOf(planOf());
    expect(text).toContain("-frames:v 240");
    expect(text).toContain("start_time=4.004000000");
    expect(text).toContain("-force_key_frames 0.000000,3.995658");
  });

  it("leave nothing to the machine", () => {
    const text = outputOf(planOf());
    for (const part of ["cpu-independent=1", "accurate_rnd+bitexact", "-threads 1", "-flags +bitexact+cgop"])
      expect(text).toContain(part);
  });

  it("hold the last picture only where the video ends", () => {
    expect(outputOf(planOf())).not.toContain("tpad");
    expect(outputOf(planOf(), 1, starts.length - 1)).toContain("tpad");
  });

  it("tone-map HDR and deinterlace once, before the rungs part", () => {
    const text = outputOf(planOf(infoOf({ video: { fps, isHdr: true, isInterlaced: true } })));
    expect(text.indexOf("tonemap")).toBeLessThan(text.indexOf("split=1"));
    expect(text).toContain("bwdif");
  });

  it("keep the shape of the picture in a custom size of another shape", () => {
    const plan = { ...planOf(), rungs: [{ ...rung, width: 720, height: 576 }] };
    expect(outputOf(plan)).toContain("scale=720:406");
    expect(outputOf(plan)).toContain("pad=720:576");
  });
});

describe("the ticks of a rung", () => {
  it("hold every frame whole", () => {
    expect(timescaleOf(rung) / frameTicksOf(rung)).toBeCloseTo(30000 / 1001, 9);
    expect(timescaleOf({ ...rung, fps: { num: 25, den: 1 } })).toBe(10_000);
  });

  it("count frames from the start of the video, whatever the piece", () => {
    const plan = planOf();
    expect(segmentFrames(jobOf(plan, 1, 3), rung)[0]).toBe(segmentFrames(jobOf(plan, 0, 1), rung)[1]);
  });
});

describe("ffmpeg's arguments for sound", () => {
  it("mix down to stereo and end exactly with the picture", () => {
    const track = {
      ...{ id: "a0", mode: "encode" as const, streamIndex: 2, channels: 2, sampleRateHz: 48_000 },
      ...{ bitrateKbps: 128, language: "und", title: "" },
    };
    const text = audioArgs([track], 10)
      .output((name) => name)
      .join(" ");
    expect(text).toContain("-map 0:2");
    expect(text).toContain("channel_layouts=stereo,apad,atrim=end_sample=480000");
  });
});
