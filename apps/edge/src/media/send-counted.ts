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

/** The same of what is read while it is sent: a piece has left when the next one is asked for. */
export async function* counted<T extends Uint8Array>(
  pieces: AsyncIterable<T>,
  count: CountSent,
): AsyncGenerator<T> {
  for await (const piece of pieces) {
    yield piece;
    count(piece.length);
  }
}
