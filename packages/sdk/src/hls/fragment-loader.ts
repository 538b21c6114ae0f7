import {
  type LoadedSegment,
  SegmentGoneError,
  type SwarmEngine,
  segmentIdOfUrl,
  type Transport,
} from "@shoal/p2p";
import type {
  FragmentLoaderContext,
  HlsConfig,
  Loader,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  LoaderStats,
} from "hls.js";

type FragmentLoaderClass = NonNullable<HlsConfig["fLoader"]>;
type DefaultLoaderClass = HlsConfig["loader"];

export interface FragmentLoaderOptions {
  DefaultLoader: DefaultLoaderClass;
  engine(): SwarmEngine;
  /** Where the buffer ends: an init segment belongs to what comes next. */
  bufferEndSec(): number;
  /** The player's estimate, bits a second; 0 while there is none. */
  bandwidthBps(): number;
  onLoaded(url: string, transport: Transport): void;
}

const createStats = (): LoaderStats => ({
  aborted: false,
  loaded: 0,
  retry: 0,
  total: 0,
  chunkCount: 0,
  bwEstimate: 0,
  loading: { start: 0, first: 0, end: 0 },
  parsing: { start: 0, end: 0 },
  buffering: { start: 0, first: 0, end: 0 },
});

/**
 * Times that hls.js can measure bandwidth by. Waiting for peers is not loading; and a peer's uplink says nothing about
 * what the server can do, so that it never lowers the estimate.
 */
export function loadingTimes(loaded: LoadedSegment, bandwidthBps: number): LoaderStats["loading"] {
  const { startedAtMs, firstByteAtMs, endedAtMs, data, bytesServer, bytesPeer } = loaded;
  const end = Math.max(endedAtMs, startedAtMs);
  if (bytesServer > 0 && bytesPeer === 0) return { start: startedAtMs, first: firstByteAtMs, end };
  const expectedMs = bandwidthBps > 0 ? (data.byteLength * 8_000) / bandwidthBps : 0;
  const start = end - Math.max(1, Math.min(expectedMs, end - startedAtMs));
  return { start, first: start, end };
}

/** The class that hls.js makes one of for every fragment. */
export function createFragmentLoaderClass(options: FragmentLoaderOptions): FragmentLoaderClass {
  return class extends SwarmFragmentLoader {
    constructor(config: HlsConfig) {
      super(config, options);
    }
  };
}

class SwarmFragmentLoader implements Loader<FragmentLoaderContext> {
  context: FragmentLoaderContext | null = null;
  stats: LoaderStats = createStats();
  readonly #options: FragmentLoaderOptions;
  readonly #config: HlsConfig;
  readonly #abort = new AbortController();
  #fallback: Loader<LoaderContext> | undefined;
  /** hls.js destroys a loader that has succeeded too: its figures must not say `aborted`, or they are not counted. */
  #isDone = false;
  #callbacks: LoaderCallbacks<FragmentLoaderContext> | undefined;

  constructor(config: HlsConfig, options: FragmentLoaderOptions) {
    this.#config = config;
    this.#options = options;
  }

  load(
    context: FragmentLoaderContext,
    config: LoaderConfiguration,
    callbacks: LoaderCallbacks<FragmentLoaderContext>,
  ): void {
    this.context = context;
    this.#callbacks = callbacks;
    const segment = context.rangeEnd ? undefined : segmentIdOfUrl(context.url);
    if (segment === undefined) {
      this.#loadDirectly(context, config, callbacks);
      return;
    }
    this.stats.loading.start = performance.now();
    void this.#loadFromSwarm(segment, context, callbacks);
  }

  abort(): void {
    if (this.#fallback) {
      this.#abortFallback();
      return;
    }
    if (this.#isDone || this.#abort.signal.aborted) return;
    this.stats.aborted = true;
    this.#abort.abort();
    if (this.context) this.#callbacks?.onAbort?.(this.stats, this.context, null);
  }

  destroy(): void {
    this.#callbacks = undefined;
    const fallback = this.#fallback;
    this.abort();
    fallback?.destroy();
    this.context = null;
  }

  /** Its abort tells hls.js, which destroys us, which aborts: once is enough. */
  #abortFallback(): void {
    const fallback = this.#fallback;
    this.#fallback = undefined;
    this.#isDone = true;
    fallback?.abort();
  }

  /** A URL that is none of ours, or a part of an object. */
  #loadDirectly(
    context: FragmentLoaderContext,
    config: LoaderConfiguration,
    callbacks: LoaderCallbacks<FragmentLoaderContext>,
  ): void {
    const loader = new this.#options.DefaultLoader(this.#config);
    loader.stats = this.stats;
    this.#fallback = loader;
    loader.load(context, config, callbacks as LoaderCallbacks<LoaderContext>);
  }

  async #loadFromSwarm(
    segment: string,
    context: FragmentLoaderContext,
    callbacks: LoaderCallbacks<FragmentLoaderContext>,
  ): Promise<void> {
    const { frag } = context;
    const startSec = frag.sn === "initSegment" ? this.#options.bufferEndSec() : frag.start;
    const { signal } = this.#abort;
    try {
      const loaded = await this.#options.engine().load({
        segment,
        startSec,
        signal,
        onProgress: (received, total) => this.#progress(received, total),
      });
      if (!signal.aborted) this.#succeed(loaded, context, callbacks);
    } catch (error) {
      if (signal.aborted) return;
      this.#isDone = true;
      const code = error instanceof SegmentGoneError ? error.status : 0;
      callbacks.onError({ code, text: String(error) }, context, null, this.stats);
    }
  }

  #progress(received: number, total: number): void {
    this.stats.loaded = received;
    this.stats.total = total;
    this.stats.loading.first ||= performance.now();
  }

  #succeed(
    loaded: LoadedSegment,
    context: FragmentLoaderContext,
    callbacks: LoaderCallbacks<FragmentLoaderContext>,
  ): void {
    const { data, transport } = loaded;
    Object.assign(this.stats.loading, loadingTimes(loaded, this.#options.bandwidthBps()));
    this.stats.loaded = data.byteLength;
    this.stats.total = data.byteLength;
    this.#isDone = true;
    this.#options.onLoaded(context.url, transport);
    callbacks.onSuccess({ url: context.url, data, code: 200 }, this.stats, context, null);
  }
}
