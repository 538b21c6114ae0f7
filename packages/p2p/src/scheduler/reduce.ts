import { trackOf } from "./deadline.ts";
import { applyAnnouncements, createPeerView, punish } from "./peers.ts";
import { isSwarming, planAll, setWant } from "./plan.ts";
import type { Step, SwarmEffect, SwarmEvent, SwarmState, Want } from "./state.ts";
import { TUNING } from "./tuning.ts";

type EventOf<T extends SwarmEvent["type"]> = Extract<SwarmEvent, { type: T }>;
type Handlers = {
  [T in SwarmEvent["type"]]: (state: SwarmState, event: EventOf<T>, nowMs: number) => SwarmState | Step;
};

const without = <T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> => {
  const { [key]: _removed, ...rest } = record;
  return rest;
};

const mean = (former: number | undefined, sample: number): number =>
  former ? former * 0.7 + sample * 0.3 : sample;

function addWant(state: SwarmState, event: EventOf<"want">, nowMs: number): SwarmState {
  const { segment, startSec } = event;
  const known = state.wants[segment];
  if (known) return setWant(state, { ...known, startSec });
  return setWant(state, {
    segment,
    startSec,
    sinceMs: nowMs,
    source: { via: "none" },
    received: 0,
    total: 0,
    notBefore: {},
    serverNotBeforeMs: 0,
    isServerOnly: !event.isVerifiable,
    isAnnounced: false,
  });
}

/** Ends a want and what runs for it. */
function abandon(state: SwarmState, { segment }: EventOf<"abandon">): Step {
  const want = state.wants[segment];
  if (!want) return { state, effects: [] };
  const effects: SwarmEffect[] = [];
  const { source } = want;
  if (source.via === "server") effects.push({ type: "abortServer", segment });
  if (source.via === "peer") {
    effects.push({ type: "cancelPeer", peerId: source.peerId, requestId: source.requestId });
  }
  if (want.isAnnounced || source.via === "server") {
    effects.push({ type: "announce", entries: [{ segment, holding: "gone" }] });
  }
  return { state: { ...state, wants: without(state.wants, segment) }, effects };
}

function openPeer(state: SwarmState, { peerId }: EventOf<"peerOpen">, nowMs: number): Step {
  const next = { ...state, peers: { ...state.peers, [peerId]: createPeerView(nowMs) } };
  const fetched = Object.values(state.wants).filter((want) => want.source.via === "server");
  const offered = [
    ...[...state.held].map((segment) => ({ segment, holding: "have" as const })),
    ...fetched.map(({ segment }) => ({ segment, holding: "fetching" as const })),
  ];
  // Sent even when empty: the other side waits for it before it turns to the server.
  const entries = state.canUpload ? offered : [];
  return { state: next, effects: [{ type: "announce", entries, peerId }] };
}

/** Segments that the peer was sending wait for another source; its uploads end. */
function closePeer(state: SwarmState, { peerId }: EventOf<"peerClosed">): SwarmState {
  let next: SwarmState = {
    ...state,
    peers: without(state.peers, peerId),
    uploads: state.uploads.filter((upload) => upload.peerId !== peerId),
  };
  for (const want of Object.values(state.wants)) {
    if (want.source.via === "peer" && want.source.peerId === peerId) {
      next = setWant(next, { ...want, source: { via: "none" } });
    }
  }
  return next;
}

function announced(state: SwarmState, event: EventOf<"announced">, nowMs: number): SwarmState {
  const peer = state.peers[event.peerId];
  if (!peer) return state;
  const peers = { ...state.peers, [event.peerId]: applyAnnouncements(peer, event.entries, nowMs) };
  return { ...state, peers };
}

function requested(state: SwarmState, event: EventOf<"requested">): Step {
  const { peerId, requestId, segment, fromByte } = event;
  const refuse = (reason: "off" | "missing" | "busy"): Step => ({
    state,
    effects: [{ type: "refuse", peerId, requestId, reason }],
  });
  if (!state.canUpload || !isSwarming(state) || state.rules.uploadPercent <= 0) return refuse("off");
  if (!state.held.has(segment)) return refuse("missing");
  if (state.uploads.length >= TUNING.uploadSlots) return refuse("busy");
  return {
    state: { ...state, uploads: [...state.uploads, { peerId, requestId }] },
    effects: [{ type: "startUpload", peerId, requestId, segment, fromByte }],
  };
}

/** The want, when the given request still serves it. */
function servedBy(state: SwarmState, segment: string, requestId: number): Want | undefined {
  const want = state.wants[segment];
  return want?.source.via === "peer" && want.source.requestId === requestId ? want : undefined;
}

