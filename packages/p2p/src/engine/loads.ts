import type { SegmentId } from "../protocol/index.ts";
import { Assembly } from "./assembly.ts";
import type { LoadedSegment, LoadRequest } from "./engine.types.ts";
import type { CachedSegment } from "./segment-cache.ts";

interface Waiter {
  request: LoadRequest;
  resolve(loaded: LoadedSegment): void;
  reject(reason: unknown): void;
}

/** A segment on its way: its bytes so far and those who wait for it. */
export interface Load {
  readonly segment: SegmentId;
  readonly assembly: Assembly;
  readonly waiters: Set<Waiter>;
  abort: AbortController | undefined;
  failures: number;
  /** All bytes are here and are being checked. */
  isSettling: boolean;
}

export const createLoad = (segment: SegmentId): Load => ({
  segment,
  assembly: new Assembly(),
  waiters: new Set(),
  abort: undefined,
  failures: 0,
  isSettling: false,
});

/** Adds someone who waits; `onEmpty` is called when the last one has given up. */
export function awaitLoad(load: Load, request: LoadRequest, onEmpty: () => void): Promise<LoadedSegment> {
  return new Promise((resolve, reject) => {
    const handleAbort = () => {
      load.waiters.delete(waiter);
      reject(request.signal.reason);
      if (load.waiters.size === 0) onEmpty();
    };
    const release = () => request.signal.removeEventListener("abort", handleAbort);
    const waiter: Waiter = {
      request,
      resolve: (loaded) => {
        release();
        resolve(loaded);
      },
      reject: (reason) => {
        release();
        reject(reason);
      },
    };
    load.waiters.add(waiter);
    request.signal.addEventListener("abort", handleAbort, { once: true });
  });
}

export function deliver(
  { waiters, assembly }: Load,
  bytes: Uint8Array<ArrayBuffer>,
  endedAtMs: number,
): void {
  const { transport, bytesServer, bytesPeer, startedAtMs, firstByteAtMs } = assembly;
  for (const waiter of waiters) {
    // A copy: players hand the buffer over to a worker, and ours is still offered to peers.
    const data = bytes.slice().buffer;
    waiter.resolve({ data, transport, bytesServer, bytesPeer, startedAtMs, firstByteAtMs, endedAtMs });
  }
  waiters.clear();
}

/** What a segment that is already here looks like to the player. */
export function fromCache({ bytes, transport }: CachedSegment, nowMs: number): LoadedSegment {
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
