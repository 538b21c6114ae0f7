import { parseSegmentId } from "../protocol/index.ts";
import { missingBytes } from "./pieces.ts";
import type { Playhead, SwarmState, Want } from "./state.ts";
import * as TUNING from "./tuning.ts";

export const parseTrackId = (segment: string): string => {
  const parts = parseSegmentId(segment);
  if (!parts) return "";
  // Init segments and parts are left out, because they are tiny and would distort the mean of their track.
  const kind = parts.number < 0 ? "/init" : parts.part === null ? "" : "/part";
  return `${parts.trackId}${kind}`;
};

export function positionAt(playhead: Playhead, nowMs: number): number {
  if (!playhead.isMoving) return playhead.positionSec;
  return playhead.positionSec + (Math.max(0, nowMs - playhead.atMs) / 1000) * playhead.rate;
}

/** Returns the time until the playhead needs the segment, in ms, or 0 if the playhead has already reached it. */
export function slackMs(state: SwarmState, want: Pick<Want, "startSec">, nowMs: number): number {
  const aheadSec = want.startSec - positionAt(state.playhead, nowMs);
  return Math.max(0, (aheadSec * 1000) / Math.max(0.25, state.playhead.rate));
}

export function expectedBytes(state: SwarmState, want: Pick<Want, "segment" | "total">): number {
  return want.total || (state.trackBytes[parseTrackId(want.segment)] ?? 0);
}

/**
 * Returns how long the server needs for the missing bytes of a segment, in ms. The two values are the usual time and the planned
 * worst case.
 */
export function serverMs(state: SwarmState, want: Want): { usual: number; worst: number } {
  const { sampleBytes, sampleMs, latencyMs, deviationMs } = state.server;
  if (sampleMs === 0) return { usual: TUNING.serverUnknownMs, worst: TUNING.serverUnknownWorstMs };
  const transferMs = (missingBytes(want, expectedBytes(state, want)) / sampleBytes) * sampleMs;
  return {
    usual: latencyMs + transferMs,
    worst:
      TUNING.serverRoundTrips * (latencyMs + TUNING.serverDeviations * deviationMs) +
      transferMs * TUNING.serverRateSafety,
  };
}

/** Returns how long before its deadline the missing bytes of a segment must be requested from the server, in ms. */
export function serverNeedMs(state: SwarmState, want: Want): number {
  const needMs = TUNING.serverMarginMs + serverMs(state, want).worst;
  return Math.max(TUNING.minServerNeedMs, Math.min(TUNING.maxServerNeedMs, needMs));
}
