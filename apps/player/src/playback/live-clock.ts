const CHECK_INTERVAL_MS = 500;
/**
 * Distance in seconds from which a viewer jumps to the clock's position if that is buffered. For smaller distances, the playback
 * rate is corrected.
 */
const JUMP_THRESHOLD_SEC = 1.5;
/** Distance in seconds that needs no correction, because two screens side by side show the same second. */
const TOLERANCE_SEC = 0.15;
/** Change of the playback rate that viewers do not notice. It makes up for 1 s within 13 s. */
const RATE_CORRECTION = 0.08;
/** Minimum media in seconds that must be buffered after a jump. */
const MIN_BUFFER_SEC = 1;

export interface ClockedVideo {
  video: Pick<HTMLVideoElement, "currentTime" | "playbackRate" | "paused" | "buffered">;
  /** Returns when the current frame was captured, in ms since 1970; undefined while unknown. */
  shownMs(): number | undefined;
  /** Returns the edge's time, ms since 1970. */
  nowMs(): number;
  /** Whether the viewer follows the live and has not seeked back. */
  isFollowing(): boolean;
}

/** Returns how far playback is behind the clock; negative if playback is ahead, undefined while unknown. */
export function behindClockSec({
  shownMs,
  nowMs,
}: Pick<ClockedVideo, "shownMs" | "nowMs">): number | undefined {
  const shown = shownMs();
  return shown === undefined ? undefined : (nowMs() - shown) / 1000;
}

/**
 * Keeps viewers of a clock-synchronised live at the same position.
 * @returns a function that ends this.
 */
export function followClock(clocked: ClockedVideo): () => void {
  const timer = setInterval(() => correctPlaybackRate(clocked), CHECK_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    clocked.video.playbackRate = 1;
  };
}

/** Compares the player's position with the clock once, and corrects the playback rate. */
export function correctPlaybackRate(clocked: ClockedVideo): void {
  const { video, isFollowing } = clocked;
  const behindSec = behindClockSec(clocked);
  if (behindSec === undefined || video.paused || !isFollowing()) {
    video.playbackRate = 1;
    return;
  }
  const atSec = video.currentTime + behindSec;
  if (Math.abs(behindSec) > JUMP_THRESHOLD_SEC && isBuffered(video.buffered, atSec)) {
    video.currentTime = atSec;
    video.playbackRate = 1;
  } else video.playbackRate = playbackRateFor(behindSec);
}

function playbackRateFor(behindSec: number): number {
  if (Math.abs(behindSec) < TOLERANCE_SEC) return 1;
  return behindSec > 0 ? 1 + RATE_CORRECTION : 1 - RATE_CORRECTION;
}

function isBuffered(buffered: TimeRanges, atSec: number): boolean {
  for (let n = 0; n < buffered.length; n++)
    if (buffered.start(n) <= atSec && atSec + MIN_BUFFER_SEC <= buffered.end(n)) return true;
  return false;
}
