import { parseSegmentId } from "../protocol/index.ts";
import type { Playhead, SwarmState, Want } from "./state.ts";
import { TUNING } from "./tuning.ts";

export const trackOf = (segment: string): string => {
  const parts = parseSegmentId(segment);
  // Init segments are tiny and would spoil the mean of their track.
  return parts ? `${parts.trackId}${parts.number < 0 ? "/init" : ""}` : "";
};

function positionAt(playhead: Playhead, nowMs: number): number {
  if (!playhead.isMoving) return playhead.positionSec;
  return playhead.positionSec + (Math.max(0, nowMs - playhead.atMs) / 1000) * playhead.rate;
}

/** Time until the playhead needs the segment, in ms; 0 when it stands there already. */
export function slackMs(state: SwarmState, want: Want, nowMs: number): number {
  const aheadSec = want.startSec - positionAt(state.playhead, nowMs);
  return Math.max(0, (aheadSec * 1000) / Math.max(0.25, state.playhead.rate));
}

export function expectedBytes(state: SwarmState, want: Want): number {
  return want.total || (state.trackBytes[trackOf(want.segment)] ?? 0);
}

/** How long before its deadline the rest of a segment must be asked of the server, in ms. */
export function serverNeedMs(state: SwarmState, want: Want): number {
  const restBytes = Math.max(0, expectedBytes(state, want) - want.received);
  if (state.serverBytesPerSec === 0) return TUNING.serverMarginMs + TUNING.serverNeedUnknownMs;
  const transferMs = (restBytes / state.serverBytesPerSec) * 1000 * TUNING.serverRateSafety;
  return Math.min(TUNING.serverNeedMaxMs, TUNING.serverMarginMs + transferMs);
}
