import { expectedBytes } from "./deadline.ts";
import { requestFromPeers, shareSlowest } from "./peer-requests.ts";
import { hasHolder, penalizePeer, setPeer } from "./peers.ts";
import { abandonPiece, isWhole, remainderOf, setWant, unassignedRanges } from "./pieces.ts";
import { fetchServer, isOnServerFallback, reassignLatePieces } from "./server-fallback.ts";
import {
  joinSteps,
  type Piece,
  type SwarmEffect,
  type SwarmEvent,
  type SwarmState,
  type Transition,
  type Want,
} from "./state.ts";
import * as TUNING from "./tuning.ts";
import { hasNoPeers, isServerTurn, isSwarming, isUrgent } from "./turn.ts";
import { allowedBytesPerSec, mayUpload } from "./uploads.ts";

type PlanRule = (state: SwarmState, want: Want, nowMs: number) => Transition;

/** Decisions that only some pages need, see `FULL_SCHEDULER`. */
export interface SchedulerExtras {
  /** Loads what a live has published before the player requests it. */
  planAhead?(state: SwarmState, nowMs: number): Transition;
  /** Sets the list of published segments for `planAhead`. */
  setAhead?(state: SwarmState, event: Extract<SwarmEvent, { type: "published" }>): SwarmState;
  /** Drops segments that a seek has left behind. */
  dropBehind?(state: SwarmState, nowMs: number): SwarmEffect[];
  /** Leaves a segment to another viewer at the site, who fetches it. */
  concede?: PlanRule;
}

const unchangedState = (state: SwarmState): Transition => ({ state, effects: [] });

/** Decides what to do next for each segment that the player needs. The most urgent segment comes first. */
export function planAll(
  state: SwarmState,
  nowMs: number,
  { planAhead = unchangedState, concede = unchangedState }: SchedulerExtras,
): Transition {
  let done: Transition = planAhead(state, nowMs);
  let isPressed = false;
  // The rules are applied in this order. Each rule sees the changes made by earlier rules.
  const rules: readonly PlanRule[] = [endStalled, concede, fallBackToServer, requestSegment, announceWant];
  for (const { segment } of listByUrgency(done.state)) {
    for (const rule of rules) {
      const want = done.state.wants[segment];
      if (!want || isWhole(want)) break;
      if (rule === requestSegment && isPressed) continue;
      done = joinSteps(done, rule(done.state, want, nowMs));
    }
    isPressed ||= isOnServerFallback(done.state, done.state.wants[segment], nowMs);
  }
  return done;
}

/** Lists the missing segments in the order in which they are played. */
export const listByUrgency = ({ wants }: SwarmState): Want[] =>
  Object.values(wants).sort((a, b) => a.startSec - b.startSec);

/** Ends transfers that have gone silent or are long overdue. The bytes that have arrived are kept. */
function endStalled(state: SwarmState, want: Want, nowMs: number): Transition {
  let next = state;
  const effects: SwarmEffect[] = [];
  const expected = expectedBytes(state, want);
  for (const piece of want.pieces) {
    const fault =
      piece.peerId === "" ? 0 : faultOf(piece, remainderOf(want, piece, expected, nowMs).ms, nowMs);
    if (fault === 0) continue;
    const isDoubtful = isOwnLineSaturated(state, piece, nowMs);
    const { peerId, requestId } = piece;
    effects.push({ type: "cancelPeer", peerId, requestId, atByte: 0 });
    const current = abandonPiece(next.wants[want.segment] ?? want, piece, nowMs + TUNING.faultRetryMs);
    const points = isDoubtful ? fault * TUNING.doubtShare : fault;
    next = penalizePeer(setWant(next, current), peerId, points, nowMs);
    if (isDoubtful) continue;
    next = setPeer(next, peerId, { unansweredRequests: (next.peers[peerId]?.unansweredRequests ?? 0) + 1 });
  }
  return { state: next, effects };
}

/** Returns whether this viewer's own line is probably saturated: other peers are also late, and no peer has responded since. */
function isOwnLineSaturated(
  state: SwarmState,
  { isAccepted, peerId, sinceMs }: Piece,
  nowMs: number,
): boolean {
  if (!isAccepted && state.reachedAtMs >= sinceMs) return false;
  const isOverdue = (other: Piece) =>
    other.isAccepted
      ? nowMs > other.dueAtMs + TUNING.peerLateMs / 2
      : nowMs - other.sinceMs > TUNING.peerSilenceMs / 2;
  const pieces = Object.values(state.wants).flatMap((want) => want.pieces);
  return pieces.some((other) => ![peerId, ""].includes(other.peerId) && isOverdue(other));
}

/** Returns the penalty for a transfer, or 0 if it is on time. */
function faultOf(piece: Piece, restMs: number, nowMs: number): number {
  const quietSinceMs = Math.max(piece.progressAtMs, piece.isAccepted ? piece.startsAtMs : 0);
  if (nowMs - quietSinceMs > TUNING.peerSilenceMs) return TUNING.penaltySilent;
  // The rest of a nearly complete transfer arrives sooner than any other source could start.
  const isLate =
    piece.isAccepted &&
    restMs > TUNING.peerLateMs &&
    nowMs > piece.sinceMs + 2 * (piece.dueAtMs - piece.sinceMs) + TUNING.peerLateMs;
  return isLate ? TUNING.penaltyLate : 0;
}

/** Uses the server for bytes that no peer sends, or that peers would send too late. */
function fallBackToServer(state: SwarmState, want: Want, nowMs: number): Transition {
  const canRequest = want.serverNotBeforeMs <= nowMs;
  if (!canRequest) return { state, effects: [] };
  const isLate = want.pieces.length > 0 && (want.isServerOnly || isUrgent(state, want, nowMs));
  const cut = isLate ? reassignLatePieces(state, want, nowMs) : { state, effects: [] };
  const current = cut.state.wants[want.segment] ?? want;
  if (unassignedRanges(current).length === 0 || !isServerTurn(cut.state, current, nowMs)) return cut;
  return joinSteps(cut, fetchServer(cut.state, current, nowMs));
}

function requestSegment(state: SwarmState, want: Want, nowMs: number): Transition {
  if (want.isServerOnly || !want.isVerifiable || !isSwarming(state)) return { state, effects: [] };
  if (isNarrow(state)) return { state, effects: [] };
  if (unassignedRanges(want).length > 0) return requestFromPeers(state, want, nowMs);
  return shareSlowest(state, want, nowMs);
}

/**
 * Returns whether the uplink is too slow to upload, and therefore to acknowledge several transfers at a time. True while the rate
 * is unknown.
 */
function isNarrow(state: SwarmState): boolean {
  if (!mayUpload(state) || (state.uplinkBytesPerSec > 0 && allowedBytesPerSec(state) > 0)) return false;
  const pieces = Object.values(state.wants).flatMap((want) => want.pieces);
  return pieces.filter(({ peerId }) => peerId !== "").length >= TUNING.narrowRequests;
}

/** Requests a segment from peers that may have to fetch it for this viewer. */
function announceWant(state: SwarmState, want: Want, nowMs: number): Transition {
  if (want.isAnnounced || hasNoPeers(state)) return { state, effects: [] };
  if (hasHolder(state, want, nowMs)) return { state, effects: [] };
  const { track, index } = want;
  const next = setWant(state, { ...want, isAnnounced: true });
  if (want.pieces.some(({ peerId }) => peerId === "")) return { state: next, effects: [] };
  return {
    state: next,
    effects: [{ type: "announce", entries: [{ track, from: index, to: index + 1, holding: "want" }] }],
  };
}
