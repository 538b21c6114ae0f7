import { type Frame, isPart, OPEN_END, type SegmentId } from "../protocol/index.ts";
import type { SwarmEffect, SwarmEvent } from "../scheduler/state.ts";
import { Arrivals } from "./arrivals.ts";
import type {
  HashSource,
  LoadedSegment,
  LoadRequest,
  SwarmEngineOptions,
  SwarmInspection,
} from "./engine.types.ts";
import type { SwarmParts } from "./full-swarm.ts";
import { awaitLoad, cachedToLoaded, createLoad, type SegmentLoad } from "./loads.ts";
import type { ObservedHashes } from "./observed-hashes.ts";
import type { Prefetcher } from "./prefetching.ts";
import { markStart, reportProgress } from "./progress.ts";
import { HashRecheck } from "./recheck.ts";
import type { SegmentCache } from "./segment-cache.ts";
import { SegmentVerifier } from "./segment-verifier.ts";
import { ServerReader } from "./server-reader.ts";

/** The delay after which a missing hash is requested again. A live publishes the hash together with the segment. */
const HASH_RETRY_DELAY_MS = 1_000;

export interface DownloadsOptions {
  options: SwarmEngineOptions & SwarmParts;
  cache: SegmentCache;
  dispatch(event: SwarmEvent): void;
  send(peerId: string, frame: Frame): boolean;
  /** The hashes that several viewers observed. They are used if the media's host publishes none. */
  seen: ObservedHashes;
}

type EffectOf<T extends SwarmEffect["type"]> = Extract<SwarmEffect, { type: T }>;
type PeerResponse = Extract<Frame, { type: "accept" | "chunk" | "refuse" }>;

/** A part of a segment requested from a peer. */
interface PeerRequest {
  peerId: string;
  load: SegmentLoad;
  /** The offset at which the next chunk is expected. */
  at: number;
  to: number;
}

/** The segments that are being downloaded. Carries out the scheduler's decisions and reports the results. */
export class Downloads {
  readonly #options: SwarmEngineOptions;
  readonly #cache: SegmentCache;
  readonly #dispatch: DownloadsOptions["dispatch"];
  readonly #send: DownloadsOptions["send"];
  readonly #loads = new Map<SegmentId, SegmentLoad>();
  readonly #requests = new Map<number, PeerRequest>();
  readonly #settling: SegmentVerifier;
  readonly #server: ServerReader;
  readonly #hashes: HashSource;
  readonly #recheck: HashRecheck;
  readonly #arrivals = new Arrivals();
  readonly prefetching: Prefetcher | undefined;
  bytesPeer = 0;

