import { type Alignment, unpackAlignment } from "@shoal/align";
import type { PackedAlignment } from "@shoal/contract";
import { convertRange, type FrameRange, isSameRate } from "@shoal/frames";
import type { ReadableVersion } from "./compared-pair.ts";

/** A comparison of two rungs, with the rates of their versions. */
export interface RungComparison {
  alignment: Alignment;
  recent: ReadableVersion;
  old: ReadableVersion;
}

/** @returns undefined if one of the versions has hardly any frames. */
export function readCompared(
  packed: PackedAlignment,
  { recent, old }: { recent: ReadableVersion; old: ReadableVersion },
): RungComparison | undefined {
  const alignment = unpackAlignment(packed);
  return Math.min(alignment.newFrames, alignment.oldFrames) < 2 ? undefined : { alignment, recent, old };
}

/** Converts frames of the rung to frames of its version. */
export const toVersionFrames = ({ rate, rungRate }: ReadableVersion, range: FrameRange): FrameRange =>
  isSameRate(rate, rungRate) ? range : convertRange(range, rungRate, rate);
/** Converts frames of the version to frames of its rung. */
export const toRungFrames = ({ rate, rungRate }: ReadableVersion, range: FrameRange): FrameRange =>
  isSameRate(rate, rungRate) ? range : convertRange(range, rate, rungRate);
export const lastFrameOf = ({ endFrame }: FrameRange) => endFrame - 1;
