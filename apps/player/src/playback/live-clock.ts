const CHECK_MS = 500;
/** Farther away, a viewer is brought there at once, where that is in the buffer; nearer, by and by. */
const JUMP_SEC = 1.5;
/** Nearer than this is near enough: two screens side by side show the same second. */
const NEAR_SEC = 0.15;
/** Imperceptible: 1 s is caught up in 13. */
const HASTE = 0.08;
/** Minimum media to play after a jump. */
const ROOM_SEC = 1;

export interface ClockedVideo {
  video: Pick<HTMLVideoElement, "currentTime" | "playbackRate" | "paused" | "buffered">;
  /** The date of the current frame, ms since 1970; undefined while unknown. */
  shownMs(): number | undefined;
  /** The edge's clock, ms since 1970. */
  nowMs(): number;
  /** Whether the viewer wants to be where all are. */
  isFollowing(): boolean;
}

/** How far playback is behind the clock; negative if ahead, undefined while unknown. */
export function behindClockSec({
  shownMs,
  nowMs,
}: Pick<ClockedVideo, "shownMs" | "nowMs">): number | undefined {
  const shown = shownMs();
  return shown === undefined ? undefined : (nowMs() - shown) / 1000;
}

/**
 * Keeps a viewer of a clock-synchronised live at the position that everyone sees.
 * @returns a function that stops it.
 */
export function followClock(clocked: ClockedVideo): () => void {
  const timer = setInterval(() => keepPace(clocked), CHECK_MS);
  return () => {
    clearInterval(timer);
    clocked.video.playbackRate = 1;
  };
}

/** Compares the player's position with the clock once, and corrects the playback rate. */
export function keepPace(clocked: ClockedVideo): void {
  const { video, isFollowing } = clocked;
  const behindSec = behindClockSec(clocked);
  if (behindSec === undefined || video.paused || !isFollowing()) {
    video.playbackRate = 1;
    return;
  }
  const atSec = video.currentTime + behindSec;
  if (Math.abs(behindSec) > JUMP_SEC && isBuffered(video.buffered, atSec)) {
    video.currentTime = atSec;
    video.playbackRate = 1;
  } else video.playbackRate = rateFor(behindSec);
}

function rateFor(behindSec: number): number {
  if (Math.abs(behindSec) < NEAR_SEC) return 1;
  return behindSec > 0 ? 1 + HASTE : 1 - HASTE;
}

function isBuffered(buffered: TimeRanges, atSec: number): boolean {
  for (let n = 0; n < buffered.length; n++)
    if (buffered.start(n) <= atSec && atSec + ROOM_SEC <= buffered.end(n)) return true;
  return false;
}
