import type { EncodePlan, PlannedRung } from "@shoal/contract/stored-data";
import { describe, expect, it } from "vitest";
import { infoOf } from "../plan/fixtures.ts";
import { constantGrid, cutPieces } from "../plan/grid.ts";
import { audioArgs } from "./audio-args.ts";
import { frameTicksOf, segmentFrames, timescaleOf, videoArgs } from "./video-args.ts";

const FPS = { num: 30000, den: 1001 };
const RUNG: PlannedRung = {
  id: "v0",
  mode: "encode",
  width: 640,
  height: 360,
  fps: FPS,
  crf: 23,
  maxBitrateKbps: 1_000,
};
const SEGMENT_STARTS = constantGrid(30, FPS);
const planOf = (info = infoOf({ video: { fps: FPS } })): EncodePlan => ({
  version: 1,
  info,
  rungs: [RUNG],
  audio: [],
  segmentStartsSec: SEGMENT_STARTS,
  gopFrames: 60,
  pieces: cutPieces(SEGMENT_STARTS, { keySec: [], endByteOf: () => 0, isArriving: false, fps: RUNG.fps }),
  firstRungId: "v0",
});
const jobOf = (plan: EncodePlan, segmentFrom: number, segmentTo: number) => ({
  plan,
  rungs: plan.rungs,
  segmentFrom,
  segmentTo,
});
const createOutput = (plan: EncodePlan, from = 1, to = 3) =>
  videoArgs(jobOf(plan, from, to))
    .output((name) => name)
    .join(" ");

describe("ffmpeg's arguments for a range of video", () => {
  it("limit the output to whole frames of the grid and force a key frame at each segment start", () => {
    const text = createOutput(planOf());
    expect(text).toContain("-frames:v 240");
    expect(text).toContain("start_time=4.004000000");
    expect(text).toContain("-force_key_frames 0.000000,3.995658");
  });

  it("disable everything that depends on the machine", () => {
    const text = createOutput(planOf());
    for (const part of ["cpu-independent=1", "accurate_rnd+bitexact", "-threads 1", "-flags +bitexact+cgop"])
      expect(text).toContain(part);
  });

  it("repeat the last frame only in the range at the end of the video", () => {
    expect(createOutput(planOf())).not.toContain("tpad");
    expect(createOutput(planOf(), 1, SEGMENT_STARTS.length - 1)).toContain("tpad");
  });

  it("tone-map HDR and deinterlace once, before the split into rungs", () => {
    const text = createOutput(planOf(infoOf({ video: { fps: FPS, isHdr: true, isInterlaced: true } })));
    expect(text.indexOf("lut3d")).toBeLessThan(text.indexOf("split=1"));
    expect(text).toContain("bwdif");
  });

  it("pad a custom size with another aspect ratio instead of stretching the frame", () => {
    const plan = { ...planOf(), rungs: [{ ...RUNG, width: 720, height: 576 }] };
    expect(createOutput(plan)).toContain("scale=720:406");
    expect(createOutput(plan)).toContain("pad=720:576");
  });
});

describe("a rung with half the sides of another", () => {
  const sized = (id: string, width: number, height: number): PlannedRung => ({ ...RUNG, id, width, height });
  const ladder = [sized("v0", 640, 360), sized("v1", 960, 540), sized("v2", 1280, 720)];
  const graphOf = (rungs: PlannedRung[]) =>
    createOutput({ ...planOf(infoOf({ video: { fps: FPS, width: 1920, height: 1080 } })), rungs }).split(";");

  it("is scaled from the larger rung, while other rungs are scaled from the source", () => {
    const [head, small, middle, large] = graphOf(ladder);
    expect(head).toMatch(/split=2\[sv1\]\[sv2\]$/);
    expect(small).toMatch(/^\[sv0\]scale=640:360:.*\[ov0\]$/);
    expect(middle).toMatch(/^\[sv1\]fps=.*scale=960:540:.*\[ov1\]$/);
    expect(large).toMatch(/^\[sv2\]fps=.*scale=1280:720:.*split=2\[fv2\]\[sv0\]$/);
  });

  it("is scaled from the source if the larger rung has another frame rate or black bars", () => {
    const halfRate = { ...sized("v2", 1280, 720), fps: { num: 30000, den: 2002 } };
    expect(graphOf([sized("v0", 640, 360), halfRate])[0]).toMatch(/split=2/);
    expect(graphOf([sized("v0", 360, 288), sized("v1", 720, 576)])[0]).toMatch(/split=2/);
  });
});

describe("timescaleOf and segmentFrames", () => {
  it("every frame takes a whole number of ticks", () => {
    expect(timescaleOf(RUNG) / frameTicksOf(RUNG)).toBeCloseTo(30000 / 1001, 9);
    expect(timescaleOf({ ...RUNG, fps: { num: 25, den: 1 } })).toBe(10_000);
  });

  it("frames are counted from the start of the video in every piece", () => {
    const plan = planOf();
    expect(segmentFrames(jobOf(plan, 1, 3), RUNG)[0]).toBe(segmentFrames(jobOf(plan, 0, 1), RUNG)[1]);
  });
});

describe("ffmpeg's arguments for audio", () => {
  it("mix 5.1 down to stereo and end the audio exactly with the video", () => {
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
