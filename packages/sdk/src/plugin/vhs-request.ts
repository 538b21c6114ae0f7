import type { LoadedSegment, Transport } from "@shoal/p2p";
import { callPlayer } from "./call-player.ts";
import { answerOf, loadSegment, rangeHeader, spanOf } from "./load-segment.ts";
import type { ByteSpan } from "./segment-name.ts";
import type { ShoalCore } from "./shoal.ts";

/** The part of a VHS request that this module uses. */
export interface VhsOptions {
  uri: string;
  headers?: Record<string, string>;
  responseType?: string;
  requestType?: string;
}

/** The response for VHS: an XMLHttpRequest with the properties that VHS adds. */
export interface VhsRequest extends EventTarget {
  aborted?: boolean;
  status: number;
  response: ArrayBuffer | null;
  responseText?: string;
  bytesReceived?: number;
  abort(): void;
}

type VhsCallback = (error: unknown, request: VhsRequest) => void;
export type VhsXhr = (options: VhsOptions, callback: VhsCallback) => VhsRequest;

export interface SwarmXhrOptions {
  core: ShoalCore;
  /** Returns the position of the segment that VHS requests: the end of the buffer. */
  bufferEndSec(): number;
  /** Returns the player's bandwidth estimate in bits per second, or 0 until it has one. */
  bandwidthBps(): number;
  onLoaded(uri: string, transport: Transport): void;
}

/** The request types that the swarm handles. VHS loads keys, playlists and everything else. */
const SEGMENT_REQUEST_TYPES = ["segment", "segment-media-initialization"];

/** Wraps VHS's xhr and keeps the page's hooks. Segments are requested from the swarm first. */
export function wrapXhr(xhr: VhsXhr, options: SwarmXhrOptions): VhsXhr {
  return new Proxy(xhr, {
    apply(_target, _this, [wanted, callback]: Parameters<VhsXhr>) {
      const { core } = options;
      if (!SEGMENT_REQUEST_TYPES.includes(wanted.requestType ?? "")) return xhr(wanted, callback);
      const range = wanted.headers?.Range;
      const span = spanOf(range);
      if (core.engine && (!range || span))
        return new SwarmRequest({ ...options, xhr, wanted, callback, span });
      return xhr(wanted, countBytes(core, callback));
    },
  });
}

const countBytes =
  (core: ShoalCore, callback: VhsCallback): VhsCallback =>
  (error, request) => {
    core.countDirect(request.bytesReceived ?? 0);
    callback(error, request);
  };

interface SwarmRequestOptions extends SwarmXhrOptions {
  xhr: VhsXhr;
  wanted: VhsOptions;
  callback: VhsCallback;
  span: ByteSpan | undefined;
}

/** A request to the swarm that has the interface of VHS's own requests. */
class SwarmRequest extends EventTarget implements VhsRequest {
  readonly uri: string;
  readonly requestType: string | undefined;
  readonly responseType = "arraybuffer";
  aborted = false;
  status = 0;
  response: ArrayBuffer | null = null;
  requestTime = Date.now();
  responseTime = 0;
  /** The loading time in ms. */
  roundTripTime = 0;
  bytesReceived = 0;
  /** The measured bandwidth in bits per second. */
  bandwidth = 0;
  readonly #options: SwarmRequestOptions;
  readonly #abort = new AbortController();
  #isDone = false;
  /** The callback arguments of VHS's own loader for the same request, which VHS receives as usual. */
  #failed: Parameters<VhsCallback> | undefined;
  #direct: VhsRequest | undefined;

  constructor(options: SwarmRequestOptions) {
    super();
    this.#options = options;
    this.uri = options.wanted.uri;
    this.requestType = options.wanted.requestType;
    void this.#load();
  }

  abort(): void {
    if (this.#isDone) return;
    this.aborted = true;
    if (this.#direct) {
      this.#direct.abort();
      return;
    }
    this.#abort.abort();
    this.#end();
  }

  async #load(): Promise<void> {
    const { core, span, bufferEndSec } = this.#options;
    const loaded = await loadSegment(core, {
      url: this.uri,
      span,
      startSec: bufferEndSec(),
      signal: this.#abort.signal,
      request: (...part) => this.#requestByPlayer(...part),
    }).catch(() => undefined);
    if (this.aborted) return;
    if (loaded) this.#succeed(loaded);
    else if (this.#failed) this.#finish(...this.#failed);
    else this.#loadDirectly();
  }

  #succeed(loaded: LoadedSegment): void {
    const { span, onLoaded, bandwidthBps } = this.#options;
    this.status = span ? 206 : 200;
    this.response = loaded.data;
    this.responseTime = Date.now();
    this.bytesReceived = loaded.data.byteLength;
    this.bandwidth = Math.floor(measureBandwidthBps(loaded, bandwidthBps()));
    this.roundTripTime = Math.ceil((this.bytesReceived * 8_000) / this.bandwidth);
    onLoaded(this.uri, loaded.transport);
    this.#finish(null, this);
  }

  #loadDirectly(): void {
    const { xhr, wanted, core } = this.#options;
    const direct = xhr(
      wanted,
      countBytes(core, (...answer) => this.#finish(...answer)),
    );
    this.#direct = direct;
    this.#passOn(direct);
    direct.addEventListener("abort", () => this.#end());
  }

  #finish(...answer: Parameters<VhsCallback>): void {
    this.#isDone = true;
    callPlayer(() => this.#options.callback(...answer));
    this.#end();
  }

  #end(): void {
    this.#isDone = true;
    this.dispatchEvent(new Event("loadend"));
  }

  /** Passes on the progress of a request to the CDN. From the progress, VHS decides whether the rendition is too large. */
  #passOn(request: VhsRequest): void {
    this.requestTime = Date.now();
    request.addEventListener("progress", (event) => {
      const { loaded, total, lengthComputable } = event as ProgressEvent;
      this.dispatchEvent(new ProgressEvent("progress", { loaded, total, lengthComputable }));
    });
  }

  /** Requests a part of the bytes by VHS's own loader with the page's hooks. */
  #requestByPlayer(fromByte: number, signal: AbortSignal, toByte?: number): Promise<Response> {
    const { xhr, wanted, span } = this.#options;
    const range = rangeHeader(span, fromByte, toByte);
    const part = range ? { ...wanted, headers: { ...wanted.headers, Range: range } } : wanted;
    const isAll = fromByte === 0 && toByte === undefined;
    return new Promise((resolve, reject) => {
      const request = xhr(part, (error, answer) => {
        const { status, response } = answer;
        if (!error && response) {
          resolve(answerOf(response, status));
          return;
        }
        if (isAll) this.#failed = [error, answer];
        reject(error);
      });
      if (isAll) this.#passOn(request);
      signal.addEventListener("abort", () => {
        request.abort();
        reject(signal.reason);
      });
    });
  }
}

/**
 * Returns the bandwidth in bits per second. VHS uses only the last value. Peer data never lowers it, because that data reveals
 * nothing about the CDN, and cached data leaves it unchanged.
 */
function measureBandwidthBps(loaded: LoadedSegment, estimateBps: number): number {
  const { data, bytesServer, bytesPeer, startedAtMs, endedAtMs } = loaded;
  const measuredBps = (data.byteLength * 8_000) / Math.max(1, endedAtMs - startedAtMs);
  if (bytesPeer > 0) return Math.max(measuredBps, estimateBps);
  return bytesServer > 0 ? measuredBps : estimateBps || measuredBps;
}
