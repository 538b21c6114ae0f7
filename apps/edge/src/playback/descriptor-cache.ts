import type { DescriptorChange } from "@shoal/contract/edge";
import { LRUCache } from "lru-cache";
import type { DescriptorSource } from "./descriptor-source.ts";

/**
 * The maximum number of cached descriptors per kind. Descriptors of videos take a few kB, so 10,000 of them take about 50 MB. Other
 * descriptors are smaller.
 */
const MAX_DESCRIPTORS = 10_000;
/**
 * The maximum age of a descriptor while the change stream is down. A broken stream is noticed within 2.5 s, so that a revocation
 * takes effect within 5 s.
 */
const REVALIDATION_AGE_MS = 2_000;
/** The maximum age while the change stream works, in case the stream has missed a change. */
const FOLLOWED_REVALIDATION_AGE_MS = 30_000;
/** How long a descriptor counts as missing while the change stream, which announces new descriptors, is down. */
const MISSING_REVALIDATION_AGE_MS = 1_000;
const FOLLOWED_MISSING_REVALIDATION_AGE_MS = 10_000;
/** A descriptor younger than this counts as the newest, so that many callers cause one request. */
const FRESH_AGE_MS = 250;
/** How long stale descriptors are used while the api is unreachable. */
const MAX_STALE_MS = 24 * 3_600_000;

/** The fields that descriptors of videos, export links and clients have in common. */
interface Descriptor {
  revision: number;
}

interface CacheEntry<D> {
  descriptor: D | undefined;
  etag: string | undefined;
  checkedAtMs: number;
  /** The connection of the change stream during which the descriptor was last checked. */
  run: number;
  /** Whether a change was announced that the cached descriptor does not contain yet. */
  isOutdated: boolean;
}

export interface DescriptorCacheOptions<D> {
  source: DescriptorSource<D>;
  /** Returns the current connection of the change stream; undefined while it is down. */
  followedRun: () => number | undefined;
  onSourceAway: (error: unknown) => void;
  /** Called when a cached descriptor changed; `after` is undefined if it was deleted. */
  onChange?: (before: D, after: D | undefined) => void;
  nowMs?: () => number;
}

/**
 * Caches the descriptors of one kind by uuid, with one request per uuid at a time. While the api is unreachable, cached
 * descriptors are still returned immediately.
 */
export class DescriptorCache<D extends Descriptor> {
  readonly #entries = new LRUCache<string, CacheEntry<D>>({ max: MAX_DESCRIPTORS });
  readonly #refreshes = new Map<string, Promise<D | undefined>>();
  readonly #announced = new Map<string, number>();
  readonly #options: DescriptorCacheOptions<D>;
  readonly #nowMs: () => number;
  #isSourceAway = false;

