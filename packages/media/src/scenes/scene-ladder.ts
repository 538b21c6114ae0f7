import type { Fraction, PlannedRung } from "@shoal/contract/stored-data";
import { toFps } from "../probe/frame-rate.ts";

/** The minimum ratio between the pixel counts of a rung and the next smaller rung. A smaller difference is not visible. */
const MIN_RATIO = 1.5;

/** A rung of a scene list, and the rung of each scene used for it. */
export interface SceneRung {
  rung: PlannedRung;
  /** The id of each scene's own rung that is used for this rung. */
  chosen: string[];
}

type FrameSize = Pick<PlannedRung, "width" | "height">;
const pixelsOf = ({ width, height }: FrameSize) => width * height;
const sizeDistance = (a: FrameSize, b: FrameSize) => Math.abs(Math.log(pixelsOf(a) / pixelsOf(b)));

/**
 * Plans the rungs of a scene list: all sizes of its scenes, except those too close to a larger one. A scene that lacks a size plays
 * the nearest size that it has. Sizes that lead to the same rungs are merged.
 * @param scenes the rungs of each scene, at least one.
 */
export function planSceneLadder(scenes: readonly (readonly PlannedRung[])[]): SceneRung[] {
  const kept: PlannedRung[] = [];
  for (const rung of scenes.flat().toSorted((a, b) => pixelsOf(b) - pixelsOf(a))) {
    const larger = kept.at(-1);
    if (!larger || pixelsOf(larger) >= pixelsOf(rung) * MIN_RATIO) kept.push(rung);
  }
  const byChoice = new Map<string, SceneRung>();
  for (const rung of kept.reverse()) {
    const chosen = scenes.map((rungs) => findNearestRung(rungs, rung)?.id ?? "");
    if (!byChoice.has(chosen.join())) byChoice.set(chosen.join(), { rung, chosen });
  }
  return [...byChoice.values()].map(({ rung, chosen }, order) => ({
    rung: { ...rung, id: `v${order}`, fps: highestRate(scenes, chosen) },
    chosen,
  }));
}

/** Returns the highest frame rate of the rungs that are played. Players must support it. */
function highestRate(scenes: readonly (readonly PlannedRung[])[], chosen: readonly string[]): Fraction {
  const rates = scenes.flatMap((rungs, at) =>
    rungs.filter(({ id }) => id === chosen[at]).map(({ fps }) => fps),
  );
  const [highest] = rates.toSorted((a, b) => toFps(b) - toFps(a));
  if (!highest) throw new Error("A scene list has a scene at least");
  return highest;
}

const findNearestRung = (rungs: readonly PlannedRung[], wanted: FrameSize): PlannedRung | undefined =>
  rungs.toSorted((a, b) => sizeDistance(a, wanted) - sizeDistance(b, wanted))[0];
