import type { SegmentId } from "../protocol/index.ts";
import { Assembly, type BytesAt } from "./assembly.ts";
import type { LoadedSegment, LoadRequest, SegmentDetails } from "./engine.types.ts";
import type { CachedSegment } from "./segment-cache.ts";

interface PendingLoad {
  request: LoadRequest;
  resolve(loaded: LoadedSegment): void;
  reject(reason: unknown): void;
}

/** A loading segment: its bytes so far and its waiting requests. */
export interface SegmentLoad {
  readonly segment: SegmentId;
  readonly startSec: number;
  about: SegmentDetails | undefined;
  readonly assembly: Assembly;
  readonly waiters: Set<PendingLoad>;
  /** The running fetches from the server, by request. */
  readonly aborts: Map<number, AbortController>;
  /** Whether the segment is being loaded ahead and the player has not requested it yet. */
  isPrefetch: boolean;
  /** The bytes of peers that proved to be wrong. */
  disputed: readonly BytesAt[];
  failures: number;
  /** The peer that declared the length. Empty if the server declared it, or if the length is unknown. */
  totalFrom: string;
  /** Whether all bytes have arrived and are being checked. */
  isSettling: boolean;
}

export const createLoad = (segment: SegmentId, startSec: number, isPrefetch: boolean): SegmentLoad => ({
  segment,
  startSec,
  about: undefined,
  isPrefetch,
  assembly: new Assembly(),
  waiters: new Set(),
  aborts: new Map(),
  disputed: [],
  failures: 0,
  totalFrom: "",
  isSettling: false,
});

/** Adds a waiting request. Calls `onEmpty` when the last waiting request is aborted. */
export function awaitLoad(
  load: SegmentLoad,
  request: LoadRequest,
  onEmpty: () => void,
): Promise<LoadedSegment> {
  const { signal } = request;
  let handleAbort = () => {};
  return new Promise<LoadedSegment>((resolve, reject) => {
    const waiter: PendingLoad = { request, resolve, reject };
    handleAbort = () => {
      load.waiters.delete(waiter);
      reject(signal.reason);
      if (load.waiters.size === 0) onEmpty();
    };
    load.waiters.add(waiter);
    signal.addEventListener("abort", handleAbort);
  }).finally(() => signal.removeEventListener("abort", handleAbort));
}

export function deliverSegment(
  { waiters, assembly }: SegmentLoad,
  bytes: Uint8Array<ArrayBuffer>,
  endedAtMs: number,
): void {
  const { transport, bytesServer, bytesPeer, startedAtMs, firstByteAtMs } = assembly;
  for (const waiter of waiters) {
    // The player gets a copy. It may transfer its buffer to a worker while the original is still offered to peers.
    const data = bytes.slice().buffer;
    waiter.resolve({ data, transport, bytesServer, bytesPeer, startedAtMs, firstByteAtMs, endedAtMs });
  }
  waiters.clear();
}

/** Converts a segment of the cache to the form that the player expects. */
export function cachedToLoaded({ bytes, transport }: CachedSegment, nowMs: number): LoadedSegment {
  return {
    data: bytes.slice().buffer,
    transport,
    bytesServer: 0,
    bytesPeer: 0,
    startedAtMs: nowMs,
    firstByteAtMs: nowMs,
    endedAtMs: nowMs,
  };
}
