import type { PeerLink } from "../connect/peer-link.ts";
import type { SwarmEffect, SwarmEvent } from "../scheduler/state.ts";
import type { SegmentCache } from "./segment-cache.ts";
import { sendPart } from "./upload.ts";
import { type UploadMeasure, UploadPace } from "./upload-pace.ts";

export interface UploadsOptions {
  cache: SegmentCache;
  dispatch(event: SwarmEvent): void;
  findLink(peerId: string): PeerLink | undefined;
  percent(): number;
  isHeldBack(): boolean;
}

type EffectOf<T extends SwarmEffect["type"]> = Extract<SwarmEffect, { type: T }>;

/** The running uploads to peers. */
export class Uploads {
  readonly #options: UploadsOptions;
  /** The end of each running transfer, by peer and request. */
  readonly #ends = new Map<string, number>();
  readonly #pace = new UploadPace();
  bytesUp = 0;

  constructor(options: UploadsOptions) {
    this.#options = options;
  }

  startUpload(effect: EffectOf<"startUpload">): void {
    const { peerId, requestId, segment, fromByte, toByte } = effect;
    const { cache, dispatch, findLink, percent, isHeldBack } = this.#options;
    const link = findLink(peerId);
    const bytes = cache.find(segment)?.bytes;
    const name = `${peerId}/${requestId}`;
    this.#ends.set(name, toByte);
    const job = {
      peerId,
      requestId,
      fromByte,
      percent,
      isHeldBack,
      pace: this.#pace,
      endByte: () => this.#ends.get(name) ?? 0,
      onSent: (at: number, sizeBytes: number) => {
        this.bytesUp += sizeBytes;
        dispatch({ type: "uploadProgress", peerId, requestId, at });
      },
      nowMs: () => performance.now(),
    };
    // The segment was evicted after the viewer had promised it.
    if (link && !bytes) link.send({ type: "refuse", requestId, reason: "missing", waitMs: 0 });
    const sent = link && bytes && sendPart({ ...job, link, bytes });
    void Promise.resolve(sent).then((measure) => {
      if (measure) this.#measure(peerId, measure);
      this.#ends.delete(name);
      dispatch({ type: "uploadEnded", peerId, requestId });
    });
  }

  /** Ends a running upload at `atByte`, because the receiver needs no bytes beyond it. */
  trimUpload({ peerId, requestId, atByte }: EffectOf<"trimUpload">): void {
    const name = `${peerId}/${requestId}`;
    const end = this.#ends.get(name);
    if (end !== undefined) this.#ends.set(name, Math.min(end, atByte));
  }

  #measure(peerId: string, measure: UploadMeasure): void {
    if (!this.#pace.measured(peerId, measure, performance.now())) return;
    this.#options.dispatch({ type: "uplink", bytesPerSec: this.#pace.bytesPerSec });
  }
}
