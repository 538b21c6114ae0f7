import { isPart, type SegmentId } from "../protocol/index.ts";
import type { SwarmEvent } from "../scheduler/state.ts";
import type { Arrivals } from "./arrivals.ts";
import { findCorruptSources, sendersOf } from "./assembly.ts";
import type { HashSource, SwarmEngineOptions } from "./engine.types.ts";
import { deliverSegment, type SegmentLoad } from "./loads.ts";
import type { SegmentCache } from "./segment-cache.ts";
import { sha256Hex } from "./sha256.ts";

export interface SegmentVerifierOptions {
  options: SwarmEngineOptions;
  cache: SegmentCache;
  dispatch(event: SwarmEvent): void;
  loads: Map<SegmentId, SegmentLoad>;
  hashes: HashSource;
  arrivals: Arrivals;
  /** Reports the segments that came only from the server, if no hashes are published. */
  saw?: (segment: SegmentId, sha256: string) => void;
  /** Called when the bytes of peers have the confirmed hash, if no hashes are published. */
  onPeersRight?: (segment: SegmentId) => void;
}

/** Finishes complete segments. Bytes from peers are verified before playback, and bytes from the server before they are offered. */
export class SegmentVerifier {
  readonly #options: SegmentVerifierOptions;

  constructor(options: SegmentVerifierOptions) {
    this.#options = options;
  }

  async settle(load: SegmentLoad): Promise<void> {
    const { segment, assembly } = load;
    const { loads, options, hashes, saw, onPeersRight } = this.#options;
    if (loads.get(segment) !== load || load.isSettling) return;
    load.isSettling = true;
    const bytes = assembly.toBytes();
    const { isFromPeers } = assembly;
    if (!isFromPeers && !load.isPrefetch) this.#finish(load, bytes);
    // A part is not offered alone. It is offered with its segment once the segment is complete.
    if (isPart(segment)) return this.#keep(load, bytes, false);
    const isRight = await this.#isRight(segment, bytes, isFromPeers);
    if (isFromPeers && !isRight) {
      this.#reject(load);
      return;
    }
    if (isRight) this.#blame(load, bytes);
    // A segment that is not confirmed yet may be confirmed soon, so it is kept.
    if (isRight || load.isPrefetch || saw) this.#keep(load, bytes, isRight);
    if (isFromPeers) onPeersRight?.(segment);
    if (loads.get(segment) === load) this.#finish(load, bytes);
    if (!isRight && hashes.find(segment)) options.onFault?.({ type: "server_hash_mismatch", segment });
  }

  #finish(load: SegmentLoad, bytes: Uint8Array<ArrayBuffer>): void {
    const { segment } = load;
    const { loads, arrivals, dispatch } = this.#options;
    const nowMs = performance.now();
    loads.delete(segment);
    arrivals.record(load, nowMs);
    deliverSegment(load, bytes, nowMs);
    dispatch({ type: "arrived", segment, bytes: bytes.length });
  }

  /**
   * Starts over with the server. If a single peer sent the bytes, it sent wrong ones. With several peers, a comparison with the
   * server's bytes shows which of them did.
   */
  #reject(load: SegmentLoad): void {
    const { segment, assembly } = load;
    const { options, dispatch } = this.#options;
    options.onFault?.({ type: "peer_hash_mismatch", segment });
    const sent = assembly.reset();
    const peerIds = sendersOf(sent);
    if (peerIds.length > 1) load.disputed = sent;
    else dispatch({ type: "liars", peerIds });
    load.isSettling = false;
    dispatch({ type: "corrupt", segment });
  }

  #blame(load: SegmentLoad, right: Uint8Array): void {
    const peerIds = findCorruptSources(load.disputed, right);
    load.disputed = [];
    if (peerIds.length > 0) this.#options.dispatch({ type: "liars", peerIds });
  }

  async #isRight(segment: SegmentId, bytes: Uint8Array<ArrayBuffer>, isFromPeers: boolean): Promise<boolean> {
    const { hashes, saw, options } = this.#options;
    const hash = () => sha256Hex(bytes, options.sha256InScript);
    const sha256 = saw && !isFromPeers ? await hash() : undefined;
    if (sha256 !== undefined) saw?.(segment, sha256);
    else if (hashes.find(segment) === undefined) await hashes.refresh(segment);
    const right = hashes.find(segment);
    if (right === undefined) return false;
    return (sha256 ?? (await hash())) === right;
  }

  /** Keeps a segment. A segment that was loaded ahead is always kept for the player. Only verified segments are offered. */
  #keep({ segment, assembly }: SegmentLoad, bytes: Uint8Array<ArrayBuffer>, isChecked: boolean): void {
    const { cache, dispatch } = this.#options;
    const dropped = cache.add(segment, { bytes, transport: assembly.transport, isChecked });
    if (isChecked) dispatch({ type: "held", segment });
    if (dropped.length > 0) dispatch({ type: "dropped", segments: dropped });
  }
}
