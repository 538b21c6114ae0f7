import { applyAnnouncements, describeHoldings, joinAnnouncements } from "./holdings.ts";
import { createPeerView, penalizePeer, setPeer } from "./peers.ts";
import { endPiece, setWant } from "./pieces.ts";
import { planAll, type SchedulerExtras } from "./plan.ts";
import { joinSteps, type SwarmEffect, type SwarmEvent, type SwarmState, type Transition } from "./state.ts";
import * as TUNING from "./tuning.ts";
import * as uploads from "./uploads.ts";
import * as wants from "./wants.ts";

type EventOf<T extends SwarmEvent["type"]> = Extract<SwarmEvent, { type: T }>;
type EventHandlers = {
  [T in SwarmEvent["type"]]: (
    state: SwarmState,
    event: EventOf<T>,
    nowMs: number,
    extras: SchedulerExtras,
  ) => SwarmState | Transition;
};

function openPeer(state: SwarmState, { peerId, isNear }: EventOf<"peerOpen">, nowMs: number): Transition {
  const next = { ...state, peers: { ...state.peers, [peerId]: createPeerView(nowMs, isNear) } };
  // The announcement is sent even if it is empty, because the other side waits for it before it uses the server.
  const entries = state.canUpload ? describeHoldings(state) : [];
  const effects: SwarmEffect[] = [
    { type: "status", uplinkKbps: state.reportedKbps, peerId },
    { type: "announce", entries, peerId },
  ];
  return { state: next, effects };
}

/** The pieces that the peer was sending are reassigned, and this viewer's uploads to the peer end. */
function closePeer(state: SwarmState, { peerId }: EventOf<"peerClosed">): Transition {
  const ended = state.uploads.filter((upload) => upload.peerId === peerId);
  let next: SwarmState = {
    ...state,
    peers: wants.omitKey(state.peers, peerId),
    uploads: state.uploads.filter((upload) => upload.peerId !== peerId),
  };
  for (const segment of Object.keys(state.wants)) {
    for (const piece of next.wants[segment]?.pieces ?? []) {
      const want = next.wants[segment];
      if (piece.peerId === peerId && want) next = setWant(next, endPiece(want, piece));
    }
  }
  const effects = ended
    .filter((upload) => upload.isStarted)
    .map(({ requestId }): SwarmEffect => ({ type: "trimUpload", peerId, requestId, atByte: 0 }));
  return { state: next, effects };
}

function handleAnnouncement(state: SwarmState, event: EventOf<"announced">, nowMs: number): SwarmState {
  const peer = state.peers[event.peerId];
  return peer ? setPeer(state, event.peerId, applyAnnouncements(peer, event.entries, nowMs)) : state;
}

function movePlayhead(
  state: SwarmState,
  event: EventOf<"playhead">,
  nowMs: number,
  { dropBehind }: SchedulerExtras,
): Transition {
  const { positionSec, rate, isMoving } = event;
  const next = { ...state, playhead: { positionSec, rate, isMoving, atMs: nowMs } };
  return { state: next, effects: dropBehind?.(next, nowMs) ?? [] };
}

const EVENT_HANDLERS: EventHandlers = {
  want: wants.addWant,
  published: (state, event, _nowMs, { setAhead }) => setAhead?.(state, event) ?? state,
  hash: wants.setHash,
  abandon: wants.abandonWant,
  playhead: movePlayhead,
  tick: (state) => state,
  joined: (state, { peerId: selfId, audience, rules }) => ({ ...state, selfId, audience, rules }),
  audience: (state, { count: audience }) => ({ ...state, audience }),
  rules: (state, { rules }) => ({ ...state, rules }),
  canUpload: (state, { canUpload }) => ({ ...state, canUpload }),
  connecting: (state, { untilMs }) => ({ ...state, connectingUntilMs: untilMs }),
  peerOpen: openPeer,
  peerClosed: closePeer,
  peerStatus: (state, { peerId, uplinkKbps }) => setPeer(state, peerId, { uplinkKbps }),
  announced: handleAnnouncement,
  requested: uploads.handleRequest,
  uploadCancelled: uploads.handleUploadCancellation,
  uploadProgress: uploads.handleUploadProgress,
  uploadEnded: uploads.handleUploadEnd,
  uplink: (state, { bytesPerSec }, nowMs) => ({
    ...state,
    uplinkBytesPerSec: bytesPerSec,
    uplinkAtMs: nowMs,
  }),
  accepted: wants.handleAcceptance,
  progress: wants.handleProgress,
  refused: wants.handleRefusal,
  serverFailed: wants.handleServerFailure,
  serverMeasured: wants.recordServerTimes,
  arrived: wants.handleArrival,
  corrupt: wants.handleCorruption,
  liars: (state, { peerIds }, nowMs) =>
    peerIds.reduce((next, peerId) => penalizePeer(next, peerId, TUNING.penaltyCorrupt, nowMs), state),
  held: wants.handleHeld,
  dropped: wants.handleDropped,
};

/** These events concern only uploads, so they do not affect downloads. */
const UNPLANNED_EVENTS = /^(upl|req|held|drop)/;

/** The steps that follow every event. */
const FOLLOWING_STEPS = [planAll, uploads.startUploads, uploads.withdrawOverdue, uploads.sendUplink];

/** Restarts the timers of running transfers after the device slept, so none of them counts as late. */
function wakeUp(state: SwarmState, nowMs: number): SwarmState {
  const sleptMs = nowMs - state.atMs;
  let next = { ...state, atMs: nowMs };
  if (sleptMs < TUNING.sleepMs) return next;
  for (const want of Object.values(state.wants)) {
    const pieces = want.pieces.map((piece) => ({
      ...piece,
      sinceMs: piece.sinceMs + sleptMs,
      progressAtMs: piece.progressAtMs + sleptMs,
      startsAtMs: piece.startsAtMs + sleptMs,
      dueAtMs: piece.dueAtMs + sleptMs,
    }));
    next = setWant(next, { ...want, pieces, sinceMs: want.sinceMs + sleptMs });
  }
  return next;
}

/** Decides how to react to an event. Uses no clock, network or randomness. */
export function decide(
  before: SwarmState,
  event: SwarmEvent,
  nowMs: number,
  extras: SchedulerExtras = {},
): Transition {
  const state = uploads.resetUplinkEstimate(wakeUp(before, nowMs), nowMs);
  const handle = EVENT_HANDLERS[event.type] as (
    state: SwarmState,
    event: SwarmEvent,
    nowMs: number,
    extras: SchedulerExtras,
  ) => SwarmState | Transition;
  const result = handle(state, event, nowMs, extras);
  let done: Transition = isStep(result) ? result : { state: result, effects: [] };
  for (const follow of FOLLOWING_STEPS) {
    if (follow === planAll && UNPLANNED_EVENTS.test(event.type)) continue;
    done = joinSteps(done, follow(done.state, nowMs, extras));
  }
  return { ...done, effects: joinAnnouncements(done.effects) };
}

const isStep = (result: SwarmState | Transition): result is Transition =>
  (result as Partial<Transition>).effects !== undefined;
