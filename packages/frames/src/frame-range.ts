import { ceilDivide, floorDivide } from "./exact.ts";
import type { FrameRate } from "./frame-rate.ts";

/** Frames from `firstFrame` up to, but not including, `endFrame`; never empty. */
export interface FrameRange {
  readonly firstFrame: number;
  readonly endFrame: number;
}

/**
 * Creates a range; of one frame by default.
 * @throws RangeError if the range is empty or its ends are not integers.
 */
export function frameRange(firstFrame: number, endFrame = firstFrame + 1): FrameRange {
  if (!Number.isSafeInteger(firstFrame) || !Number.isSafeInteger(endFrame) || endFrame <= firstFrame)
    throw new RangeError(`No range of frames: ${firstFrame} to ${endFrame}`);
  return { firstFrame, endFrame };
}

/** Creates a range from its first and last frame, in either order, as users set marks. */
export function rangeBetween(oneFrame: number, otherFrame: number): FrameRange {
  return frameRange(Math.min(oneFrame, otherFrame), Math.max(oneFrame, otherFrame) + 1);
}

export const rangeFrames = ({ firstFrame, endFrame }: FrameRange): number => endFrame - firstFrame;

export const isInRange = (range: FrameRange, frame: number): boolean =>
  frame >= range.firstFrame && frame < range.endFrame;

/** Intersects two ranges. @returns undefined if they have no frame in common. */
export function intersectRanges(a: FrameRange, b: FrameRange): FrameRange | undefined {
  const firstFrame = Math.max(a.firstFrame, b.firstFrame);
  const endFrame = Math.min(a.endFrame, b.endFrame);
  return firstFrame < endFrame ? { firstFrame, endFrame } : undefined;
}

/**
 * Returns the frame that another rate shows in the middle of this frame. Converting to a higher rate and back gives the same
 * frame.
 */
export function convertFrame(frame: number, from: FrameRate, to: FrameRate): number {
  const dividend = (2n * BigInt(frame) + 1n) * BigInt(from.den) * BigInt(to.num);
  return Number(floorDivide(dividend, 2n * BigInt(from.num) * BigInt(to.den)));
}

/** Returns all frames of another rate that are shown at any time during this range. */
export function convertRange(range: FrameRange, from: FrameRate, to: FrameRate): FrameRange {
  const factor = BigInt(from.den) * BigInt(to.num);
  const divisor = BigInt(from.num) * BigInt(to.den);
  return {
    firstFrame: Number(floorDivide(BigInt(range.firstFrame) * factor, divisor)),
    endFrame: Number(ceilDivide(BigInt(range.endFrame) * factor, divisor)),
  };
}
