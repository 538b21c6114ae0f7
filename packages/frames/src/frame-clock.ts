import { floorDivide } from "./exact.ts";
import type { FrameRate } from "./frame-rate.ts";

/**
 * The times of a video's frames, in seconds from the start of its first frame. Frame n is shown from its start until the start of frame n +
 * 1.
 */
export interface FrameClock {
  /** The number of frames; undefined if only the rate is known. */
  readonly frames: number | undefined;
  /** Returns the frame that is shown at a time; the first or last one for times outside of the video. */
  frameAt(sec: number): number;
  startSec(frame: number): number;
  /** Returns the time of the middle of a frame, so that a player that rounds it still shows this frame. */
  seekSec(frame: number): number;
}

/** The tolerance for rounded times. Players and containers round to a millisecond at worst, as Matroska does. */
const TOLERANCE_SEC = 0.001;
/** The largest tolerance as a share of a frame's duration, which is 4 ms at 240 fps. */
const TOLERANCE_SHARE = 0.25;

/**
 * Creates the clock of a video with a constant frame rate.
 * @param frames the number of frames, if known.
 */
export function constantClock(rate: FrameRate, frames?: number): FrameClock {
  const { num, den } = rate;
  const toleranceSec = Math.min(TOLERANCE_SEC, (TOLERANCE_SHARE * den) / num);
  const inside = (frame: number) => Math.min(Math.max(frame, 0), (frames ?? Number.MAX_SAFE_INTEGER) - 1);
  return {
    frames,
    frameAt: (sec) => inside(Math.floor(((sec + toleranceSec) * num) / den)),
    startSec: (frame) => (frame * den) / num,
    seekSec: (frame) => ((2 * frame + 1) * den) / (2 * num),
  };
}

/**
 * Creates the clock of a video with a variable frame rate, from the times of its frames.
 * @param startsSec one start per frame, strictly ascending.
 * @param endSec end of the last frame.
 * @throws RangeError if the times do not ascend or there are none.
 */
export function tableClock(startsSec: ArrayLike<number>, endSec: number): FrameClock {
  const starts = Float64Array.from(startsSec);
  const frames = starts.length;
  if (frames === 0) throw new RangeError("A frame table needs at least one frame");
  const endOf = (frame: number) => starts[frame + 1] ?? endSec;
  for (let frame = 0; frame < frames; frame++)
    if (!((starts[frame] as number) < endOf(frame)))
      throw new RangeError(`The frame table does not ascend after frame ${frame}`);
  const startSec = (frame: number) => starts[Math.min(Math.max(frame, 0), frames - 1)] as number;
  return {
    frames,
    frameAt(sec) {
      const frame = lastAtOrBefore(starts, sec);
      const next = starts[frame + 1];
      if (next === undefined) return frame;
      const toleranceSec = Math.min(TOLERANCE_SEC, TOLERANCE_SHARE * (endOf(frame + 1) - next));
      return sec + toleranceSec >= next ? frame + 1 : frame;
    },
    startSec,
    seekSec(frame) {
      const known = Math.min(Math.max(frame, 0), frames - 1);
      return (startSec(known) + endOf(known)) / 2;
    },
  };
}

/** Returns the index of the last start that is not after `sec`; 0 if all are. */
function lastAtOrBefore(starts: Float64Array, sec: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= sec) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Returns exactly the frame whose rounded start a container has written as this many ticks.
 * @param timescale ticks per second; above twice the rate, so that no two frames share a tick.
 */
export function frameAtTicks(ticks: bigint, timescale: bigint, rate: FrameRate): number {
  // Starts are rounded to the nearest tick, so half a tick is added.
  return Number(floorDivide((2n * ticks + 1n) * BigInt(rate.num), 2n * timescale * BigInt(rate.den)));
}

/** Returns the start of a frame, rounded to the nearest tick as containers do. */
export function startTicks(frame: number, timescale: bigint, rate: FrameRate): bigint {
  const num = BigInt(rate.num);
  return floorDivide(2n * BigInt(frame) * BigInt(rate.den) * timescale + num, 2n * num);
}
