import type { TimeRange } from "./playback.ts";

/** What of a live could be gone to, the last time that someone knew. */
export interface RangeThen {
  /** On the clock of `performance`. */
  atMs: number;
  range: TimeRange | undefined;
  /** How far back its playlists reach once it has run for so long, s; undefined where nobody knows. */
  heldSec: number | undefined;
}

/** What can be gone to now: its end moves on as time does, and its beginning once it is as long as it becomes. */
export function rangeSince({ atMs, range, heldSec = 0 }: RangeThen, nowMs: number): TimeRange | undefined {
  if (!range) return undefined;
  const sec = (nowMs - atMs) / 1_000;
  const endSec = range.endSec + sec;
  const startSec = Math.max(range.startSec, Math.min(range.startSec + sec, endSec - heldSec));
  return { startSec, endSec };
}
