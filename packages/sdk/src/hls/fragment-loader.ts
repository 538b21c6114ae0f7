import { type LoadedSegment, type LoadRequest, SegmentGoneError, type Transport } from "@shoal/p2p";
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

/** When and how, without what. */
export type SwarmRequest = Omit<LoadRequest, "segment">;

export interface FragmentLoaderOptions {
  DefaultLoader: DefaultLoaderClass;
  /** Loads it from the swarm. Undefined, at once or in the end, for what the player loads as it would alone. */
  load(context: FragmentLoaderContext, request: SwarmRequest): Promise<LoadedSegment | undefined> | undefined;
  /** The bytes loaded past the swarm. */
  onDirect?(sizeBytes: number): void;
  /** At the end of the buffer: an init segment belongs to what comes next. */
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
    // An abort would tell hls.js that what succeeded was aborted, and it would load it again without end.
    if (fallback) fallback.destroy();
    else this.abort();
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
