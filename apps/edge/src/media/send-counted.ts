import type { ServerResponse } from "node:http";
import { countResponse, type SentCounter } from "./unconfirmed-bytes.ts";

/** The size of one write to the socket. If a response is aborted, the bytes that the system did not accept are not counted. */
const SLICE_SIZE_BYTES = 262_144;

/**
 * Sends the body of a response and counts the bytes that are sent instead of those requested: a client that requests a segment and
 * disconnects costs nothing.
 */
export function sendCounted(res: ServerResponse, bytes: Uint8Array, counter: SentCounter): void {
  const counted = countResponse(res, counter);
  const end = (slice: Uint8Array) =>
    res.end(slice, () => {
      counted.add(slice.length);
      counted.end();
    });
  if (bytes.length <= SLICE_SIZE_BYTES) return void end(bytes);
  let at = 0;
  const sendNext = () => {
    const slice = bytes.subarray(at, at + SLICE_SIZE_BYTES);
    at += slice.length;
    if (at >= bytes.length) return void end(slice);
    res.write(slice, (failure) => {
      if (failure || res.destroyed) return;
      counted.add(slice.length);
      sendNext();
    });
  };
  sendNext();
}

/**
 * Sends and counts content that is read while it is sent. The next piece is read only once the previous one is sent, so that an
 * unread response holds one piece in memory, and a response queued behind another one counts nothing.
 * @throws the error of reading a piece, after which the response is aborted.
 */
export async function sendPieces(
  res: ServerResponse,
  pieces: AsyncIterable<Uint8Array>,
  counter: SentCounter,
): Promise<void> {
  const counted = countResponse(res, counter);
  let giveUp: (() => void) | undefined;
  res.once("close", () => giveUp?.());
  const leave = (slice: Uint8Array) =>
    new Promise<boolean>((resolve) => {
      giveUp = () => resolve(false);
      res.write(slice, (failure) => resolve(!failure && !res.destroyed));
    });
  try {
    for await (const piece of pieces)
      for (let at = 0; at < piece.length; at += SLICE_SIZE_BYTES) {
        const slice = piece.subarray(at, at + SLICE_SIZE_BYTES);
        if (res.destroyed || !(await leave(slice))) return;
        counted.add(slice.length);
      }
    res.end(() => counted.end());
  } catch (error) {
    res.destroy();
    throw error;
  }
}
