import { ceilDivide, floorDivide } from "./exact.ts";
import type { FrameRate } from "./frame-rate.ts";

/** Frames from `firstFrame` up to, but not including, `endFrame`; never empty. */
export interface FrameRange {
  readonly firstFrame: number;
  readonly endFrame: number;
}

/**
 * @throws RangeError when the range is empty or its ends are no whole numbers.
 */
export function frameRange(firstFrame: number, endFrame = firstFrame + 1): FrameRange {
  if (!Number.isSafeInteger(firstFrame) || !Number.isSafeInteger(endFrame) || endFrame <= firstFrame)
    throw new RangeError(`No range of frames: ${firstFrame} to ${endFrame}`);
  return { firstFrame, endFrame };
}

/** A range from its first and last frame, in either order, as people mark in and out. */
export function rangeBetween(oneFrame: number, otherFrame: number): FrameRange {
  return frameRange(Math.min(oneFrame, otherFrame), Math.max(oneFrame, otherFrame) + 1);
}

export const rangeFrames = ({ firstFrame, endFrame }: FrameRange): number => endFrame - firstFrame;

export const isInRange = (range: FrameRange, frame: number): boolean =>
  frame >= range.firstFrame && frame < range.endFrame;

/** @returns undefined when the two have no frame in common. */
export function intersectRanges(a: FrameRange, b: FrameRange): FrameRange | undefined {
  const firstFrame = Math.max(a.firstFrame, b.firstFrame);
  const endFrame = Math.min(a.endFrame, b.endFrame);
  return firstFrame < endFrame ? { firstFrame, endFrame } : undefined;
}

/**
 * The frame that another rate shows in the middle of this frame. To a higher rate and back it is the same frame.
 */
export function convertFrame(frame: number, from: FrameRate, to: FrameRate): number {
  const dividend = (2n * BigInt(frame) + 1n) * BigInt(from.den) * BigInt(to.num);
  return Number(floorDivide(dividend, 2n * BigInt(from.num) * BigInt(to.den)));
}

/** All frames of another rate that are shown while this range is, even for a moment. */
export function convertRange(range: FrameRange, from: FrameRate, to: FrameRate): FrameRange {
  const factor = BigInt(from.den) * BigInt(to.num);
  const divisor = BigInt(from.num) * BigInt(to.den);
  return {
    firstFrame: Number(floorDivide(BigInt(range.firstFrame) * factor, divisor)),
    endFrame: Number(ceilDivide(BigInt(range.endFrame) * factor, divisor)),
  };
}
