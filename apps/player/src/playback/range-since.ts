import type { TimeRange } from "./playback.ts";

/** The last known seekable range of a live. */
export interface RangeThen {
  /** On the clock of `performance`. */
  atMs: number;
  range: TimeRange | undefined;
  /** How far back its playlists reach once it has run long enough, s; undefined if unknown. */
  heldSec: number | undefined;
}

/** The current seekable range: its end moves with time, and its beginning once it has its full length. */
export function rangeSince({ atMs, range, heldSec = 0 }: RangeThen, nowMs: number): TimeRange | undefined {
  if (!range) return undefined;
  const sec = (nowMs - atMs) / 1_000;
  const endSec = range.endSec + sec;
  const startSec = Math.max(range.startSec, Math.min(range.startSec + sec, endSec - heldSec));
  return { startSec, endSec };
}
