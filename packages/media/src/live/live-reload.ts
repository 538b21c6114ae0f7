import type { LiveWindow } from "./live-window.ts";

/** `_HLS_msn` and `_HLS_part` of a playlist request. */
export interface ReloadRequest {
  msn?: number | undefined;
  part?: number | undefined;
}

/** How far beyond the last segment a request may be (RFC 8216bis 6.2.5.2). */
const MAX_SEGMENTS_AHEAD = 2;
/** How far ahead parts may be requested, in seconds. */
const MAX_PARTS_AHEAD_SEC = 3;

/**
 * Whether the playlist already contains what the request waits for, will contain it soon, or the request is invalid ("bad": a part without
 * a segment, or too far ahead).
 */
export function checkReload(window: LiveWindow, { msn, part }: ReloadRequest): "ready" | "wait" | "bad" {
  if (msn === undefined) return part === undefined ? "ready" : "bad";
  if (window.isEnded || hasRequested(window, msn, part)) return "ready";
  const last = (window.listed.at(-1)?.number ?? -1) + MAX_SEGMENTS_AHEAD;
  return msn > last || (part ?? 0) > lastPartOf(window, msn) ? "bad" : "wait";
}

function hasRequested(window: LiveWindow, msn: number, part: number | undefined): boolean {
  const { nextNumber } = window;
  if (part === undefined || msn !== nextNumber)
    return part === undefined ? msn < nextNumber : isBeyondSegment(window, msn, part);
  return part < partCount(window, msn);
}

/** Whether a part lies beyond the last one of its segment, which means the first part of the next segment. */
function isBeyondSegment(window: LiveWindow, msn: number, part: number): boolean {
  if (msn > window.nextNumber) return false;
  const count = partCount(window, msn);
  if (count === 0 || part < count) return true;
  return msn + 1 < window.nextNumber || partCount(window, msn + 1) > 0;
}

/** Returns the number of parts of a segment; 0 if it was removed long ago. */
function partCount(window: LiveWindow, msn: number): number {
  const segment = window.open?.number === msn ? window.open : window.findSegment(msn);
  const [media] = Object.values(segment?.media ?? {});
  return media?.parts.length ?? 0;
}

/** Returns the last part of a segment that may be requested. hls.js without low latency requests the last part of a complete segment. */
function lastPartOf(window: LiveWindow, msn: number): number {
  const { partTargetSec, targetDurationSec } = window.options;
  const aheadMax = partTargetSec < 1 ? Math.ceil(MAX_PARTS_AHEAD_SEC / partTargetSec) : MAX_PARTS_AHEAD_SEC;
  return partCount(window, msn) - 1 + Math.max(aheadMax, Math.ceil(targetDurationSec / partTargetSec));
}
