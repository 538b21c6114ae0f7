import type { Bench } from "./bench.ts";
import { measureCamera } from "./live/camera-latency.ts";
import { measureCpu } from "./live/cpu.ts";
import { measureLiveCrowd, measureNearCrowd, measureShapedCrowd } from "./live/crowd.ts";
import { measureDirect } from "./live/direct-latency.ts";
import { measureEdgeCrowd } from "./live/edge-crowd.ts";
import { measureGap } from "./live/gap.ts";
import { measureLadder, measureOneRung } from "./live/latency.ts";
import { measureMemory } from "./live/memory.ts";
import { liveSettings } from "./settings.ts";

/**
 * The benches of lives that go from a real publisher through the whole platform to pages in Chromium. Slow benches run only with
 * `--long`.
 */
export const liveBench: Bench[] = [
  { name: "live-latency", run: measureLadder },
  { name: "live-one-rung", run: measureOneRung },
  { name: "live-camera", run: measureCamera },
  { name: "live-cpu", run: measureCpu },
  { name: "live-gap", run: measureGap },
  { name: "live-edge", run: measureEdgeCrowd },
  { name: "live-crowd", run: measureLiveCrowd },
  { name: "live-crowd-shaped", run: measureShapedCrowd },
  { name: "live-crowd-near", run: measureNearCrowd },
  { name: "live-direct", run: measureDirect },
  ...(liveSettings.isLong ? [{ name: "live-memory", run: measureMemory }] : []),
];
