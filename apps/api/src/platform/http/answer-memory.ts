import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { largestFirst, type ResourceHolder } from "./largest-first.ts";

/** The operating system's socket buffers hold smaller responses completely, so they are not counted. */
const MIN_COUNTED_BYTES = 64 * 1024;
/** The memory counted for a file streamed at its reader's pace: one piece in flight and one ready. */
const STREAM_MEMORY_BYTES = 512 * 1024;

interface UnreadAnswer {
  holder: ResourceHolder;
  heldBytes: number;
  end(): void;
}

/**
 * Limits the memory held by responses until they are read. When it is full, the client that holds most gives way: its user who
 * holds most, and the oldest of that user's responses.
 */
export class AnswerMemory {
  readonly #limitBytes: number;
  readonly #held = new Set<UnreadAnswer>();
  #heldBytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** @param answer `end` aborts it, possibly immediately. @returns a function to call when its memory is released. */
  hold(answer: UnreadAnswer): () => void {
    this.#held.add(answer);
    this.#heldBytes += answer.heldBytes;
    while (this.#heldBytes > this.#limitBytes) {
      const [oldest] = largestFirst([...this.#held]).next().value ?? [];
      if (!oldest) break;
      this.#letGo(oldest);
      oldest.end();
    }
    return () => this.#letGo(answer);
  }

  #letGo(answer: UnreadAnswer): void {
    if (this.#held.delete(answer)) this.#heldBytes -= answer.heldBytes;
  }
}

/**
 * Limits the memory of all unread responses; beyond the limit, the connections of the caller who holds most are closed.
 * Register it after everything that transforms responses and before routes.
 * @param senderOf the caller, as found by the guard.
 */
export function limitAnswerMemory(
  app: FastifyInstance,
  { limitBytes, senderOf }: { limitBytes: number; senderOf: (request: FastifyRequest) => ResourceHolder },
): void {
  const memory = new AnswerMemory(limitBytes);
  app.addHook("onSend", async (request, { raw }, payload) => {
    const heldBytes = sizeOf(payload);
    if (heldBytes <= MIN_COUNTED_BYTES || raw.destroyed) return payload;
    const answer = { holder: senderOf(request), heldBytes, end: () => void raw.destroy() };
    raw.once("close", memory.hold(answer));
    return payload;
  });
}

function sizeOf(payload: unknown): number {
  if (typeof payload === "string") return Buffer.byteLength(payload);
  if (payload instanceof Uint8Array) return payload.byteLength;
  return payload instanceof Readable ? STREAM_MEMORY_BYTES : 0;
}
