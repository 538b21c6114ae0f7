import type { ServerResponse } from "node:http";
import { countAnswer, type SentCounter } from "./unproven-bytes.ts";

/** What goes to the system at once: what it does not take of an answer that is broken off is not counted. */
const SLICE_BYTES = 262_144;

/**
 * Sends the body of an answer and counts what leaves: not what was asked for, since who asks for a segment and hangs up has
 * cost nothing.
 */
export function sendCounted(res: ServerResponse, bytes: Uint8Array, counter: SentCounter): void {
  const counted = countAnswer(res, counter);
  const end = (slice: Uint8Array) =>
    res.end(slice, () => {
      counted.add(slice.length);
      counted.end();
    });
  if (bytes.length <= SLICE_BYTES) return void end(bytes);
  let at = 0;
  const sendNext = () => {
    const slice = bytes.subarray(at, at + SLICE_BYTES);
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
 * The same of what is read while it is sent. The next piece is asked for once this one has left, so that an answer that nobody reads
 * holds one piece, and one that waits behind another counts nothing.
 * @throws what the pieces throw; the answer is broken off then.
 */
export async function sendPieces(
  res: ServerResponse,
  pieces: AsyncIterable<Uint8Array>,
  counter: SentCounter,
): Promise<void> {
  const counted = countAnswer(res, counter);
  let giveUp: (() => void) | undefined;
  res.once("close", () => giveUp?.());
  const leave = (slice: Uint8Array) =>
    new Promise<boolean>((resolve) => {
      giveUp = () => resolve(false);
      res.write(slice, (failure) => resolve(!failure && !res.destroyed));
    });
  try {
    for await (const piece of pieces)
      for (let at = 0; at < piece.length; at += SLICE_BYTES) {
        const slice = piece.subarray(at, at + SLICE_BYTES);
        if (res.destroyed || !(await leave(slice))) return;
        counted.add(slice.length);
      }
    res.end(() => counted.end());
  } catch (error) {
    res.destroy();
    throw error;
  }
}
