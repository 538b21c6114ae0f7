import type { PeerLink } from "../connect/peer-link.ts";
import type { SwarmEffect, SwarmEvent } from "../scheduler/state.ts";
import type { SegmentCache } from "./segment-cache.ts";
import { sendSegment } from "./upload.ts";

export interface UploadsOptions {
  cache: SegmentCache;
  dispatch(event: SwarmEvent): void;
  findLink(peerId: string): PeerLink | undefined;
  percent(): number;
}

/** What this viewer sends to others now. */
export class Uploads {
  readonly #options: UploadsOptions;
  readonly #running = new Set<string>();
  bytesUp = 0;

  constructor(options: UploadsOptions) {
    this.#options = options;
  }

  start({ peerId, requestId, segment, fromByte }: Extract<SwarmEffect, { type: "startUpload" }>): void {
    const { cache, dispatch, findLink, percent } = this.#options;
    const link = findLink(peerId);
    const bytes = cache.find(segment)?.bytes;
    const name = `${peerId}/${requestId}`;
    const isPossible = link !== undefined && bytes !== undefined && fromByte < bytes.length;
    if (link && !isPossible) link.send({ type: "refuse", requestId, reason: "missing" });
    this.#running.add(name);
    const job = {
      requestId,
      fromByte,
      percent,
      isCancelled: () => !this.#running.has(name),
      onSent: (sizeBytes: number) => {
        this.bytesUp += sizeBytes;
      },
      nowMs: () => performance.now(),
    };
    const sent = isPossible ? sendSegment({ ...job, link, bytes }) : Promise.resolve();
    void sent.finally(() => {
      this.#running.delete(name);
      dispatch({ type: "uploadEnded", peerId, requestId });
    });
  }

  cancel(peerId: string, requestId: number): void {
    this.#running.delete(`${peerId}/${requestId}`);
  }
}