function refused(state: SwarmState, event: EventOf<"refused">, nowMs: number): SwarmState {
  const want = servedBy(state, event.segment, event.requestId);
  if (want?.source.via !== "peer") return state;
  const retryMs = { busy: TUNING.busyRetryMs, missing: TUNING.missingRetryMs, off: TUNING.faultRetryMs };
  const notBefore = { ...want.notBefore, [want.source.peerId]: nowMs + retryMs[event.reason] };
  return setWant(state, { ...want, source: { via: "none" }, notBefore });
}

function progressed(state: SwarmState, event: EventOf<"progress">, nowMs: number): SwarmState {
  const want = state.wants[event.segment];
  if (!want) return state;
  const source = want.source.via === "peer" ? { ...want.source, progressAtMs: nowMs } : want.source;
  return setWant(state, { ...want, received: event.received, source });
}

function accepted(state: SwarmState, event: EventOf<"accepted">, nowMs: number): SwarmState {
  const want = servedBy(state, event.segment, event.requestId);
  if (want?.source.via !== "peer") return state;
  return setWant(state, {
    ...want,
    total: event.totalBytes,
    source: { ...want.source, progressAtMs: nowMs },
  });
}

function arrived(state: SwarmState, event: EventOf<"arrived">): SwarmState {
  const track = trackOf(event.segment);
  return {
    ...state,
    wants: without(state.wants, event.segment),
    trackBytes: { ...state.trackBytes, [track]: mean(state.trackBytes[track], event.bytes) },
    serverBytesPerSec: event.bytesPerSec
      ? mean(state.serverBytesPerSec, event.bytesPerSec)
      : state.serverBytesPerSec,
  };
}

function corrupt(state: SwarmState, event: EventOf<"corrupt">, nowMs: number): SwarmState {
  let next = state;
  for (const peerId of event.peerIds) next = punish(next, peerId, TUNING.penaltyCorrupt, nowMs);
  const want = next.wants[event.segment];
  if (!want) return next;
  return setWant(next, { ...want, source: { via: "none" }, received: 0, total: 0, isServerOnly: true });
}

function tellAll(state: SwarmState, segments: readonly string[], holding: "have" | "gone"): Step {
  const isHeard = state.canUpload && segments.length > 0 && Object.keys(state.peers).length > 0;
  const entries = segments.map((segment) => ({ segment, holding }));
  return { state, effects: isHeard ? [{ type: "announce", entries }] : [] };
}

function dropped(state: SwarmState, { segments }: EventOf<"dropped">): Step {
  const held = new Set(state.held);
  for (const segment of segments) held.delete(segment);
  return tellAll({ ...state, held }, segments, "gone");
}

const HANDLERS: Handlers = {
  want: addWant,
  abandon,
  playhead: (state, { positionSec, rate, isMoving }, atMs) => ({
    ...state,
    playhead: { positionSec, rate, isMoving, atMs },
  }),
  tick: (state) => state,
  joined: (state, { selfId, audience, rules }) => ({ ...state, selfId, audience, rules }),
  audience: (state, { audience }) => ({ ...state, audience }),
  rules: (state, { rules }) => ({ ...state, rules }),
  canUpload: (state, { canUpload }) => ({ ...state, canUpload }),
  connecting: (state, { untilMs }) => ({ ...state, connectingUntilMs: untilMs }),
  peerOpen: openPeer,
  peerClosed: closePeer,
  announced,
  requested,
  uploadEnded: (state, { peerId, requestId }) => ({
    ...state,
    uploads: state.uploads.filter((it) => it.peerId !== peerId || it.requestId !== requestId),
  }),
  accepted,
  progress: progressed,
  refused,
  serverFailed: (state, { segment, retryAfterMs }, nowMs) => {
    const want = state.wants[segment];
    const serverNotBeforeMs = nowMs + retryAfterMs;
    return want ? setWant(state, { ...want, source: { via: "none" }, serverNotBeforeMs }) : state;
  },
  arrived,
  corrupt,
  held: (state, { segment }) =>
    tellAll({ ...state, held: new Set(state.held).add(segment) }, [segment], "have"),
  dropped,
};

/** The whole decision of the swarm: no clock, no network, no randomness. */
export function reduce(state: SwarmState, event: SwarmEvent, nowMs: number): Step {
  const handle = HANDLERS[event.type] as (
    state: SwarmState,
    event: SwarmEvent,
    nowMs: number,
  ) => SwarmState | Step;
  const result = handle(state, event, nowMs);
  const applied: Step = "effects" in result ? result : { state: result, effects: [] };
  const planned = planAll(applied.state, nowMs);
  return { state: planned.state, effects: [...applied.effects, ...planned.effects] };
}
