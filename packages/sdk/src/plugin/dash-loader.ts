import type { LoadedSegment, Transport } from "@shoal/p2p";
import { loadingTimes } from "../metrics/loading-times.ts";
import { callPlayer } from "./call-player.ts";
import { loadSegment, rangeHeader, spanOf } from "./load-segment.ts";
import type { ByteSpan } from "./segment-name.ts";
import type { ShoalCore } from "./shoal.ts";

/** The part of a dash.js request that the loader uses. */
export interface DashFragment {
  type: string | null;
  mediaType: string;
  startTime: number;
  duration: number;
  /** The total length of the segment, or NaN if the CDN did not send it. */
  bytesTotal: number;
  firstByteDate: Date | null;
  representation?: {
    bandwidth: number;
    height: number;
    mediaInfo?: { bitrateList?: { height?: number }[] } | null;
  };
}

interface DashProgress {
  loaded: number;
  total: number;
  lengthComputable: boolean;
  /** Whether the request is excluded from throughput samples. */
  noTrace?: boolean;
  /** The time since the previous event, in ms, if it differs from the clock. */
  time?: number;
}

/** A request as dash.js passes it to its loaders, after the page's interceptors. */
export interface DashRequest {
  url: string;
  method: string;
  headers?: Record<string, string>;
  credentials: string;
  /** The timeout in ms, or 0 for none. */
  timeout: number;
  customData: {
    request?: DashFragment;
    abort?: () => void;
    onprogress?: (event: DashProgress) => void;
    onloadend?: () => void;
    onabort?: () => void;
  };
}

interface DashResponse {
  url: string;
  status: number;
  statusText: string;
  headers: Record<string, string>;
  data: ArrayBuffer;
}

/** dash.js's XHRLoader, which handles one request at a time. */
export interface DashLoader {
  load(request: DashRequest, response: DashResponse): unknown;
  abort(): void;
  reset(): void;
  resetInitialSettings(): void;
}

export interface SwarmLoaderOptions {
  /** Returns the core. Undefined before the plugin is attached, and after it is detached. */
  core(): ShoalCore | undefined;
  /** Returns the end of the buffer, which is the position of an init segment. */
  bufferEndSec(): number;
  /** Returns the player's bandwidth estimate for the type in bits per second, or 0 until it has one. */
  bandwidthBps(mediaType: string): number;
  onLoaded(fragment: DashFragment, transport: Transport): void;
}

const SEGMENT_REQUEST_TYPES = ["InitializationSegment", "MediaSegment"];

/** Returns methods that wrap the methods of a dash.js loader. Segments come from the swarm, and everything else is loaded as usual. */
export function wrapLoader(loader: DashLoader, options: SwarmLoaderOptions): DashLoader {
  // dash.js replaces these methods with the methods returned below.
  const { load, abort, reset, resetInitialSettings } = loader;
  let pending: SwarmLoad | undefined;
  const stop = () => pending?.abort();
  return {
    load(request, response) {
      const core = options.core();
      const fragment = fragmentOf(request);
      if (!core?.engine || !fragment) return load(request, response);
      pending = new SwarmLoad(request, fragment, options);
      void pending.load(core, response, () => load(request, response));
      return true;
    },
    abort() {
      stop();
      abort();
    },
    reset() {
      stop();
      reset();
    },
    resetInitialSettings() {
      stop();
      resetInitialSettings();
    },
  };
}

/** Returns the fragment of a request, or undefined if the player must load it directly. */
function fragmentOf({ method, headers, customData }: DashRequest): DashFragment | undefined {
  const { request: fragment } = customData;
  if (method !== "GET" || !fragment || !SEGMENT_REQUEST_TYPES.includes(fragment.type ?? "")) return undefined;
  return headers?.Range && !spanOf(headers.Range) ? undefined : fragment;
}

