import type { TimeRange } from "./playback.ts";

/** The last known seekable range of a live, with the time at which it was read. */
export interface RangeSnapshot {
  /** The time at which the range was read, in ms of `performance.now()`. */
  atMs: number;
  range: TimeRange | undefined;
  /** How far back the live's playlists reach once the live has run long enough, in seconds; undefined if unknown. */
  heldSec: number | undefined;
}

/** Returns the current seekable range. Its end moves with time, and its start follows once the range has its full length. */
export function rangeSince(
  { atMs, range, heldSec = 0 }: RangeSnapshot,
  nowMs: number,
): TimeRange | undefined {
  if (!range) return undefined;
  const sec = (nowMs - atMs) / 1_000;
  const endSec = range.endSec + sec;
  const startSec = Math.max(range.startSec, Math.min(range.startSec + sec, endSec - heldSec));
  return { startSec, endSec };
}
