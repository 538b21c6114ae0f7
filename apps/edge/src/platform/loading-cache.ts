import { LRUCache } from "lru-cache";

export interface LoadingCacheOptions<V> {
  /** The maximum total size of the values, in bytes. A single larger value is not kept. */
  maxBytes: number;
  bytesOf: (value: V) => number;
  /** Called for values that are evicted. */
  onEvicted?: (value: V) => void;
}

/**
 * A cache in front of a loader. Callers that request a key at the same time share one load, and failures are not kept.
 * @example const cache = new LoadingCache<Buffer>({ maxBytes: 1_000_000, bytesOf: ({ length }) => length });
 */
export class LoadingCache<V extends {}> {
  readonly #cache: LRUCache<string, V>;
  readonly #loads = new Map<string, Promise<V>>();

  constructor({ maxBytes, bytesOf, onEvicted }: LoadingCacheOptions<V>) {
    this.#cache = new LRUCache({
      maxSize: maxBytes,
      // LRUCache does not accept values of size zero.
      sizeCalculation: (value) => Math.max(1, bytesOf(value)),
      dispose: (value, _key, reason) => {
        if (reason === "evict") onEvicted?.(value);
      },
    });
  }

  /** Returns the value if it is cached. */
  peek(key: string): V | undefined {
    return this.#cache.get(key);
  }

  /** Removes a value, so that the next caller loads it again. */
  invalidate(key: string): void {
    this.#cache.delete(key);
  }

  async get(key: string, load: () => Promise<V>): Promise<V> {
    const kept = this.#cache.get(key);
    if (kept !== undefined) return kept;
    const running = this.#loads.get(key);
    if (running) return running;
    const started = load()
      .then((value) => {
        this.#cache.set(key, value);
        return value;
      })
      .finally(() => this.#loads.delete(key));
    this.#loads.set(key, started);
    return started;
  }
}
