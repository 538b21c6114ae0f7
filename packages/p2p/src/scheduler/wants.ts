import { isPart, placeOf } from "../protocol/index.ts";
import { parseTrackId } from "./deadline.ts";
import { addHolding, removeHolding } from "./holdings.ts";
import { anyPeer, setPeer } from "./peers.ts";
import { abandonPiece, clipWant, endPiece, findPiece, setPiece, setWant } from "./pieces.ts";
import type { Piece, SwarmEffect, SwarmEvent, SwarmState, Transition, Want } from "./state.ts";
import * as TUNING from "./tuning.ts";

type EventOf<T extends SwarmEvent["type"]> = Extract<SwarmEvent, { type: T }>;

export const omitKey = <T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> => {
  if (!(key in record)) return record;
  const { [key]: _removed, ...rest } = record;
  return rest;
};

const movingMean = (former: number | undefined, sample: number): number =>
  former ? former * 0.7 + sample * 0.3 : sample;

export function createWant(segment: string, startSec: number, nowMs: number): Want {
  return {
    segment,
    ...placeOf(segment),
    startSec,
    sinceMs: nowMs,
    isPrefetch: false,

    total: 0,
    received: [],
    pieces: [],
    senders: {},
    notBefore: {},
    serverNotBeforeMs: 0,
    // A live part lasts 0.2 s, which is too short to wait for a peer, so it comes from the server.

    isVerifiable: true,
    isServerOnly: isPart(segment),
    isAnnounced: false,
  };
}

export function addWant(state: SwarmState, event: EventOf<"want">, nowMs: number): SwarmState {
  const { segment, startSec, isVerifiable } = event;
  const known = state.wants[segment];
  if (known) return setWant(state, { ...known, startSec, isPrefetch: false });
  return setWant(state, { ...createWant(segment, startSec, nowMs), isVerifiable });
}

export function setHash(state: SwarmState, { segment, isKnown }: EventOf<"hash">): SwarmState {
  const want = state.wants[segment];
  return want ? setWant(state, { ...want, isVerifiable: isKnown, isServerOnly: !isKnown }) : state;
}

function endEffect(segment: string, { peerId, requestId }: Piece): SwarmEffect {
  if (peerId === "") return { type: "abortServer", segment, requestId };
  return { type: "cancelPeer", peerId, requestId, atByte: 0 };
}

/** Ends a want and its running transfers. */
export function abandonWant(state: SwarmState, { segment }: EventOf<"abandon">): Transition {
  const want = state.wants[segment];
  if (!want) return { state, effects: [] };
  const effects = want.pieces.map((piece) => endEffect(segment, piece));
  const { track, index } = want;
  if (want.isAnnounced || want.pieces.some(({ peerId }) => peerId === "")) {
    effects.push({ type: "announce", entries: [{ track, from: index, to: index + 1, holding: "gone" }] });
  }
  return { state: { ...state, wants: omitKey(state.wants, segment) }, effects };
}

export function handleAcceptance(
  state: SwarmState,
  event: EventOf<"accepted">,
  nowMs: number,
): SwarmState | Transition {
  const { segment, requestId, totalBytes, startInMs, etaMs } = event;
  const known = state.wants[segment];
  const piece = findPiece(known, requestId);
  if (!known || !piece) return state;
  const { want, beyond } = totalBytes > 0 ? clipWant(known, totalBytes) : { want: known, beyond: [] };
  const current = findPiece(want, requestId);
  const times = {
    isAccepted: true,
    progressAtMs: nowMs,
    startsAtMs: nowMs + startInMs,
    dueAtMs: nowMs + etaMs,
  };
  const next = setWant(restartPiece(state, piece), current ? setPiece(want, { ...current, ...times }) : want);
  return { state: next, effects: beyond.map((it) => endEffect(segment, it)) };
}

const restartPiece = (state: SwarmState, { sinceMs }: Piece): SwarmState => ({
  ...state,
  reachedAtMs: Math.max(state.reachedAtMs, sinceMs),
});

export function handleProgress(state: SwarmState, event: EventOf<"progress">, nowMs: number): SwarmState {
  const { segment, requestId, at } = event;
  const want = state.wants[segment];
  const piece = findPiece(want, requestId);
  if (!want || !piece || at <= piece.at) return state;
  const isFirst = piece.at === piece.from;
  // The rate is measured from the actual start, so a late start does not make a peer look slower.
  const startsAtMs = isFirst ? Math.max(piece.progressAtMs, nowMs - 100) : piece.startsAtMs;
  const moved = { ...piece, at: Math.min(at, piece.to), progressAtMs: nowMs, startsAtMs };
  const isEnded = moved.at >= piece.to;
  const next = setWant(state, isEnded ? endPiece(want, moved) : setPiece(want, moved));
  if (piece.peerId === "") return next;
  return creditPeer(next, moved, isEnded ? Math.max(1, nowMs - startsAtMs) : 0);
}

