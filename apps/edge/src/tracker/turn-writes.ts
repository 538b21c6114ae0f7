import type { Writable } from "node:stream";

/** The longest time that a message is held, in ms: longer than most viewers' round-trip time. */
const MAX_WAIT_MS = 50;

const corkedStreams = new Set<Writable>();
const deferredStreams: Writable[] = [];

/**
 * Holds writes to a stream until all messages that arrived in this turn of the event loop have been handled. All replies then leave
 * in one write, which costs as much as a single reply.
 */
export function holdForTurn(stream: Writable): void {
  if (stream.writableCorked === 0) stream.cork();
  if (corkedStreams.size === 0) setImmediate(flushTurn);
  corkedStreams.add(stream);
}

/** Holds messages that are not urgent until the next urgent one, or for `MAX_WAIT_MS` at most. */
export function holdUntilNext(stream: Writable): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  if (deferredStreams.push(stream) === 1) setTimeout(flushDeferred, MAX_WAIT_MS);
}

function flushTurn(): void {
  for (const stream of corkedStreams) stream.uncork();
  corkedStreams.clear();
}

function flushDeferred(): void {
  for (const stream of deferredStreams.splice(0)) stream.uncork();
}
