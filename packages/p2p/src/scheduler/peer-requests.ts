import { OPEN_END } from "../protocol/index.ts";
import { expectedBytes, serverMs, serverNeedMs, slackMs } from "./deadline.ts";
import { assumedUplinkKbps, isHolder, paceOf, penaltyOf } from "./peers.ts";
import { remainderOf, setWant, unassignedRanges } from "./pieces.ts";
import { scoreOf } from "./rendezvous.ts";
import {
  joinSteps,
  type PeerView,
  type Piece,
  type SwarmState,
  type Transition,
  type Want,
} from "./state.ts";
import * as TUNING from "./tuning.ts";

/**
 * Returns whether a peer has a request. Each peer gets one request at a time. With uplinks of 1.5 times the bitrate, the offload is
 * 0.69 with two requests and 0.73 with one.
 */
export const hasPendingRequest = (state: SwarmState, id: string): boolean =>
  Object.values(state.wants)
    .flatMap((want) => want.pieces)
    .some(({ peerId }) => peerId === id);

/**
 * Returns whether the peer has just sent data of another segment that is not verified yet. If that data is wrong, further data
 * would be wrong too.
 */
const hasUnverifiedData = (state: SwarmState, { segment }: Want, peerId: string, nowMs: number): boolean =>
  Object.values(state.wants).some(({ segment: other, senders: { [peerId]: sentAtMs } }) => {
    const isLately = sentAtMs !== undefined && nowMs - sentAtMs < TUNING.maxUncheckedMs;
    return isLately && other !== segment;
  });

/**
 * Returns whether it is this viewer's turn to request from peers off site. Viewers of a site take turns. A segment then crosses the
 * site's line only once, and the other viewers get it from the first. Each viewer waits only a share of the remaining time, so none
 * is late.
 */
function isOffSiteTurn(state: SwarmState, want: Want, nowMs: number): boolean {
  const own = scoreOf(want.segment, state.selfId, 1);
  const isBefore = ([id, { isNear }]: [string, PeerView]) => isNear && scoreOf(want.segment, id, 1) < own;
  const before = Object.entries(state.peers).filter(isBefore).length;
  return nowMs - want.sinceMs >= before * slackMs(state, want, nowMs) * TUNING.offSiteWaitOfSlack;
}

/**
 * Lists the peers to request a segment from, the best first. They have the segment, are not busy sending to this viewer, are
 * reliable, and can be in time. Peers at the same site come first. Each viewer has another order, in which peers with larger
 * uplinks tend to come first, so no single peer carries the swarm.
 */
function listHolders(state: SwarmState, want: Want, nowMs: number): string[] {
  const holders: { id: string; penalty: number; score: number }[] = [];
  for (const id in state.peers) {
    const peer = state.peers[id];
    if (!peer || !isHolder(peer, want, nowMs)) continue;
    if (!peer.isNear && !isOffSiteTurn(state, want, nowMs)) continue;
    if (
      (want.notBefore[id] ?? 0) > nowMs ||
      hasPendingRequest(state, id) ||
      hasUnverifiedData(state, want, id, nowMs)
    )
      continue;
    const penalty = Math.round(penaltyOf(peer, nowMs) + (peer.isNear ? 0 : 1));
    holders.push({
      id,
      penalty,
      score: scoreOf(`${want.segment}|${state.selfId}`, id, assumedUplinkKbps(state, peer)),
    });
  }
  holders.sort((a, b) => a.penalty - b.penalty || a.score - b.score);
  return holders.map(({ id }) => id);
}

/** Requests all unassigned bytes from peers, in pieces if a single peer would take long. */
export function requestFromPeers(state: SwarmState, want: Want, nowMs: number): Transition {
  let done: Transition = { state, effects: [] };
  let current = want;
  for (const [from, to] of splitGaps(state, want, nowMs)) {
    const [holder] = listHolders(done.state, current, nowMs);
    if (holder === undefined || current.pieces.length >= TUNING.maxPieces) break;
    done = joinSteps(done, requestPiece(done.state, current, { peerId: holder, from, to }, nowMs));
    current = done.state.wants[want.segment] ?? current;
  }
  return done;
}

interface ByteRange {
  peerId: string;
  from: number;
  to: number;
}

