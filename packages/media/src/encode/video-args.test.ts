import type { EncodePlan, PlannedRung } from "@shoal/contract/storage";
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
  pieces: cutPieces(starts, { keySec: [], endByteOf: () => 0, isArriving: false, fps: rung.fps }),
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
    expect(text.indexOf("lut3d")).toBeLessThan(text.indexOf("split=1"));
    expect(text).toContain("bwdif");
  });

  it("keep the shape of the picture in a custom size of another shape", () => {
    const plan = { ...planOf(), rungs: [{ ...rung, width: 720, height: 576 }] };
    expect(outputOf(plan)).toContain("scale=720:406");
    expect(outputOf(plan)).toContain("pad=720:576");
  });
});

describe("rungs of half the sides of another", () => {
  const sized = (id: string, width: number, height: number): PlannedRung => ({ ...rung, id, width, height });
  const ladder = [sized("v0", 640, 360), sized("v1", 960, 540), sized("v2", 1280, 720)];
  const graphOf = (rungs: PlannedRung[]) =>
    outputOf({ ...planOf(infoOf({ video: { fps, width: 1920, height: 1080 } })), rungs }).split(";");

  it("are scaled from that one, the others from the source", () => {
    const [head, small, middle, large] = graphOf(ladder);
    expect(head).toMatch(/split=2\[sv1\]\[sv2\]$/);
    expect(small).toMatch(/^\[sv0\]scale=640:360:.*\[ov0\]$/);
    expect(middle).toMatch(/^\[sv1\]fps=.*scale=960:540:.*\[ov1\]$/);
    expect(large).toMatch(/^\[sv2\]fps=.*scale=1280:720:.*split=2\[fv2\]\[sv0\]$/);
  });

  it("come from the source where the larger one has other frames or bars", () => {
    const halfRate = { ...sized("v2", 1280, 720), fps: { num: 30000, den: 2002 } };
    expect(graphOf([sized("v0", 640, 360), halfRate])[0]).toMatch(/split=2/);
    expect(graphOf([sized("v0", 360, 288), sized("v1", 720, 576)])[0]).toMatch(/split=2/);
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
      id: "a0",
      mode: "encode" as const,
      streamIndex: 2,
      channels: 2,
      sampleRateHz: 48_000,

      bitrateKbps: 128,
      language: "und",
      title: "",
    };
    const info = { audio: [{ ...track, codec: "ac3", channels: 6 }] };
    const text = audioArgs([track], { info, endSec: 10 })
      .output((name) => name)
      .join(" ");
    expect(text).toContain("-map 0:2");
    expect(text).toMatch(/pan=stereo.*,alimiter=[^,]*,apad,atrim=end_sample=480000/);
  });
});
