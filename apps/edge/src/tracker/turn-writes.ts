import type { Writable } from "node:stream";

/** The longest time that a message is held: longer than most viewers' round-trip time. */
const WAIT_MS = 50;

const held = new Set<Writable>();
const waiting: Writable[] = [];

/**
 * Holds writes to a stream until all messages that arrived in this turn of the event loop are served. All replies leave in one
 * write, which costs as much as a single one.
 */
export function holdForTurn(stream: Writable): void {
  if (stream.writableCorked === 0) stream.cork();
  if (held.size === 0) setImmediate(endTurn);
  held.add(stream);
}

/** Holds messages that are not urgent until the next urgent one, or for `WAIT_MS` at most. */
export function holdForNext(stream: Writable): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  if (waiting.push(stream) === 1) setTimeout(endWait, WAIT_MS);
}

function endTurn(): void {
  for (const stream of held) stream.uncork();
  held.clear();
}

function endWait(): void {
  for (const stream of waiting.splice(0)) stream.uncork();
}