function requestPiece(
  state: SwarmState,
  want: Want,
  { peerId, from, to }: ByteRange,
  nowMs: number,
): Transition {
  const requestId = state.nextRequestId;
  const { segment } = want;
  // A piece is not late if the server would not deliver it sooner.
  const spareMs = Math.max(
    slackMs(state, want, nowMs) - serverNeedMs(state, want),
    serverMs(state, want).usual,
  );
  // While the server is failing, peers get all the remaining time, and more.
  const isOnlyHope = want.serverNotBeforeMs > nowMs;
  const deadlineMs = Math.round(isOnlyHope ? TUNING.maxWaitMs : spareMs);
  // A peer that has not responded within half of the remaining time will not be in time.
  const piece = { ...createPiece(requestId, peerId, from, to, nowMs), dueAtMs: nowMs + deadlineMs / 2 };
  return {
    state: { ...setWant(state, { ...want, pieces: [...want.pieces, piece] }), nextRequestId: requestId + 1 },
    effects: [{ type: "requestPeer", peerId, requestId, segment, fromByte: from, toByte: to, deadlineMs }],
  };
}

export function createPiece(
  requestId: number,
  peerId: string,
  from: number,
  to: number,
  nowMs: number,
): Piece {
  return {
    requestId,
    peerId,
    from,
    to,
    at: from,
    sinceMs: nowMs,
    progressAtMs: nowMs,

    isAccepted: false,
    startsAtMs: nowMs,
    dueAtMs: 0,
  };
}

/** Returns the gaps of a want, split so that several holders can send at once if that saves enough time. */
function splitGaps(state: SwarmState, want: Want, nowMs: number): [number, number][] {
  const gaps = unassignedRanges(want);
  const pairs: [number, number][] = [];
  for (let at = 0; at < gaps.length; at += 2) pairs.push([gaps[at] ?? 0, gaps[at + 1] ?? 0]);
  const [only] = pairs;
  const holders = listHolders(state, want, nowMs);
  if (holders.length === 0) return [];
  if (!only || pairs.length > 1 || holders.length === 1) return pairs;
  const expected = expectedBytes(state, want);
  const end = only[1] === OPEN_END ? expected : only[1];
  const first = state.peers[holders[0] ?? ""];
  if (!first || end <= only[0]) return pairs;
  const aloneMs = ((end - only[0]) / paceOf(state, first)) * 1000;
  const parts = Math.min(
    holders.length,
    TUNING.maxPieces - 1,
    Math.floor((end - only[0]) / TUNING.pieceMinBytes),
    Math.ceil(aloneMs / TUNING.shareAboveMs),
  );
  return parts < 2 ? pairs : cutEvenly(only, end, parts);
}

function cutEvenly([from, to]: [number, number], end: number, parts: number): [number, number][] {
  const step = Math.ceil((end - from) / parts);
  return Array.from({ length: parts }, (_, index) => [
    from + index * step,
    index === parts - 1 ? to : from + (index + 1) * step,
  ]);
}

/** Reassigns half of the bytes that a slow or waiting peer still has to send to an idle peer that also has the segment. */
export function shareSlowest(state: SwarmState, want: Want, nowMs: number): Transition {
  const still: Transition = { state, effects: [] };
  if (want.pieces.length >= TUNING.maxPieces) return still;
  const expected = expectedBytes(state, want);
  // The cancellation must arrive before the transfer does. If the segment is urgent, some bytes may be sent twice.
  const leadMs = Math.min(TUNING.shareLeadMs, slackMs(state, want, nowMs) * TUNING.shareLeadOfSlack);
  let slowest: Piece | undefined;
  let slowestMs: number = TUNING.shareAboveMs;
  for (const piece of want.pieces) {
    if (piece.peerId === "" || !piece.isAccepted) continue;
    const rest = remainderOf(want, piece, expected, nowMs);
    if (rest.ms <= slowestMs || rest.bytes < 2 * TUNING.pieceMinBytes) continue;
    const waitMs = Math.max(0, piece.startsAtMs - nowMs);
    if ((waitMs + rest.ms) / 2 < leadMs) continue;
    slowest = piece;
    slowestMs = rest.ms;
  }
  const [holder] = slowest ? listHolders(state, want, nowMs) : [];
  if (!slowest || holder === undefined) return still;
  const middle = slowest.at + Math.ceil((slowest.to - slowest.at) / 2);
  const { to, peerId, requestId } = slowest;
  const trimmed = want.pieces.map((piece) => (piece === slowest ? { ...piece, to: middle } : piece));
  const step = requestPiece(state, { ...want, pieces: trimmed }, { peerId: holder, from: middle, to }, nowMs);
  return joinSteps({ effects: [{ type: "cancelPeer", peerId, requestId, atByte: middle }] }, step);
}
