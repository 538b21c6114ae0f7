import { addRange, countOf, gapsIn, OPEN_END, type Ranges } from "../protocol/index.ts";
import type { Piece, SwarmState, Want } from "./state.ts";

export function setWant(state: SwarmState, want: Want): SwarmState {
  return { ...state, wants: { ...state.wants, [want.segment]: want } };
}

/** Returns the bytes that have arrived in finished and running pieces. */
function receivedRanges(want: Want): Ranges {
  let here = want.received;
  for (const piece of want.pieces) here = addRange(here, piece.from, piece.at);
  return here;
}

/** Counts the bytes that have not arrived. If the segment's length is unknown, the expected length is used. */
export function missingBytes(want: Want, expected: number): number {
  if (want.received.length === 0 && want.pieces.length === 0) return expected;
  return Math.max(0, expected - countOf(receivedRanges(want)));
}

/** Returns whether all bytes have arrived and are being checked. */
export function isWhole(want: Want): boolean {
  const [from, to] = want.received;
  return want.total > 0 && want.received.length === 2 && from === 0 && (to ?? 0) >= want.total;
}

/** Returns the ranges that are neither received nor requested. */
export function unassignedRanges(want: Want): Ranges {
  let taken = want.received;
  for (const piece of want.pieces) taken = addRange(taken, piece.from, piece.to);
  return gapsIn(taken, 0, want.total || OPEN_END);
}

export function findPiece(want: Want | undefined, requestId: number): Piece | undefined {
  return want?.pieces.find((piece) => piece.requestId === requestId);
}

export function setPiece(want: Want, changed: Piece): Want {
  const pieces = want.pieces.map((piece) => (piece.requestId === changed.requestId ? changed : piece));
  return { ...want, pieces };
}

/** Ends a piece and keeps the bytes that arrived. */
export function endPiece(want: Want, piece: Piece): Want {
  const { peerId, progressAtMs } = piece;
  const hasSent = piece.at > piece.from && peerId !== "";
  return {
    ...want,
    senders: hasSent ? { ...want.senders, [peerId]: progressAtMs } : want.senders,
    received: addRange(want.received, piece.from, piece.at),
    pieces: want.pieces.filter(({ requestId }) => requestId !== piece.requestId),
  };
}

/** Ends a piece, and does not request it from the same peer again before a time. */
export function abandonPiece(want: Want, piece: Piece, untilMs: number): Want {
  const ended = endPiece(want, piece);
  return { ...ended, notBefore: { ...ended.notBefore, [piece.peerId]: untilMs } };
}

/** Sets the total length of a segment, beyond which nothing is requested. @returns the changed want, and the pieces that became empty. */
export function clipWant(want: Want, total: number): { want: Want; beyond: Piece[] } {
  if (want.total > 0) return { want, beyond: [] };
  const beyond = want.pieces.filter((piece) => piece.from >= total);
  const pieces = want.pieces
    .filter((piece) => piece.from < total)
    .map((piece) => (piece.to > total ? { ...piece, to: total } : piece));
  return { want: { ...want, total, pieces }, beyond };
}

/** Returns how many bytes of a piece are missing, and how long they take at the current rate, in ms. */
export function remainderOf(
  want: Want,
  piece: Piece,
  expected: number,
  nowMs: number,
): { bytes: number; ms: number } {
  const end = Math.min(piece.to, want.total || Math.max(expected, piece.at + 1));
  const bytes = Math.max(0, end - piece.at);
  if (piece.at === piece.from) return { bytes, ms: Math.max(0, piece.dueAtMs - nowMs) };
  const bytesPerMs = (piece.at - piece.from) / Math.max(1, nowMs - piece.startsAtMs);
  return { bytes, ms: bytes / bytesPerMs };
}
