import { OPTIMIZED_QUALITIES } from "@shoal/contract";
import { describe, expect, it } from "vitest";
import { listRenditions, liveArgs, liveSegmentSec } from "./live-args.ts";
import { listShedPlans, planLive } from "./live-plan.ts";

const PICTURE = { width: 1280, height: 720, fps: { num: 30, den: 1 }, isInterlaced: false };
const OPTIMIZED_SETTINGS = { qualities: OPTIMIZED_QUALITIES } as const;
const sizesOf = (plan: ReturnType<typeof planLive>) => plan.rungs.map(({ height }) => height);

describe("planLive", () => {
  it("plans a ladder up to the input's size, with parts of whole frames", () => {
    const plan = planLive({ picture: PICTURE, hasSound: true }, OPTIMIZED_SETTINGS);
    expect(sizesOf(plan)).toEqual([360, 540, 720]);
    expect(listRenditions(plan)).toEqual(["v0", "v1", "v2", "a0"]);
    expect(plan.stepSec).toBeCloseTo(10 / 30);
    expect(plan.partTargetSec).toBeGreaterThan(plan.stepSec);
  });

  it("listShedPlans drops the smallest rungs first and ends with the smallest one alone", () => {
    const shedPlansOf = (plan: ReturnType<typeof planLive>) => listShedPlans(plan).map(listRenditions);
    expect(shedPlansOf(planLive({ picture: PICTURE, hasSound: true }, OPTIMIZED_SETTINGS))).toEqual([
      ["v0", "v1", "v2", "a0"],
      ["v1", "v2", "a0"],
      ["v2", "a0"],
      ["v0", "a0"],
    ]);
    expect(shedPlansOf(planLive({ picture: undefined, hasSound: true }, OPTIMIZED_SETTINGS))).toEqual([
      ["a0"],
    ]);
    const passthrough = planLive(
      { picture: PICTURE, hasSound: true },
      { ...OPTIMIZED_SETTINGS, encoding: "passthrough" },
    );
    expect(shedPlansOf(passthrough)).toEqual([["v0", "a0"]]);
  });

  it("uses the client's qualities, all at the input's frame rate", () => {
    const quality = (height: number, FPS: number) => ({
      bitrate: 1_500,
      resolution: { width: (height * 16) / 9, height },
      FPS,
    });
    const plan = planLive(
      { picture: PICTURE, hasSound: true },
      { qualities: [quality(720, 30), quality(360, 15)] },
    );
    expect(sizesOf(plan)).toEqual([360, 720]);
    expect(plan.rungs.map(({ fps }) => fps)).toEqual([PICTURE.fps, PICTURE.fps]);
  });

  it("plans parts of 0.2 s for a single rendition", () => {
    const alone = { bitrate: 1_500, resolution: { width: 1280, height: 720 }, FPS: 30 };
    const plan = planLive({ picture: PICTURE, hasSound: true }, { qualities: [alone] });
    expect(plan.stepSec).toBeCloseTo(0.2);
    expect(planLive({ picture: undefined, hasSound: true }, OPTIMIZED_SETTINGS).stepSec).toBeLessThanOrEqual(
      0.2,
    );
  });

  it("halves 120 fps, and uses 30 fps if the input states no rate", () => {
    const fpsOf = (fps: typeof PICTURE.fps | undefined) =>
      planLive({ picture: { ...PICTURE, fps }, hasSound: false }, OPTIMIZED_SETTINGS).rungs[0]?.fps;
    expect([fpsOf({ num: 120, den: 1 }), fpsOf(undefined)]).toEqual([
      { num: 60, den: 1 },
      { num: 30, den: 1 },
    ]);
  });

  it("plans an audio-only live and a live without audio", () => {
    expect(listRenditions(planLive({ picture: undefined, hasSound: true }, OPTIMIZED_SETTINGS))).toEqual([
      "a0",
    ]);
    const silent = planLive({ picture: PICTURE, hasSound: false }, OPTIMIZED_SETTINGS);
    expect(listRenditions(silent)).toEqual(["v0", "v1", "v2"]);
    expect(liveArgs(silent)).not.toContain("-c:a");
  });

  it("liveSegmentSec is shorter for the first four segments", () => {
    expect([0, 3, 4, 5].map(liveSegmentSec)).toEqual([0.375, 0.375, 1.5, 1.5]);
  });
});
