import { expectedBytes, serverNeedMs, slackMs } from "./deadline.ts";
import { hasHolder, isFetchedByPeer, listWanters, pickHolder, punish } from "./peers.ts";
import { rankPeers } from "./rendezvous.ts";
import type { Step, SwarmEffect, SwarmState, Want, WantSource } from "./state.ts";
import { TUNING } from "./tuning.ts";

type PeerSource = Extract<WantSource, { via: "peer" }>;

/** Peers are allowed by the rules and there are enough viewers. */
export function isSwarming(state: SwarmState): boolean {
  const { rules, audience } = state;
  return rules.enabled && rules.maxPeers > 0 && (audience === null || audience >= rules.viewerThreshold);
}

/** Decides for every wanted segment what to do now, the most urgent first. */
export function planAll(state: SwarmState, nowMs: number): Step {
  const wants = Object.values(state.wants).sort((a, b) => a.startSec - b.startSec);
  const effects: SwarmEffect[] = [];
  let current = state;
  for (const { segment } of wants) {
    const want = current.wants[segment];
    if (!want) continue;
    const step = planWant(current, want, nowMs);
    current = step.state;
    effects.push(...step.effects);
  }
  return { state: current, effects };
}

function planWant(state: SwarmState, want: Want, nowMs: number): Step {
  if (want.source.via === "server") return { state, effects: [] };
  if (want.source.via === "peer") return reviewTransfer(state, want, want.source, nowMs);
  return chooseSource(state, want, nowMs);
}

export function setWant(state: SwarmState, want: Want): SwarmState {
  return { ...state, wants: { ...state.wants, [want.segment]: want } };
}

/** A running transfer goes on while it makes progress and will be in time; else it is cut off and continued elsewhere. */
function reviewTransfer(state: SwarmState, want: Want, source: PeerSource, nowMs: number): Step {
  const isSilent = nowMs - source.progressAtMs > TUNING.peerSilenceMs;
  if (!isSilent && !isTooLate(state, want, source, nowMs)) return { state, effects: [] };
  const cancel: SwarmEffect = { type: "cancelPeer", peerId: source.peerId, requestId: source.requestId };
  const notBefore = { ...want.notBefore, [source.peerId]: nowMs + TUNING.faultRetryMs };
  const freed: Want = { ...want, source: { via: "none" }, notBefore };
  const punished = isSilent ? punish(state, source.peerId, TUNING.penaltySilent, nowMs) : state;
  const next = chooseSource(setWant(punished, freed), freed, nowMs);
  return { state: next.state, effects: [cancel, ...next.effects] };
}

function isTooLate(state: SwarmState, want: Want, source: PeerSource, nowMs: number): boolean {
  const slack = slackMs(state, want, nowMs);
  if (slack > serverNeedMs(state, want)) return false;
  const restBytes = expectedBytes(state, want) - want.received;
  const ratePerMs = (want.received - source.receivedAtStart) / Math.max(1, nowMs - source.sinceMs);
  return want.total === 0 || ratePerMs === 0 || restBytes / ratePerMs > slack * 0.8;
}

function chooseSource(state: SwarmState, want: Want, nowMs: number): Step {
  if (isServerTurn(state, want, nowMs)) {
    if (want.serverNotBeforeMs <= nowMs) return fetchServer(state, want, nowMs);
    // The server has just failed: whoever has the segment is asked, however late it is.
  }
  const holder = want.isServerOnly || !isSwarming(state) ? undefined : pickHolder(state, want, nowMs);
  if (holder !== undefined) return requestPeer(state, want, holder, nowMs);
  return announceWant(state, want);
}

function isServerTurn(state: SwarmState, want: Want, nowMs: number): boolean {
  if (want.isServerOnly || !isSwarming(state)) return true;
  if (slackMs(state, want, nowMs) <= serverNeedMs(state, want)) return true;
  const waitedMs = nowMs - want.sinceMs;
  if (waitedMs > TUNING.waitMaxMs) return true;
  const isConnecting = nowMs < state.connectingUntilMs;
  if (Object.keys(state.peers).length === 0) return !isConnecting || state.audience === 1;
  if (hasHolder(state, want.segment, nowMs) || isFetchedByPeer(state, want.segment, nowMs)) return false;
  if (isConnecting || hasUnknownPeer(state, nowMs)) return false;
  return waitedMs >= turnAfterMs(state, want);
}

/** A channel has just opened and its list is on the way. */
function hasUnknownPeer(state: SwarmState, nowMs: number): boolean {
  return Object.values(state.peers).some(
    (peer) => !peer.isKnown && nowMs - peer.openedAtMs < TUNING.peerSilenceMs,
  );
}

/** When it is our turn to fetch what nobody has: at once after the settling time, later for each backup before us. */
function turnAfterMs(state: SwarmState, want: Want): number {
  const order = rankPeers(want.segment, [state.selfId, ...listWanters(state, want.segment)]);
  return TUNING.settleMs + order.indexOf(state.selfId) * TUNING.backupStepMs;
}

function fetchServer(state: SwarmState, want: Want, nowMs: number): Step {
  const { segment, received: fromByte } = want;
  const effects: SwarmEffect[] = [{ type: "fetchServer", segment, fromByte }];
  if (Object.keys(state.peers).length > 0 && state.canUpload) {
    effects.push({ type: "announce", entries: [{ segment, holding: "fetching" }] });
  }
  return { state: setWant(state, { ...want, source: { via: "server", sinceMs: nowMs } }), effects };
}

function requestPeer(state: SwarmState, want: Want, peerId: string, nowMs: number): Step {
  const requestId = state.nextRequestId;
  const { segment, received: fromByte } = want;
  const source: WantSource = {
    via: "peer",
    peerId,
    requestId,
    sinceMs: nowMs,
    progressAtMs: nowMs,
    receivedAtStart: fromByte,
  };
  const deadlineMs = Math.round(slackMs(state, want, nowMs));
  return {
    state: { ...setWant(state, { ...want, source }), nextRequestId: requestId + 1 },
    effects: [{ type: "requestPeer", peerId, requestId, segment, fromByte, deadlineMs }],
  };
}

function announceWant(state: SwarmState, want: Want): Step {
  if (want.isAnnounced || Object.keys(state.peers).length === 0) return { state, effects: [] };
  return {
    state: setWant(state, { ...want, isAnnounced: true }),
    effects: [{ type: "announce", entries: [{ segment: want.segment, holding: "want" }] }],
  };
}
