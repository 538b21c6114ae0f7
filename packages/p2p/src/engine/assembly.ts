import { SEGMENT_MAX_BYTES } from "../protocol/index.ts";
import type { Transport } from "./segment-cache.ts";

/** The bytes of one segment as they come, in order, from whoever sends them. */
export class Assembly {
  readonly peerIds = new Set<string>();
  bytesServer = 0;
  bytesPeer = 0;
  startedAtMs = 0;
  firstByteAtMs = 0;
  /** Whole length, 0 while unknown. */
  total = 0;
  #chunks: Uint8Array[] = [];
  #received = 0;

  get received(): number {
    return this.#received;
  }

  get isComplete(): boolean {
    return this.total > 0 && this.#received === this.total;
  }

  /** Who sent most of it. */
  get transport(): Transport {
    return this.bytesPeer > this.bytesServer ? "peer" : "server";
  }

  /** @param peerId undefined for the server. @returns false when it is more than was said or allowed. */
  append(chunk: Uint8Array, nowMs: number, peerId?: string): boolean {
    const length = this.#received + chunk.length;
    if (length > SEGMENT_MAX_BYTES || (this.total > 0 && length > this.total)) return false;
    if (this.firstByteAtMs === 0) this.firstByteAtMs = nowMs;
    this.#chunks.push(chunk);
    this.#received = length;
    if (peerId === undefined) this.bytesServer += chunk.length;
    else {
      this.bytesPeer += chunk.length;
      this.peerIds.add(peerId);
    }
    return true;
  }

  /** Starts over after wrong bytes. */
  reset(): void {
    this.#chunks = [];
    this.#received = 0;
    this.bytesServer = 0;
    this.bytesPeer = 0;
    this.total = 0;
    this.peerIds.clear();
  }

  toBytes(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.#received);
    let at = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }
}
