import { UPLINK_UNKNOWN } from "../protocol/index.ts";
import { slackMs } from "./deadline.ts";
import { assumedUplinkKbps } from "./peers.ts";
import {
  joinSteps,
  type PeerView,
  type SwarmEffect,
  type SwarmEvent,
  type SwarmState,
  type Transition,
  type Upload,
} from "./state.ts";
import * as TUNING from "./tuning.ts";
import { hasNoPeers, isSwarming } from "./turn.ts";

type EventOf<T extends SwarmEvent["type"]> = Extract<SwarmEvent, { type: T }>;

/**
 * Returns the allowed upload rate in bytes per second, which is the measured uplink times the rule's percentage. Until the uplink
 * is measured, no limit is assumed within a site.
 */
export function allowedBytesPerSec(state: SwarmState, isNear?: boolean): number {
  if (!mayUpload(state)) return 0;
  const unknownKbps = isNear ? TUNING.maxUplinkKbps : TUNING.uplinkUnknownKbps;
  const measured = state.uplinkBytesPerSec || unknownKbps * 125;
  const allowed = Math.min((measured * state.rules.uploadPercent) / 100, measured - TUNING.ownBytesPerSec);
  return allowed < TUNING.uploadMinBytesPerSec ? 0 : allowed;
}

/** Resets an uplink that was too slow to share after a while, since nothing else would measure it again. */
export function resetUplinkEstimate(state: SwarmState, nowMs: number): SwarmState {
  const isOld = state.uplinkBytesPerSec > 0 && nowMs - state.uplinkAtMs > TUNING.uplinkStaleMs;
  return isOld && allowedBytesPerSec(state) === 0
    ? { ...state, uplinkBytesPerSec: 0, uplinkAtMs: nowMs }
    : state;
}

export const mayUpload = (state: SwarmState): boolean =>
  state.canUpload && isSwarming(state) && state.rules.uploadPercent > 0;

const isSameUpload = (
  a: Pick<Upload, "peerId" | "requestId">,
  b: Pick<Upload, "peerId" | "requestId">,
): boolean => a.peerId === b.peerId && a.requestId === b.requestId;

const remainingBytes = ({ at, to }: Upload): number => Math.max(0, to - at);

/** Promises an upload, or rejects it immediately and states how long it would take. */
export function handleRequest(state: SwarmState, event: EventOf<"requested">, nowMs: number): Transition {
  const { peerId, requestId, segment, fromByte, totalBytes, deadlineMs } = event;
  const refuse = (reason: "off" | "missing" | "busy" | "late", waitMs = 0): Transition => ({
    state,
    effects: [{ type: "refuse", peerId, requestId, reason, waitMs: Math.round(waitMs) }],
  });
  const peer = state.peers[peerId];
  const bytesPerSec = allowedBytesPerSec(state, peer?.isNear);
  if (bytesPerSec === 0) return refuse("off");
  if (totalBytes === 0 || fromByte >= totalBytes) return refuse("missing");
  const upload: Upload = {
    peerId,
    requestId,
    segment,
    at: fromByte,
    to: Math.min(event.toByte, totalBytes),

    isStarted: false,
    startedAtMs: 0,
    startedAtByte: fromByte,
    dueAtMs: nowMs + deadlineMs,
    startsAtMs: 0,
    worth: peer ? assumedUplinkKbps(state, peer) : 0,
  };
  const room = dropOneForPeer(state, upload);
  const uploadMs = (uploads: readonly Upload[]) =>
    (uploads.reduce((bytes, it) => bytes + remainingBytes(it), 0) / bytesPerSec) * 1000;
  const startInMs = uploadMs(room.uploads);
  const etaMs = startInMs + uploadMs([upload]);
  // The first upload measures the uplink, however late it is. The receiver gets the missing bytes from the server. Otherwise,
  // segments that seem too large for the uplink would be rejected forever, and nothing would measure it.
  const isProbe = state.uplinkBytesPerSec === 0 && room.uploads.length === 0;
  if (state.uplinkBytesPerSec === 0 && peer && needsSegmentSoon(state, peer, nowMs))
    return refuse("busy", TUNING.shortRetryMs);
  if (etaMs > deadlineMs && !isProbe) return refuse("late", etaMs);
  if (!room.isFree || startInMs > TUNING.maxUploadWaitMs) return refuse("busy", etaMs);
  const displaced: SwarmEffect[] = room.displaced.map((it) => ({
    type: "refuse",
    peerId: it.peerId,
    requestId: it.requestId,
    reason: "busy",
    waitMs: Math.round(etaMs),
  }));
  const accept: SwarmEffect = {
    type: "accept",
    peerId,
    requestId,
    totalBytes,

    startInMs: Math.round(startInMs),
    etaMs: Math.round(etaMs),
  };
  const promised = { ...upload, startsAtMs: nowMs + startInMs };
  return { state: { ...state, uploads: [...room.uploads, promised] }, effects: [...displaced, accept] };
}

/**
 * Returns whether the viewer needs a segment soon. On a slow line, measuring the uplink would delay the viewer's own requests. If a
 * viewer always needs a segment soon, for example at the live edge, the uplink is measured after a while anyway.
 */
function needsSegmentSoon(state: SwarmState, requester: PeerView, nowMs: number): boolean {
  if (nowMs - requester.openedAtMs > TUNING.maxShortMs) return false;
  return Object.values(state.wants).some((want) => slackMs(state, want, nowMs) < TUNING.shortBelowMs);
}

