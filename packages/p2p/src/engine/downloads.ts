import type { Frame, SegmentId } from "../protocol/index.ts";
import type { SwarmEffect, SwarmEvent } from "../scheduler/state.ts";
import type { LoadedSegment, LoadRequest, SwarmEngineOptions } from "./engine.types.ts";
import { awaitLoad, createLoad, deliver, fromCache, type Load } from "./loads.ts";
import type { SegmentCache } from "./segment-cache.ts";
import { fetchFromServer, SegmentGoneError } from "./server-fetch.ts";
import { sha256Hex } from "./sha256.ts";

const FIRST_RETRY_MS = 400;
const RETRY_MIN_MS = 1_000;
const RETRY_SPREAD_MS = 4_000;

export interface DownloadsOptions {
  options: SwarmEngineOptions;
  cache: SegmentCache;
  dispatch(event: SwarmEvent): void;
  send(peerId: string, frame: Frame): boolean;
}

type Answer = Extract<Frame, { type: "accept" | "chunk" | "refuse" }>;

/** The segments on their way to this viewer: does what the scheduler decides and tells it what came of it. */
export class Downloads {
  readonly #options: SwarmEngineOptions;
  readonly #cache: SegmentCache;
  readonly #dispatch: DownloadsOptions["dispatch"];
  readonly #send: DownloadsOptions["send"];
  readonly #loads = new Map<SegmentId, Load>();
  readonly #requests = new Map<number, { peerId: string; segment: SegmentId }>();
  bytesServer = 0;
  bytesPeer = 0;

  constructor({ options, cache, dispatch, send }: DownloadsOptions) {
    this.#options = options;
    this.#cache = cache;
    this.#dispatch = dispatch;
    this.#send = send;
  }

  load(request: LoadRequest): Promise<LoadedSegment> {
    const { segment, startSec, signal } = request;
    if (signal.aborted) return Promise.reject(signal.reason);
    const cached = this.#cache.find(segment);
    if (cached) return Promise.resolve(fromCache(cached, performance.now()));
    const load = this.#loads.get(segment) ?? createLoad(segment);
    this.#loads.set(segment, load);
    const loaded = awaitLoad(load, request, () => this.#abandon(load));
    const isVerifiable = this.#options.hashOf(segment) !== undefined;
    if (!isVerifiable) void this.#options.refreshHashes();
    this.#dispatch({ type: "want", segment, startSec, isVerifiable });
    return loaded;
  }

  fetchServer(segment: SegmentId, fromByte: number): void {
    const load = this.#loads.get(segment);
    if (!load || load.isSettling) return;
    load.abort = new AbortController();
    void this.#readServer(load, load.abort, fromByte);
  }

  abortServer(segment: SegmentId): void {
    this.#loads.get(segment)?.abort?.abort();
  }

  requestPeer(effect: Extract<SwarmEffect, { type: "requestPeer" }>): void {
    const { peerId, requestId, segment, fromByte, deadlineMs } = effect;
    const load = this.#loads.get(segment);
    if (!load || load.isSettling) return;
    markStart(load);
    this.#requests.set(requestId, { peerId, segment });
    this.#send(peerId, { type: "request", requestId, segment, fromByte, deadlineMs });
  }

  cancelPeer(peerId: string, requestId: number): void {
    this.#requests.delete(requestId);
    this.#send(peerId, { type: "cancel", requestId });
  }

  /** A peer's answer to a request; one that was cancelled meanwhile, or never made to this peer, is ignored. */
  takeAnswer(peerId: string, frame: Answer): void {
    const { requestId } = frame;
    const request = this.#requests.get(requestId);
    const load = request?.peerId === peerId ? this.#loads.get(request.segment) : undefined;
    if (!load || load.isSettling) return;
    const { segment } = load;
    if (frame.type === "chunk") this.#takeChunk(load, peerId, requestId, frame.payload);
    if (frame.type === "accept") {
      load.assembly.total = frame.totalBytes;
      this.#dispatch({ type: "accepted", segment, requestId, totalBytes: frame.totalBytes });
    }
    if (frame.type === "refuse") {
      this.#requests.delete(requestId);
      this.#dispatch({ type: "refused", segment, requestId, reason: frame.reason });
    }
  }

  close(): void {
    for (const load of this.#loads.values()) load.abort?.abort();
    this.#loads.clear();
    this.#requests.clear();
  }

  #takeChunk(load: Load, peerId: string, requestId: number, payload: Uint8Array): void {
    const { segment, assembly } = load;
    this.bytesPeer += payload.length;
    if (assembly.total === 0 || !assembly.append(payload, performance.now(), peerId)) {
      this.cancelPeer(peerId, requestId);
      assembly.reset();
      this.#dispatch({ type: "corrupt", segment, peerIds: [peerId] });
      return;
    }
    this.#dispatch({ type: "progress", segment, received: assembly.received });
    tellProgress(load);
    if (!assembly.isComplete) return;
    this.#requests.delete(requestId);
    void this.#settle(load);
  }

  async #readServer(load: Load, abort: AbortController, fromByte: number): Promise<void> {
    const { segment, assembly } = load;
    markStart(load);
    const startedAtMs = performance.now();
    try {
      await fetchFromServer({
        fromByte,
        signal: abort.signal,
        request: (from, signal) => this.#options.requestSegment(segment, from, signal),
        onStart: (total) => {
          assembly.total = total;
        },
        onChunk: (chunk) => this.#takeServerChunk(load, chunk),
      });
    } catch (cause) {
      if (!abort.signal.aborted) this.#serverFailed(load, cause);
      return;
    }
    const bytesPerSec =
      ((assembly.received - fromByte) * 1000) / Math.max(1, performance.now() - startedAtMs);
    await this.#settle(load, bytesPerSec);
  }