  constructor({ options, cache, dispatch, send, seen }: DownloadsOptions) {
    this.#options = options;
    this.#cache = cache;
    this.#dispatch = dispatch;
    this.#send = send;
    this.#hashes = options.published ?? { find: (id) => seen.find(id), refresh: (id) => seen.refresh(id) };
    this.#recheck = new HashRecheck({ options, seen });
    const unpublished = {
      saw: (segment: SegmentId, sha256: string) => seen.saw(segment, sha256),
      onPeersRight: (segment: SegmentId) => this.#recheck.maybe(segment),
    };
    this.#settling = new SegmentVerifier({
      options,
      cache,
      dispatch,
      loads: this.#loads,
      hashes: this.#hashes,
      arrivals: this.#arrivals,
      ...(options.published ? {} : unpublished),
    });
    this.#server = new ServerReader({ options, dispatch, loads: this.#loads, settling: this.#settling });
    this.prefetching = options.prefetching?.({
      cache,
      dispatch,
      loads: this.#loads,
      findHash: (load) => void this.#findHash(load),
      abandon: (load) => this.#abandon(load),
    });
  }

  get bytesServer(): number {
    return this.#server.bytes + this.#recheck.bytes;
  }

  inspect(): Pick<SwarmInspection, "arrivals" | "loads"> {
    return { arrivals: this.#arrivals, loads: this.#loads.values() };
  }

  load(request: LoadRequest): Promise<LoadedSegment> {
    const { segment, startSec, about, signal } = request;
    if (signal.aborted) return Promise.reject(signal.reason);
    const cached = this.#cache.find(segment);
    if (cached) return Promise.resolve(cachedToLoaded(cached, performance.now()));
    const load = this.#loads.get(segment) ?? createLoad(segment, startSec, false);
    const isNew = !this.#loads.has(segment);
    load.isPrefetch = false;
    load.about = about;
    this.#loads.set(segment, load);
    const loaded = awaitLoad(load, request, () => this.#abandon(load));
    const isVerifiable = this.#hashes.find(segment) !== undefined;
    this.#dispatch({ type: "want", segment, startSec, isVerifiable });
    if (isNew && !isVerifiable && !isPart(segment)) void this.#findHash(load);
    return loaded;
  }

  fetchServer({ segment, requestId, fromByte, toByte }: EffectOf<"fetchServer">): void {
    const load = this.#loads.get(segment);
    if (load && !load.isSettling) void this.#server.read(load, { requestId, fromByte, toByte });
  }

  abortServer({ segment, requestId }: EffectOf<"abortServer">): void {
    this.#loads.get(segment)?.aborts.get(requestId)?.abort();
  }

  requestPeer(effect: EffectOf<"requestPeer">): void {
    const { peerId, requestId, segment, fromByte, toByte, deadlineMs } = effect;
    const load = this.#loads.get(segment);
    if (!load || load.isSettling) return;
    markStart(load);
    this.#requests.set(requestId, { peerId, load, at: fromByte, to: toByte });
    this.#send(peerId, { type: "request", requestId, segment, fromByte, toByte, deadlineMs });
  }

  cancelPeer({ peerId, requestId, atByte }: EffectOf<"cancelPeer">): void {
    const request = this.#requests.get(requestId);
    if (request && atByte > request.at) request.to = Math.min(request.to, atByte);
    else this.#requests.delete(requestId);
    this.#send(peerId, { type: "cancel", requestId, atByte });
  }

  /** Handles a peer's response to a request. Responses to cancelled or unknown requests are ignored. */
  handleAnswer(peerId: string, frame: PeerResponse): void {
    const { requestId } = frame;
    if (frame.type === "chunk") this.bytesPeer += frame.payload.length;
    const request = this.#requests.get(requestId);
    if (request?.peerId !== peerId || this.#loads.get(request.load.segment) !== request.load) return;
    if (request.load.isSettling) return;
    if (frame.type === "chunk") this.#nextChunk(request, requestId, frame.payload);
    if (frame.type === "accept") this.#handleAccept(request, frame);
    if (frame.type === "refuse") {
      this.#requests.delete(requestId);
      const { reason, waitMs } = frame;
      this.#dispatch({ type: "refused", segment: request.load.segment, requestId, reason, waitMs });
    }
  }

  close(): void {
    for (const { aborts } of this.#loads.values()) for (const abort of aborts.values()) abort.abort();
    this.#loads.clear();
    this.#requests.clear();
    this.#recheck.close();
  }

  #handleAccept({ load, peerId }: PeerRequest, frame: Extract<PeerResponse, { type: "accept" }>): void {
    const { requestId, totalBytes, startInMs, etaMs } = frame;
    const { segment, assembly } = load;
    const isOther = assembly.total > 0 && assembly.total !== totalBytes;
    if (totalBytes === 0 || isOther) {
      this.cancelPeer({ type: "cancelPeer", peerId, requestId, atByte: 0 });
      this.#dispatch({ type: "refused", segment, requestId, reason: "missing", waitMs: 0 });
      return;
    }
    if (assembly.total === 0) load.totalFrom = peerId;
    assembly.total = totalBytes;
    this.#dispatch({ type: "accepted", segment, requestId, totalBytes, startInMs, etaMs });
  }

  #nextChunk(request: PeerRequest, requestId: number, payload: Uint8Array): void {
    const { load, peerId, at } = request;
    const { segment, assembly } = load;
    const end = Math.min(request.to, assembly.total || OPEN_END);
    const bytes = payload.subarray(0, Math.max(0, end - at));
    if (assembly.total === 0 || !assembly.put(at, bytes, peerId, performance.now())) return;
    request.at += bytes.length;
    if (request.at >= end) this.#requests.delete(requestId);
    this.#dispatch({ type: "progress", segment, requestId, at: request.at });
    reportProgress(load);
    if (assembly.isComplete) void this.#settling.settle(load);
  }

  async #findHash(load: SegmentLoad): Promise<void> {
    const { segment } = load;
    const hashes = this.#hashes;
    if (hashes.find(segment) === undefined) await hashes.refresh(segment);
    // Without published hashes, several viewers must first fetch a segment from the server, including this one.
    if (hashes.find(segment) === undefined && this.#options.published) {
      await new Promise((resolve) => setTimeout(resolve, HASH_RETRY_DELAY_MS));
      if (this.#loads.get(segment) === load) await hashes.refresh(segment);
    }
    if (this.#loads.get(segment) !== load) return;
    this.#dispatch({ type: "hash", segment, isKnown: hashes.find(segment) !== undefined });
  }

  #abandon(load: SegmentLoad): void {
    if (this.#loads.get(load.segment) !== load || load.isSettling) return;
    this.#dispatch({ type: "abandon", segment: load.segment });
    this.#loads.delete(load.segment);
    for (const [id, request] of this.#requests) if (request.load === load) this.#requests.delete(id);
    for (const abort of load.aborts.values()) abort.abort();
  }
}
