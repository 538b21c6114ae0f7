import { type LoadedSegment, type LoadRequest, SegmentUnavailableError, type Transport } from "@shoal/p2p";
import type {
  FragmentLoaderContext,
  HlsConfig,
  Loader,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  LoaderStats,
} from "hls.js";
import { loadingTimes } from "../metrics/loading-times.ts";

type FragmentLoaderClass = NonNullable<HlsConfig["fLoader"]>;
type DefaultLoaderClass = HlsConfig["loader"];

/** A load request without its segment. */
export type SwarmRequest = Omit<LoadRequest, "segment">;

export interface FragmentLoaderOptions {
  DefaultLoader: DefaultLoaderClass;
  /** Loads a fragment from the swarm. Returns undefined, or resolves to it, if the player must load the fragment itself. */
  load(context: FragmentLoaderContext, request: SwarmRequest): Promise<LoadedSegment | undefined> | undefined;
  /** Called with the number of bytes that did not pass through the swarm. */
  onDirect?(sizeBytes: number): void;
  /** Returns the end of the buffer, which is the position of an init segment. */
  bufferEndSec(): number;
  /** Returns the player's bandwidth estimate in bits per second, or 0 until it has one. */
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

/** Creates the loader class that hls.js instantiates for every fragment. */
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
  /** Whether loading has succeeded. hls.js also destroys such loaders, and ignores their figures if these contain `aborted`. */
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
    const loading = this.#options.load(context, this.#requestOf(context));
    if (!loading) {
      this.#loadDirectly(context, config, callbacks);
      return;
    }
    this.stats.loading.start = performance.now();
    void this.#loadFromSwarm(loading, context, config, callbacks);
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
    this.#fallback = undefined;
    // Aborting would report a successful load to hls.js as aborted, and hls.js would load it again endlessly.
    if (fallback) fallback.destroy();
    else this.abort();
    this.context = null;
  }

  /** Aborts hls.js's loader once. Aborting notifies hls.js, which destroys this loader, which would abort again. */
  #abortFallback(): void {
    const fallback = this.#fallback;
    this.#fallback = undefined;
    this.#isDone = true;
    fallback?.abort();
  }

  /** Loads a URL of another server, or a range of an object, with hls.js's own loader. */
  #loadDirectly(
    context: FragmentLoaderContext,
    config: LoaderConfiguration,
    callbacks: LoaderCallbacks<FragmentLoaderContext>,
  ): void {
    const loader = new this.#options.DefaultLoader(this.#config);
    loader.stats = this.stats;
    this.#fallback = loader;
    const { onSuccess } = callbacks;
    const counted: LoaderCallbacks<FragmentLoaderContext> = {
      ...callbacks,
      onSuccess: (response, stats, ...rest) => {
        this.#options.onDirect?.(stats.loaded);
        onSuccess(response, stats, ...rest);
      },
    };
    loader.load(context, config, counted as LoaderCallbacks<LoaderContext>);
  }

  #requestOf({ frag, part }: FragmentLoaderContext): SwarmRequest {
    return {
      startSec: frag.sn === "initSegment" ? this.#options.bufferEndSec() : (part ?? frag).start,
      about: {
        kind: frag.sn === "initSegment" ? "init" : (`${frag.type}` as const),
        durationSec: (part ?? frag).duration,
      },
      signal: this.#abort.signal,
      onProgress: (received, total) => this.#progress(received, total),
    };
  }

  async #loadFromSwarm(
    loading: Promise<LoadedSegment | undefined>,
    context: FragmentLoaderContext,
    config: LoaderConfiguration,
    callbacks: LoaderCallbacks<FragmentLoaderContext>,
  ): Promise<void> {
    const { signal } = this.#abort;
    try {
      const loaded = await loading;
      if (signal.aborted) return;
      if (loaded) this.#succeed(loaded, context, callbacks);
      else this.#loadDirectly(context, config, callbacks);
    } catch (error) {
      if (signal.aborted) return;
      this.#isDone = true;
      const code = error instanceof SegmentUnavailableError ? error.status : 0;
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