/** Clears the count of unanswered requests of a peer that has sent data, and records its rate after a whole piece. */
function creditPeer(state: SwarmState, piece: Piece, durationMs: number): SwarmState {
  const peer = state.peers[piece.peerId];
  if (!peer || (peer.unansweredRequests === 0 && durationMs === 0)) return state;
  const pace = durationMs > 0 ? ((piece.at - piece.from) * 1000) / durationMs : 0;
  return setPeer(state, piece.peerId, {
    unansweredRequests: 0,
    bytesPerSec: pace > 0 ? movingMean(peer.bytesPerSec, pace) : peer.bytesPerSec,
  });
}

export function handleRefusal(state: SwarmState, event: EventOf<"refused">, nowMs: number): SwarmState {
  const want = state.wants[event.segment];
  const piece = findPiece(want, event.requestId);
  if (!want || !piece) return state;
  const { peerId } = piece;
  const ended = abandonPiece(want, piece, nowMs + retryAfterMs(event));
  const unansweredRequests =
    (state.peers[peerId]?.unansweredRequests ?? 0) + (event.reason === "off" ? 1 : 0);
  return setPeer(setWant(restartPiece(state, piece), ended), peerId, { unansweredRequests });
}

function retryAfterMs({ reason, waitMs }: EventOf<"refused">): number {
  if (reason === "off") return TUNING.faultRetryMs;
  if (reason === "missing") return TUNING.missingRetryMs;
  return Math.min(TUNING.maxBusyRetryMs, Math.max(TUNING.busyRetryMs, waitMs / 2));
}

export function handleServerFailure(
  state: SwarmState,
  event: EventOf<"serverFailed">,
  nowMs: number,
): SwarmState {
  const { segment, requestId, retryAfterMs: delayMs } = event;
  const want = state.wants[segment];
  const piece = findPiece(want, requestId);
  if (!want || !piece) return state;
  return setWant(state, { ...endPiece(want, piece), serverNotBeforeMs: nowMs + delayMs });
}

export function recordServerTimes(
  state: SwarmState,
  event: Omit<EventOf<"serverMeasured">, "type">,
): SwarmState {
  const { latencyMs, bytes, durationMs } = event;
  const { server } = state;
  // Half of TCP's initial value: the first round trip included opening the connection, which later round trips reuse.
  const deviationMs =
    server.sampleMs === 0
      ? latencyMs / 4
      : movingMean(server.deviationMs, Math.abs(latencyMs - server.latencyMs));
  return {
    ...state,
    server: {
      deviationMs,
      latencyMs: movingMean(server.latencyMs, latencyMs),
      // Rates are not averaged, because an init segment arrives quickly however slow the line is.
      sampleBytes: movingMean(server.sampleBytes, Math.max(1, bytes)),
      sampleMs: movingMean(server.sampleMs, Math.max(1, durationMs)),
    },
  };
}

export function handleArrival(state: SwarmState, { segment, bytes }: EventOf<"arrived">): SwarmState {
  const track = parseTrackId(segment);
  const trackBytes = { ...state.trackBytes, [track]: movingMean(state.trackBytes[track], bytes) };
  // A segment that has arrived is not prefetched again, even if it was not kept.
  const ahead = state.ahead.filter((entry) => entry.segment !== segment);
  return { ...state, wants: omitKey(state.wants, segment), trackBytes, ahead };
}

/** Starts a segment with wrong bytes over, and loads it only from the server. */
export function handleCorruption(state: SwarmState, { segment }: EventOf<"corrupt">): Transition {
  const want = state.wants[segment];
  if (!want) return { state, effects: [] };
  const fresh = { total: 0, received: [], pieces: [], isServerOnly: true };
  return {
    state: setWant(state, { ...want, ...fresh }),
    effects: want.pieces.map((piece) => endEffect(segment, piece)),
  };
}

function notifyAll(state: SwarmState, segments: readonly string[], holding: "have" | "gone"): Transition {
  const hasReceivers = state.canUpload && segments.length > 0 && anyPeer(state, () => true);
  const entries = segments
    .map(placeOf)
    .map(({ track, index }) => ({ track, from: index, to: index + 1, holding }));
  return { state, effects: hasReceivers ? [{ type: "announce", entries }] : [] };
}

export function handleHeld(state: SwarmState, { segment }: EventOf<"held">): Transition {
  const { track, index } = placeOf(segment);
  return notifyAll({ ...state, held: addHolding(state.held, track, index, index + 1) }, [segment], "have");
}

export function handleDropped(state: SwarmState, { segments }: EventOf<"dropped">): Transition {
  let rest = state.held;
  for (const { track, index } of segments.map(placeOf)) rest = removeHolding(rest, track, index, index + 1);
  return notifyAll({ ...state, held: rest }, segments, "gone");
}
