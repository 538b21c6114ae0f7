import { addRange, countOf, MAX_SEGMENT_BYTES, NO_RANGES, type Ranges } from "../protocol/index.ts";
import type { Transport } from "./segment-cache.ts";

/** The bytes at one offset of a segment. */
export interface BytesAt {
  at: number;
  bytes: Uint8Array;
  /** The id of the peer that sent the bytes, or "" for the server. */
  peerId: string;
}

/** Collects the bytes of one segment from several sources at the same time. */
export class Assembly {
  bytesServer = 0;
  bytesPeer = 0;
  startedAtMs = 0;
  firstByteAtMs = 0;
  /** The total length of the segment in bytes, or 0 while it is unknown. */
  total = 0;
  #parts: BytesAt[] = [];
  #here: Ranges = NO_RANGES;

  get received(): number {
    return countOf(this.#here);
  }

  get isComplete(): boolean {
    return this.total > 0 && this.received === this.total;
  }

  /** Whether a peer sent any bytes of the segment. */
  get isFromPeers(): boolean {
    return this.#parts.some(({ peerId }) => peerId !== "");
  }

  /** The bytes by peer; bytes from the server have the key "". */
  get sources(): Record<string, number> {
    const sources: Record<string, number> = {};
    for (const { peerId, bytes } of this.#parts) sources[peerId] = (sources[peerId] ?? 0) + bytes.length;
    return sources;
  }

  /** The source that sent most of the segment. */
  get transport(): Transport {
    return this.bytesPeer > this.bytesServer ? "peer" : "server";
  }

  /** Stores bytes at an offset assigned to a single source. @returns false if they lie outside of the segment. */
  put(at: number, bytes: Uint8Array, peerId: string, nowMs: number): boolean {
    const end = at + bytes.length;
    if (end > MAX_SEGMENT_BYTES || (this.total > 0 && end > this.total)) return false;
    if (this.firstByteAtMs === 0) this.firstByteAtMs = nowMs;
    const before = this.received;
    this.#parts.push({ at, bytes, peerId });
    this.#here = addRange(this.#here, at, end);
    const fresh = this.received - before;
    if (peerId === "") this.bytesServer += fresh;
    else this.bytesPeer += fresh;
    return true;
  }

  /** Starts over after wrong bytes. @returns the bytes of each peer, which are compared with the correct bytes once these have arrived. */
  reset(): BytesAt[] {
    const sent = this.#parts.filter(({ peerId }) => peerId !== "");
    this.#parts = [];
    this.#here = NO_RANGES;
    this.bytesServer = 0;
    this.bytesPeer = 0;
    this.total = 0;
    return sent;
  }

  toBytes(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.total || this.received);
    for (const part of this.#parts) bytes.set(part.bytes, part.at);
    return bytes;
  }
}

/** Returns the sources whose bytes differ from the verified bytes. Other sources are not blamed. */
export function findCorruptSources(parts: readonly BytesAt[], right: Uint8Array): string[] {
  const wrong = parts.filter(({ at, bytes }) => bytes.some((byte, index) => byte !== right[at + index]));
  return sendersOf(wrong);
}

/** Lists the sources that sent parts of the segment, without duplicates. */
export const sendersOf = (parts: readonly BytesAt[]): string[] => [
  ...new Set(parts.map(({ peerId }) => peerId)),
];
