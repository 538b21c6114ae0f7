import type { ServerResponse } from "node:http";

/** What goes to the kernel at once: of a viewer who breaks off, no more than this is counted too much or too little. */
const SLICE_BYTES = 262_144;

/** Hears of bytes as they leave. */
export type CountSent = (bytes: number) => void;

/**
 * Sends the body of an answer and counts what leaves: not what was asked for, since who asks for a segment and hangs up has
 * cost nothing.
 */
export function sendCounted(res: ServerResponse, bytes: Uint8Array, count: CountSent): void {
  if (bytes.length <= SLICE_BYTES) return void res.end(bytes, () => count(bytes.length));
  let at = 0;
  const sendNext = () => {
    const slice = bytes.subarray(at, at + SLICE_BYTES);
    at += slice.length;
    if (at >= bytes.length) return void res.end(slice, () => count(slice.length));
    res.write(slice, (failure) => {
      if (failure || res.destroyed) return;
      count(slice.length);
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
  count: CountSent,
): Promise<void> {
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
        count(slice.length);
      }
    res.end();
  } catch (error) {
    res.destroy();
    throw error;
  }
}
