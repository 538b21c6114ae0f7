import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";

/** The maximum number of new names per hour. A site has a few collections; the limit keeps out invented names. */
const NAMES_PER_HOUR = 20;
const HOUR_MS = 3_600_000;
/** The number of remembered networks. Their names take about 10 MB if each network reports the maximum. */
const MAX_NETWORKS = 10_000;
const DIGEST_LENGTH = 12;

interface CountedNames {
  names: Set<string>;
  sinceMs: number;
}

/** Limits how many new names per hour are reported from each network, or with each key. */
export class NamedCollections {
  readonly #networks = new LRUCache<string, CountedNames>({ max: MAX_NETWORKS });
  readonly #nowMs: () => number;
  readonly #perHour: number;
  constructor(nowMs: () => number = Date.now, perHour = NAMES_PER_HOUR) {
    this.#nowMs = nowMs;
    this.#perHour = perHour;
  }

  /**
   * Counts a name.
   * @param from the network or key for which names are counted.
   * @param name the name of a collection or of media, prefixed by its client.
   * @returns false for a further name of a network or key that has reached its hourly limit.
   */
  tryConsume(from: string, name: string): boolean {
    const nowMs = this.#nowMs();
    const before = this.#networks.get(from);
    const named =
      before && nowMs - before.sinceMs < HOUR_MS ? before : { names: new Set<string>(), sinceMs: nowMs };
    if (named !== before) this.#networks.set(from, named);
    const digest = hash("sha256", name, "base64url").slice(0, DIGEST_LENGTH);
    if (named.names.has(digest)) return true;
    if (named.names.size >= this.#perHour) return false;
    named.names.add(digest);
    return true;
  }
}
