import { placeOf } from "../protocol/index.ts";
import { positionAt, slackMs } from "./deadline.ts";
import { holdsSegment } from "./holdings.ts";
import { setWant } from "./pieces.ts";
import type { PlacedEntry, SwarmEffect, SwarmEvent, SwarmState, Transition, Want } from "./state.ts";
import * as TUNING from "./tuning.ts";
import { hasNoPeers, isSwarming } from "./turn.ts";
import { createWant } from "./wants.ts";

/** Sets the list of published segments to load ahead. */
export function setAhead(
  state: SwarmState,
  { segments }: Extract<SwarmEvent, { type: "published" }>,
): SwarmState {
  return { ...state, ahead: segments.map((entry) => ({ ...entry, ...placeOf(entry.segment) })) };
}

/**
 * Loads segments of a live as soon as they are published, without waiting for the player to request them. The viewer whose turn it
 * is then has them early enough for all others.
 */
export function planAhead(state: SwarmState, nowMs: number): Transition {
  if (state.ahead.length === 0 || hasNoPeers(state) || !isSwarming(state)) return { state, effects: [] };
  const effects: SwarmEffect[] = [];
  let next = state;
  const running = Object.values(state.wants);
  let room = TUNING.maxPrefetchedSegments - running.filter((want) => want.isPrefetch).length;
  if (room <= 0 || running.some((want) => !want.isPrefetch && slackMs(state, want, nowMs) === 0)) {
    return { state, effects };
  }
  const positionSec = positionAt(state.playhead, nowMs);
  for (const entry of state.ahead) {
    if (room <= 0) break;
    if (entry.startSec <= positionSec || entry.startSec > positionSec + TUNING.prefetchSec) continue;
    const want = toPrefetch(next, entry, nowMs);
    if (!want) continue;
    room -= 1;
    next = setWant(next, want);
    effects.push({ type: "prefetch", segment: want.segment, startSec: want.startSec });
  }
  return { state: next, effects };
}

function toPrefetch(state: SwarmState, entry: PlacedEntry, nowMs: number): Want | undefined {
  if (state.wants[entry.segment] || holdsSegment(state.held, entry)) return undefined;
  return { ...createWant(entry.segment, entry.startSec, nowMs), isPrefetch: true, isVerifiable: false };
}

/** Drops prefetched segments that a seek has left behind. */
export function dropBehind(state: SwarmState, nowMs: number): SwarmEffect[] {
  const positionSec = positionAt(state.playhead, nowMs);
  return Object.values(state.wants)
    .filter((want) => want.isPrefetch && want.startSec < positionSec - TUNING.prefetchSec)
    .map(({ segment }) => ({ type: "dropPrefetch", segment }));
}
