import { hash } from "node:crypto";
import { BoundedCache } from "../platform/bounded-cache.ts";

/** A site has a handful of collections; whoever makes up names stops here. */
const NAMES_PER_HOUR = 20;
const HOUR_MS = 3_600_000;
/** About 10 MB when all of them name as many as they may. */
const NETWORKS_REMEMBERED = 10_000;
const DIGEST_LENGTH = 12;

interface Named {
  names: Set<string>;
  sinceMs: number;
}

/** Which collections pages name from each network: so many an hour may be new. */
export class NamedCollections {
  readonly #networks = new BoundedCache<string, Named>(NETWORKS_REMEMBERED);
  readonly #nowMs: () => number;
  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  /**
   * @param name of a collection with its client.
   * @returns false where as many others were named from this network within the hour.
   */
  take(network: string, name: string): boolean {
    const nowMs = this.#nowMs();
    const before = this.#networks.get(network);
    const named =
      before && nowMs - before.sinceMs < HOUR_MS ? before : { names: new Set<string>(), sinceMs: nowMs };
    if (named !== before) this.#networks.set(network, named);
    const digest = hash("sha256", name, "base64url").slice(0, DIGEST_LENGTH);
    if (named.names.has(digest)) return true;
    if (named.names.size >= NAMES_PER_HOUR) return false;
    named.names.add(digest);
    return true;
  }
}
