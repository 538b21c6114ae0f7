/** What is rounded in a length is less than a frame. */
const ROUNDING_FRAMES = 0.1;

interface Picture {
  /** Frames per second, as a fraction. */
  fps: { num: number; den: number };
  /** Where the picture ends, when the file is longer. */
  endSec?: number | undefined;
}

/**
 * Frames as the renditions have them: at an even rate, from the start of the file to the end of its picture, one at least.
 * @example countFrames(10, { fps: { num: 25, den: 1 } }) // 250
 */
export function countFrames(durationSec: number, { fps, endSec = durationSec }: Picture): number {
  const pictureSec = Math.min(durationSec, endSec);
  return Math.max(1, Math.ceil((pictureSec * fps.num) / fps.den - ROUNDING_FRAMES));
}
