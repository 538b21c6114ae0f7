/** The tolerance for rounding errors of a duration, as a share of a frame. */
const ROUNDING_FRAMES = 0.1;

interface FrameTiming {
  /** The number of frames per second, as a fraction. */
  fps: { num: number; den: number };
  /** The end of the video track, if the file is longer. */
  endSec?: number | undefined;
}

/**
 * Counts the frames in the renditions: at an even rate, from the start of the file to the end of its video track, at least one.
 * @example countFrames(10, { fps: { num: 25, den: 1 } }) // 250
 */
export function countFrames(durationSec: number, { fps, endSec = durationSec }: FrameTiming): number {
  const pictureSec = Math.min(durationSec, endSec);
  return Math.max(1, Math.ceil((pictureSec * fps.num) / fps.den - ROUNDING_FRAMES));
}
