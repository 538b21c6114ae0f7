import type { DescriptorChange } from "@shoal/contract/edge";
import { LRUCache } from "lru-cache";
import type { DescriptorSource } from "./descriptor-source.ts";

/** A video's descriptor takes a few kB: 10,000 take about 50 MB; others are small. */
const MAX_DESCRIPTORS = 10_000;
/**
 * Without a working change stream, a descriptor is revalidated after this time: with the stream's own 2.5 s, a revocation takes
 * effect within 5 s.
 */
const REVALIDATE_MS = 2_000;
/** With the stream, merely a net below it. */
const REVALIDATE_FOLLOWED_MS = 30_000;
/** Missing videos may appear at any time, which the stream reports. */
const REVALIDATE_MISSING_MS = 1_000;
const REVALIDATE_MISSING_FOLLOWED_MS = 10_000;
/** Descriptors loaded later than this are not loaded again, however many callers want the newest. */
const NEWEST_MS = 250;
/** Stale descriptors serve for a day at most while the api is away. */
const MAX_STALE_MS = 24 * 3_600_000;

/** The api's state of a video, an export link or a client. */
interface Descriptor {
  revision: number;
}

interface Entry<D> {
  descriptor: D | undefined;
  etag: string | undefined;
  checkedAtMs: number;
  /** The run of the change stream in which it was checked. */
  run: number;
  /** A change was announced that the descriptor does not contain yet. */
  isOutdated: boolean;
}

export interface DescriptorCacheOptions<D> {
  source: DescriptorSource<D>;
  /** The run of the change stream that is followed now; undefined while it is down. */
  followedRun: () => number | undefined;
  onSourceAway: (error: unknown) => void;
  /** A cached one changed; `after` is undefined if it was deleted. */
  onChange?: (before: D, after: D | undefined) => void;
  nowMs?: () => number;
}

/**
 * The descriptors of one kind in use, by uuid. One request per uuid at a time; while the api is unreachable, cached ones continue
 * to be served immediately.
 */
export class DescriptorCache<D extends Descriptor> {
  readonly #entries = new LRUCache<string, Entry<D>>({ max: MAX_DESCRIPTORS });
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

  /** The descriptor when it is known and fresh; for paths that must not wait. */
  peek(uuid: string): D | undefined {
    const entry = this.#entries.get(uuid);
    return entry && this.#isFresh(entry) ? entry.descriptor : undefined;
  }

  /** The last known descriptor, also while the api is away. */
  lastKnown(uuid: string): D | undefined {
    const entry = this.#entries.get(uuid);
    return entry && this.#isUsableStale(entry) ? entry.descriptor : undefined;
  }

  /** Whether a descriptor is known not to exist. */
  isGone(uuid: string): boolean {
    const entry = this.#entries.get(uuid);
    return entry !== undefined && !entry.descriptor && this.#isFresh(entry);
  }

  /** All cached ones, fresh or stale. */
  *known(): IterableIterator<D> {
    for (const { descriptor } of this.#entries.values()) if (descriptor) yield descriptor;
  }

  /**
   * @returns undefined when there is none.
   * @throws what the source threw when nothing usable is known.
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
   * Finds a descriptor for callers that know of a change which the stream may not have announced yet.
   * @throws as `find`.
   */
  async findNewest(uuid: string): Promise<D | undefined> {
    const entry = this.#entries.get(uuid);
    if (!entry || this.#nowMs() - entry.checkedAtMs < NEWEST_MS) return this.find(uuid);
    return this.#refresh(uuid, entry);
  }

  /** Applies an announced change, and reloads the descriptor if it is cached. */
  apply(change: Pick<DescriptorChange, "uuid" | "revision">): void {
    const entry = this.#entries.get(change.uuid);
    if (this.#refreshes.has(change.uuid)) this.#announced.set(change.uuid, change.revision);
    if (!entry || entry.descriptor?.revision === change.revision) return;
    entry.isOutdated = true;
    this.#refresh(change.uuid, entry).catch(() => {});
  }

  /** Applies a change to all cached descriptors that it concerns. */
  applyWhere(isMeant: (descriptor: D) => boolean, revision: number): void {
    const names = [...this.#entries.entries()].filter(
      ([, { descriptor }]) => descriptor && isMeant(descriptor),
    );
    for (const [uuid] of names) this.apply({ uuid, revision });
  }

  /** A missing one is requested again by the next caller, and one being requested once more. */
  invalidateMissing(): void {
    for (const uuid of this.#refreshes.keys()) this.#announced.set(uuid, Number.NaN);
    const missing = [...this.#entries.entries()].filter(([, { descriptor }]) => !descriptor);
    for (const [uuid] of missing) this.#entries.delete(uuid);
  }

  #isFresh(entry: Entry<D>): boolean {
    if (entry.isOutdated) return false;
    const ageMs = this.#nowMs() - entry.checkedAtMs;
    const isFollowed = entry.run === this.#options.followedRun();
    if (!entry.descriptor)
      return ageMs < (isFollowed ? REVALIDATE_MISSING_FOLLOWED_MS : REVALIDATE_MISSING_MS);
    return ageMs < (isFollowed ? REVALIDATE_FOLLOWED_MS : REVALIDATE_MS);
  }

  #isUsableStale(entry: Entry<D>): boolean {
    return entry.descriptor !== undefined && this.#nowMs() - entry.checkedAtMs < MAX_STALE_MS;
  }

  #refresh(uuid: string, entry: Entry<D> | undefined): Promise<D | undefined> {
    const running = this.#refreshes.get(uuid);
    if (running) return running;
    const started = this.#fetch(uuid, entry).finally(() => {
      this.#refreshes.delete(uuid);
      this.#announced.delete(uuid);
    });
    this.#refreshes.set(uuid, started);
    return started;
  }

  async #fetch(uuid: string, known: Entry<D> | undefined): Promise<D | undefined> {
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
