import { toFps } from "../../probe/frame-rate.ts";
import type { LivePlan } from "./live-plan.ts";

/**
 * The number of cores per megapixel per second of output over all rungs, including reading and scaling. With x264 superfast on a core of a
 * 2023 server, 0.0077 to 0.0087 were measured from 720p30 to 2160p30.
 */
const CORES_PER_MEGAPIXEL = 0.0085;
/** The number of cores for audio and for the process itself. */
const BASE_CORES = 0.05;

/**
 * Estimates the number of cores that the encoder of a live uses; other machines differ by a factor.
 * @example predictLiveCores(planLive(input, wishes)) // 0.48 for 720p30 in three rungs
 */
export function predictLiveCores({ rungs, isPassthrough }: LivePlan): number {
  if (isPassthrough) return BASE_CORES;
  const pixels = rungs.reduce((sum, { width, height, fps }) => sum + width * height * toFps(fps), 0);
  return BASE_CORES + (pixels / 1e6) * CORES_PER_MEGAPIXEL;
}
