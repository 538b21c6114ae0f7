/** The state of a video element at one moment. Played and stalled time is computed from it. */
export interface PlaybackSample {
  atMs: number;
  positionSec: number;
  /** The playback rate; 1 by default. */
  rate?: number;
  isPaused: boolean;
  isSeeking: boolean;
  isEnded: boolean;
  /** Whether there is buffered data beyond this position. */
  hasFuture: boolean;
}

/** The time between two samples, split into played and stalled seconds, and whether a stall began. */
export interface PlaybackSlice {
  playedSec: number;
  stalledSec: number;
  hasStallBegun: boolean;
}

/** The gap between samples above which the device must have slept. */
const MAX_GAP_MS = 2_500;
const EMPTY_SLICE: PlaybackSlice = { playedSec: 0, stalledSec: 0, hasStallBegun: false };

/**
 * Distinguishes playback from stalls. Waiting for the first frame is startup time, and waiting after a seek belongs to the seek, so
 * neither counts as a stall.
 */
export class PlaybackClock {
  #last: PlaybackSample | undefined;
  #isStalled = false;
  #isSettlingSeek = false;
  #hasStarted = false;

  /** Records that the first frame has been shown. */
  start(): void {
    this.#hasStarted = true;
  }

  advance(sample: PlaybackSample): PlaybackSlice {
    const last = this.#last;
    this.#last = sample;
    if (sample.isSeeking) this.#isSettlingSeek = true;
    if (!last || !this.#hasStarted) return EMPTY_SLICE;
    const elapsedMs = sample.atMs - last.atMs;
    const isIdle = sample.isPaused || sample.isEnded || last.isPaused || elapsedMs <= 0;
    if (isIdle || sample.isSeeking || elapsedMs > MAX_GAP_MS) {
      this.#isStalled = false;
      return elapsedMs > MAX_GAP_MS
        ? EMPTY_SLICE
        : { ...EMPTY_SLICE, playedSec: playedAroundPause(last, sample) };
    }
    const hasMoved = sample.positionSec !== last.positionSec && !last.isSeeking;
    if (hasMoved && sample.hasFuture) {
      this.#isStalled = false;
      this.#isSettlingSeek = false;
      return { ...EMPTY_SLICE, playedSec: elapsedMs / 1000 };
    }
    if (sample.hasFuture || this.#isSettlingSeek) return EMPTY_SLICE;
    const hasStallBegun = !this.#isStalled;
    this.#isStalled = true;
    return { ...EMPTY_SLICE, stalledSec: elapsedMs / 1000, hasStallBegun };
  }
}

/**
 * Returns the time played between two samples of which one is paused or at the end. It is the difference of the positions, because
 * a pause may start or end at any time between the samples.
 */
function playedAroundPause(last: PlaybackSample, sample: PlaybackSample): number {
  const isOneIdle = last.isPaused !== sample.isPaused || (sample.isEnded && !last.isEnded);
  if (!isOneIdle || last.isSeeking || sample.isSeeking) return 0;
  const movedSec = (sample.positionSec - last.positionSec) / (sample.rate || 1);
  return Math.min(Math.max(0, movedSec), Math.max(0, sample.atMs - last.atMs) / 1_000);
}