  constructor(options: DescriptorCacheOptions<D>) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
  }

  get isSourceAway(): boolean {
    return this.#isSourceAway;
  }

  /** Returns the descriptor if it is cached and fresh. For callers that must not wait. */
  peek(uuid: string): D | undefined {
    const entry = this.#entries.get(uuid);
    return entry && this.#isFresh(entry) ? entry.descriptor : undefined;
  }

  /** Returns the last known descriptor, whatever its age. */
  lastKnown(uuid: string): D | undefined {
    const entry = this.#entries.get(uuid);
    return entry && this.#isUsableStale(entry) ? entry.descriptor : undefined;
  }

  /** Whether a descriptor is known not to exist. */
  isGone(uuid: string): boolean {
    const entry = this.#entries.get(uuid);
    return entry !== undefined && !entry.descriptor && this.#isFresh(entry);
  }

  /** Iterates over all cached descriptors, fresh or stale. */
  *known(): IterableIterator<D> {
    for (const { descriptor } of this.#entries.values()) if (descriptor) yield descriptor;
  }

  /**
   * Finds a descriptor, in the cache if it is fresh there.
   * @returns undefined if the api has no such descriptor.
   * @throws the error of the source, if nothing usable is cached.
   */
  async find(uuid: string): Promise<D | undefined> {
    const entry = this.#entries.get(uuid);
    if (entry && this.#isFresh(entry)) return entry.descriptor;
    const refresh = this.#refresh(uuid, entry);
    if (!entry || !this.#isSourceAway || !this.#isUsableStale(entry)) return refresh;
    refresh.catch(() => {});
    return entry.descriptor;
  }

  /**
   * Finds a descriptor for callers that know of a change that the stream may not have announced yet.
   * @throws the same errors as `find`.
   */
  async findNewest(uuid: string): Promise<D | undefined> {
    const entry = this.#entries.get(uuid);
    if (!entry || this.#nowMs() - entry.checkedAtMs < FRESH_AGE_MS) return this.find(uuid);
    return this.#refresh(uuid, entry);
  }

  /** Applies an announced change. Reloads the descriptor if it is cached. */
  apply(change: Pick<DescriptorChange, "uuid" | "revision">): void {
    const entry = this.#entries.get(change.uuid);
    if (this.#refreshes.has(change.uuid)) this.#announced.set(change.uuid, change.revision);
    if (!entry || entry.descriptor?.revision === change.revision) return;
    entry.isOutdated = true;
    this.#refresh(change.uuid, entry).catch(() => {});
  }

  /** Applies a change to all cached descriptors that the change affects. */
  applyWhere(isMeant: (descriptor: D) => boolean, revision: number): void {
    const names = [...this.#entries.entries()].filter(
      ([, { descriptor }]) => descriptor && isMeant(descriptor),
    );
    for (const [uuid] of names) this.apply({ uuid, revision });
  }

  /** Forgets which descriptors are missing. The next caller requests them again, and running requests are repeated. */
  invalidateMissing(): void {
    for (const uuid of this.#refreshes.keys()) this.#announced.set(uuid, Number.NaN);
    const missing = [...this.#entries.entries()].filter(([, { descriptor }]) => !descriptor);
    for (const [uuid] of missing) this.#entries.delete(uuid);
  }

  #isFresh(entry: CacheEntry<D>): boolean {
    if (entry.isOutdated) return false;
    const ageMs = this.#nowMs() - entry.checkedAtMs;
    const isFollowed = entry.run === this.#options.followedRun();
    if (!entry.descriptor)
      return ageMs < (isFollowed ? FOLLOWED_MISSING_REVALIDATION_AGE_MS : MISSING_REVALIDATION_AGE_MS);
    return ageMs < (isFollowed ? FOLLOWED_REVALIDATION_AGE_MS : REVALIDATION_AGE_MS);
  }

  #isUsableStale(entry: CacheEntry<D>): boolean {
    return entry.descriptor !== undefined && this.#nowMs() - entry.checkedAtMs < MAX_STALE_MS;
  }

  #refresh(uuid: string, entry: CacheEntry<D> | undefined): Promise<D | undefined> {
    const running = this.#refreshes.get(uuid);
    if (running) return running;
    const started = this.#fetch(uuid, entry).finally(() => {
      this.#refreshes.delete(uuid);
      this.#announced.delete(uuid);
    });
    this.#refreshes.set(uuid, started);
    return started;
  }

  async #fetch(uuid: string, known: CacheEntry<D> | undefined): Promise<D | undefined> {
    const checkedAtMs = this.#nowMs();
    const run = this.#options.followedRun() ?? -1;
    try {
      const answer = await this.#options.source(uuid, known?.descriptor ? known.etag : undefined);
      this.#isSourceAway = false;
      const found = answer.kind === "found" ? answer : answer.kind === "unchanged" ? known : undefined;
      const descriptor = found?.descriptor;
      const announced = this.#announced.get(uuid);
      const isOutdated = announced !== undefined && announced !== descriptor?.revision;
      this.#entries.set(uuid, { descriptor, etag: found?.etag, checkedAtMs, run, isOutdated });
      if (known?.descriptor && answer.kind !== "unchanged")
        this.#options.onChange?.(known.descriptor, descriptor);
      return descriptor;
    } catch (error) {
      this.#isSourceAway = true;
      this.#options.onSourceAway(error);
      if (known && this.#isUsableStale(known)) return known.descriptor;
      throw error;
    }
  }
}