  #takeServerChunk(load: Load, chunk: Uint8Array): void {
    this.bytesServer += chunk.length;
    if (!load.assembly.append(chunk, performance.now())) throw new Error("More bytes than announced");
    this.#dispatch({ type: "progress", segment: load.segment, received: load.assembly.received });
    tellProgress(load);
  }

  #serverFailed(load: Load, cause: unknown): void {
    const { segment } = load;
    if (cause instanceof SegmentGoneError) {
      this.#options.onFault?.({ type: "segment_gone", segment, cause });
      this.#loads.delete(segment);
      for (const waiter of load.waiters) waiter.reject(cause);
      this.#dispatch({ type: "abandon", segment });
      return;
    }
    this.#options.onFault?.({ type: "server_failed", segment, cause });
    load.failures += 1;
    const isFirst = load.failures === 1;
    const retryAfterMs = isFirst ? FIRST_RETRY_MS : RETRY_MIN_MS + Math.random() * RETRY_SPREAD_MS;
    this.#dispatch({ type: "serverFailed", segment, retryAfterMs });
  }

  /** All bytes are here. What a peer sent is checked before it is played; what the server sent, before it is offered. */
  async #settle(load: Load, bytesPerSec?: number): Promise<void> {
    const { segment, assembly } = load;
    if (this.#loads.get(segment) !== load) return;
    load.isSettling = true;
    const bytes = assembly.toBytes();
    const endedAtMs = performance.now();
    const isFromPeers = assembly.peerIds.size > 0;
    if (!isFromPeers) this.#finish(load, bytes, endedAtMs, bytesPerSec);
    const isRight = await this.#isRight(segment, bytes);
    if (isFromPeers && !isRight) return this.#reject(load);
    if (isFromPeers) this.#finish(load, bytes, endedAtMs, bytesPerSec);
    if (isRight) this.#hold(load, bytes);
    else if (this.#options.hashOf(segment))
      this.#options.onFault?.({ type: "server_hash_mismatch", segment });
  }

  #finish(load: Load, bytes: Uint8Array<ArrayBuffer>, endedAtMs: number, bytesPerSec?: number): void {
    const { segment } = load;
    if (this.#loads.get(segment) === load) this.#loads.delete(segment);
    deliver(load, bytes, endedAtMs);
    const rate = bytesPerSec === undefined ? {} : { bytesPerSec };
    this.#dispatch({ type: "arrived", segment, bytes: bytes.length, ...rate });
  }

  #reject(load: Load): void {
    const { segment, assembly } = load;
    const peerIds = [...assembly.peerIds];
    this.#options.onFault?.({ type: "peer_hash_mismatch", segment });
    assembly.reset();
    load.isSettling = false;
    this.#dispatch({ type: "corrupt", segment, peerIds });
  }

  async #isRight(segment: SegmentId, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
    if (this.#options.hashOf(segment) === undefined) await this.#options.refreshHashes();
    const published = this.#options.hashOf(segment);
    if (published === undefined) return false;
    return (await sha256Hex(bytes)) === published;
  }

  #hold({ segment, assembly }: Load, bytes: Uint8Array<ArrayBuffer>): void {
    const dropped = this.#cache.add(segment, { bytes, transport: assembly.transport });
    this.#dispatch({ type: "held", segment });
    if (dropped.length > 0) this.#dispatch({ type: "dropped", segments: dropped });
  }

  #abandon(load: Load): void {
    if (this.#loads.get(load.segment) !== load || load.isSettling) return;
    this.#loads.delete(load.segment);
    for (const [id, request] of this.#requests) {
      if (request.segment === load.segment) this.#requests.delete(id);
    }
    this.#dispatch({ type: "abandon", segment: load.segment });
    load.abort?.abort();
  }
}

function markStart({ assembly }: Load): void {
  if (assembly.startedAtMs === 0) assembly.startedAtMs = performance.now();
}

function tellProgress({ waiters, assembly }: Load): void {
  for (const { request } of waiters) request.onProgress?.(assembly.received, assembly.total);
}
