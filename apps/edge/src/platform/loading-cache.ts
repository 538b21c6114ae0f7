import type { BoundedCache } from "./bounded-cache.ts";

/**
 * A cache in front of a loader: callers who want the same key at the same time share one load. Failures are not kept.
 */
export class LoadingCache<V> {
  readonly #cache: BoundedCache<string, V>;
  readonly #loads = new Map<string, Promise<V>>();
  constructor(cache: BoundedCache<string, V>) {
    this.#cache = cache;
  }

  /** The value when it is there already. */
  peek(key: string): V | undefined {
    return this.#cache.get(key);
  }

  /** So that it is loaded anew. */
  forget(key: string): void {
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