/** A dash.js request whose data comes from the swarm. */
class SwarmLoad {
  readonly #request: DashRequest;
  readonly #fragment: DashFragment;
  readonly #options: SwarmLoaderOptions;
  readonly #span: ByteSpan | undefined;
  readonly #abort = new AbortController();
  readonly #askedAtMs = Date.now();
  /** The CDN's response headers, if the CDN was requested. */
  #headers: DashResponse["headers"] = {};
  #isDone = false;

  constructor(request: DashRequest, fragment: DashFragment, options: SwarmLoaderOptions) {
    this.#request = request;
    this.#fragment = fragment;
    this.#options = options;
    this.#span = spanOf(request.headers?.Range);
    request.customData.abort = () => this.abort();
  }

  abort(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#abort.abort();
    callPlayer(() => this.#request.customData.onabort?.());
  }

  /** Loads the segment from the swarm. @param loadDirectly loads as dash.js would without the plugin. */
  async load(core: ShoalCore, response: DashResponse, loadDirectly: () => void): Promise<void> {
    const loaded = await this.#loadFromSwarm(core).catch(() => undefined);
    if (this.#isDone) return;
    this.#isDone = true;
    if (!loaded) {
      loadDirectly();
      return;
    }
    this.#reportTimes(loaded);
    this.#options.onLoaded(this.#fragment, loaded.transport);
    const { url } = this.#request;
    const [status, headers] = [this.#span ? 206 : 200, this.#headers];
    Object.assign(response, { url, status, statusText: "OK", headers, data: loaded.data });
    callPlayer(() => this.#request.customData.onloadend?.());
  }

  /** Loads the segment. As long as only the CDN sends, its bytes are throughput samples as usual. */
  #loadFromSwarm(core: ShoalCore): Promise<LoadedSegment | undefined> {
    const { type, startTime } = this.#fragment;
    const bytesPeer = () => core.engine?.stats().bytesPeer;
    const bytesBefore = bytesPeer();
    return loadSegment(core, {
      url: this.#request.url,
      span: this.#span,
      signal: this.#abort.signal,
      startSec: type === "MediaSegment" ? startTime : this.#options.bufferEndSec(),
      request: (...part) => this.#requestByFetch(...part),
      onProgress: (loaded, total) => this.#progress(loaded, total, { noTrace: bytesPeer() !== bytesBefore }),
    });
  }

  #progress(loaded: number, total: number, sample: Pick<DashProgress, "noTrace" | "time">): void {
    const event = { loaded, total, lengthComputable: total > 0, ...sample };
    callPlayer(() => this.#request.customData.onprogress?.(event));
  }

  /** Requests bytes as dash.js's loader would. The page's interceptors have already modified the request. */
  async #requestByFetch(fromByte: number, signal: AbortSignal, toByte?: number): Promise<Response> {
    const { url, timeout, credentials, headers } = this.#request;
    const sent = new Headers(Object.entries(headers ?? {}).filter(([, value]) => value));
    const range = rangeHeader(this.#span, fromByte, toByte);
    if (range) sent.set("range", range);
    const response = await fetch(url, {
      headers: sent,
      credentials: credentials === "include" ? "include" : "same-origin",
      signal: timeout > 0 ? AbortSignal.any([signal, AbortSignal.timeout(timeout)]) : signal,
    });
    this.#headers = Object.fromEntries(response.headers);
    return response;
  }

  /** Reports the loading times as two samples. dash.js ignores the first one, which includes the wait for the first byte. */
  #reportTimes(loaded: LoadedSegment): void {
    // Without an estimate, only the elapsed time is available.
    const bandwidthBps = this.#options.bandwidthBps(this.#fragment.mediaType) || 1;
    const { start, first, end } = loadingTimes(loaded, bandwidthBps);
    const total = loaded.data.byteLength;
    if (loaded.bytesPeer > 0) {
      this.#progress(0, total, { time: 1 });
      this.#progress(total, total, { time: end - start });
    }
    this.#fragment.firstByteDate = new Date(this.#askedAtMs + first - start);
  }
}