/** Drops promised uploads that have not started, to make room for a peer that contributes more to others. */
function dropOneForPeer(
  state: SwarmState,
  upload: Upload,
): { uploads: Upload[]; displaced: Upload[]; isFree: boolean } {
  const waiting = state.uploads.filter((it) => !it.isStarted);
  const lesser = waiting.filter((it) => it.worth * 2 < upload.worth);
  const uploads = state.uploads.filter((it) => !lesser.includes(it));
  // A peer that contributes nothing is served only while the uplink is idle. An uplink that may be slow carries one transfer at a
  // time.
  const isAlone = upload.worth === 0 || state.uplinkBytesPerSec === 0;
  const isFree = isAlone
    ? state.uploads.length === 0
    : waiting.length - lesser.length < TUNING.maxQueuedUploads;
  return { uploads, displaced: lesser, isFree };
}

/** Withdraws uploads that cannot start as promised, before the peer considers them silent. */
export function withdrawOverdue(state: SwarmState, nowMs: number): Transition {
  const isLate = ({ isStarted, startsAtMs }: Upload) =>
    !isStarted && nowMs - startsAtMs > TUNING.peerSilenceMs / 2;
  return {
    state: { ...state, uploads: state.uploads.filter((upload) => !isLate(upload)) },
    effects: state.uploads.filter(isLate).map(({ peerId, requestId }) => ({
      type: "refuse",
      peerId,
      requestId,
      reason: "busy",
      waitMs: 0,
    })),
  };
}

/** Starts promised uploads, most urgent first, when the line has room. */
export function startUploads(state: SwarmState, nowMs: number): Transition {
  const running = state.uploads.filter((upload) => upload.isStarted);
  if (running.length >= TUNING.uploadSlots || running.length === state.uploads.length)
    return { state, effects: [] };
  if (running.length > 0 && !hasSpareUplink(state, running, nowMs)) return { state, effects: [] };
  const [first] = state.uploads
    .filter((upload) => !upload.isStarted)
    .sort((a, b) => Number(b.worth > 0) - Number(a.worth > 0) || a.dueAtMs - b.dueAtMs);
  if (!first) return { state, effects: [] };
  const { peerId, requestId, segment, at, to } = first;
  const uploads = state.uploads.map((it) =>
    it === first ? { ...it, isStarted: true, startedAtMs: nowMs } : it,
  );
  const effect: SwarmEffect = { type: "startUpload", peerId, requestId, segment, fromByte: at, toByte: to };
  return joinSteps({ effects: [effect] }, startUploads({ ...state, uploads }, nowMs));
}

/** Returns whether the receiver of the running transfer is slower than this viewer's uplink. */
function hasSpareUplink(state: SwarmState, running: readonly Upload[], nowMs: number): boolean {
  let used = 0;
  for (const { startedAtMs, at, startedAtByte } of running) {
    if (nowMs - startedAtMs < TUNING.slotProbeMs) return false;
    used += ((at - startedAtByte) * 1000) / (nowMs - startedAtMs);
  }
  return used < allowedBytesPerSec(state) * (1 - TUNING.slotIdleShare);
}

export function handleUploadProgress(state: SwarmState, event: EventOf<"uploadProgress">): SwarmState {
  const upload = state.uploads.find((it) => isSameUpload(it, event));
  if (!upload || event.at <= upload.at) return state;
  const uploads = state.uploads.map((it) => (it === upload ? { ...it, at: event.at } : it));
  return { ...state, uploads };
}

export function handleUploadEnd(state: SwarmState, event: Pick<Upload, "peerId" | "requestId">): SwarmState {
  return { ...state, uploads: state.uploads.filter((it) => !isSameUpload(it, event)) };
}

/** Shortens an upload whose receiver needs nothing beyond `atByte`. */
export function handleUploadCancellation(state: SwarmState, event: EventOf<"uploadCancelled">): Transition {
  const { peerId, requestId, atByte } = event;
  const upload = state.uploads.find((it) => isSameUpload(it, event));
  if (!upload || atByte >= upload.to) return { state, effects: [] };
  const effects: SwarmEffect[] = upload.isStarted ? [{ type: "trimUpload", peerId, requestId, atByte }] : [];
  if (atByte <= upload.at) return { state: handleUploadEnd(state, event), effects };
  const uploads = state.uploads.map((it) => (it === upload ? { ...it, to: atByte } : it));
  return { state: { ...state, uploads }, effects };
}

/** Announces the available uplink rate to peers after a significant change. */
export function sendUplink(state: SwarmState): Transition {
  const measured = Math.min(TUNING.maxUplinkKbps, Math.round(allowedBytesPerSec(state) / 125));
  const { reportedKbps } = state;
  // The rate that is announced while the uplink is unmeasured: unknown, or, after an uplink was found to be too slow, a low rate.
  const unmeasured = state.uplinkAtMs > 0 ? TUNING.uplinkStaleKbps : UPLINK_UNKNOWN;
  const allowed = measured > 0 && state.uplinkBytesPerSec === 0 ? unmeasured : measured;
  const isFar =
    allowed > reportedKbps * TUNING.uplinkReportFactor || allowed * TUNING.uplinkReportFactor < reportedKbps;
  if (!isFar) return { state, effects: [] };
  const next = { ...state, reportedKbps: allowed };
  return {
    state: next,
    effects: hasNoPeers(state) ? [] : [{ type: "status", uplinkKbps: next.reportedKbps }],
  };
}
