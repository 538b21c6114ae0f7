import { expectedBytes, serverMs, slackMs } from "./deadline.ts";
import { createPiece } from "./peer-requests.ts";
import { abandonPiece, remainderOf, setPiece, setWant, unassignedRanges } from "./pieces.ts";
import type { SwarmEffect, SwarmState, Transition, Want } from "./state.ts";
import * as TUNING from "./tuning.ts";
import { hasNoPeers, isUrgent } from "./turn.ts";

/** Fetches everything unassigned from the server. */
export function fetchServer(state: SwarmState, want: Want, nowMs: number): Transition {
  const { segment, track, index } = want;
  const effects: SwarmEffect[] = [];
  const isFirst = !want.pieces.some(({ peerId }) => peerId === "");
  const gaps = unassignedRanges(want);
  const pieces = [...want.pieces];
  let requestId = state.nextRequestId;
  for (let at = 0; at < gaps.length; at += 2) {
    const [fromByte = 0, toByte = 0] = [gaps[at], gaps[at + 1]];
    pieces.push(createPiece(requestId, "", fromByte, toByte, nowMs));
    effects.push({ type: "fetchServer", segment, requestId, fromByte, toByte });
    requestId += 1;
  }
  if (effects.length === 0) return { state, effects };
  if (isFirst && !hasNoPeers(state)) {
    effects.push({ type: "announce", entries: [{ track, from: index, to: index + 1, holding: "fetching" }] });
  }
  return { state: { ...setWant(state, { ...want, pieces }), nextRequestId: requestId }, effects };
}

/**
 * Near the deadline, reassigns what peers cannot send in time. Each peer continues with what it can still send, so nothing in
 * flight is wasted.
 */
export function reassignLatePieces(state: SwarmState, want: Want, nowMs: number): Transition {
  const effects: SwarmEffect[] = [];
  const server = serverMs(state, want);
  const spareMs = slackMs(state, want, nowMs) - server.worst;
  // A transfer that ends within the server's usual time is kept, because the server would not be faster.
  const toleratedMs = Math.max(spareMs, server.usual);
  const expected = expectedBytes(state, want);
  let current = want;
  for (const piece of want.pieces) {
    if (piece.peerId === "") continue;
    const rest = remainderOf(current, piece, expected, nowMs);
    const quietMs = Math.max(0, nowMs - Math.max(piece.progressAtMs, piece.startsAtMs));
    if (rest.ms + quietMs <= toleratedMs) continue;
    const isQuiet = quietMs > TUNING.quietMs || piece.at === piece.from;
    // The part that arrives in half of the remaining time stays with the peer.
    const keptMs = isQuiet ? 0 : Math.max(spareMs * 0.5, TUNING.inFlightMs);
    const couldBytes = Math.ceil((rest.bytes / rest.ms) * keptMs);
    const keptBytes = couldBytes < TUNING.latePieceMinBytes ? 0 : couldBytes;
    if (keptBytes > rest.bytes / 2) continue;
    const { peerId, requestId } = piece;
    const atByte = keptBytes > 0 ? piece.at + keptBytes : 0;
    effects.push({ type: "cancelPeer", peerId, requestId, atByte });
    current =
      keptBytes > 0
        ? setPiece(current, { ...piece, to: atByte })
        : abandonPiece(current, piece, nowMs + TUNING.maxBusyRetryMs);
  }
  return { state: current === want ? state : setWant(state, current), effects };
}

/** Returns whether the server is sending urgent data. During that time, the line is reserved for it. */
export function isFallingBack(state: SwarmState, nowMs: number): boolean {
  return Object.values(state.wants).some(
    (want) =>
      isOnServerFallback(state, want, nowMs) &&
      want.pieces.some(
        ({ peerId, sinceMs }) => peerId === "" && nowMs - sinceMs < TUNING.maxServerFallbackMs,
      ),
  );
}

/** Returns whether the server is sending urgent data, with which less urgent transfers must not share the line. */
export function isOnServerFallback(state: SwarmState, want: Want | undefined, nowMs: number): boolean {
  return want?.pieces.some(({ peerId }) => peerId === "") === true && isUrgent(state, want, nowMs);
}
