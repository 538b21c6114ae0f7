import { AppError, fillPath } from "@shoal/contract";
import { INTERNAL_SECRET_HEADER, internalRoutes } from "@shoal/contract/edge";
import { invalid } from "@shoal/tokens";
import { LRUCache } from "lru-cache";
import type { ApiAddress } from "./descriptor-source.ts";

/**
 * How long a response is cached, in ms. A cache is needed because download managers request many parts of a file at the same time,
 * pages many sprites, and players many segments.
 */
const CACHE_TTL_MS = 2_000;
/** The time limit of a call, the same as for a descriptor. */
const TIMEOUT_MS = 3_000;
const CACHE_SIZE = 10_000;

interface CachedCheck {
  isAllowed: Promise<boolean>;
  atMs: number;
}

/** Asks the api whether a user of a client still has the right to the video of a link or preview. */
export class OwnerRightsCache {
  readonly #api: ApiAddress;
  readonly #checked = new LRUCache<string, CachedCheck>({ max: CACHE_SIZE });
  readonly #lost = new LRUCache<string, true>({ max: CACHE_SIZE });
  constructor(api: ApiAddress) {
    this.#api = api;
  }

  /**
   * Requires that a user still has the right.
   * @param userUuid the user to whom the link was issued.
   * @throws AppError "token_invalid" for a user who was deleted, moved to another client or lost the role; "unavailable" while the
   * api, which knows the rights, is unreachable
   */
  async require(userUuid: string, videoUuid: string): Promise<void> {
    if (!(await this.#find(userUuid, videoUuid))) throw invalid();
  }

  /**
   * Whether an admitted user has lost the right. Returns the last result without waiting, and requests a new one if it is old.
   * Admitted users stay while the api is unreachable.
   */
  hasLost(userUuid: string, videoUuid: string): boolean {
    const key = `${userUuid} ${videoUuid}`;
    this.#find(userUuid, videoUuid).then(
      (isAllowed) => (isAllowed ? this.#lost.delete(key) : this.#lost.set(key, true)),
      () => {},
    );
    return this.#lost.get(key) ?? false;
  }

  #find(user: string, video: string): Promise<boolean> {
    const key = `${user} ${video}`;
    const known = this.#checked.get(key);
    if (known && performance.now() - known.atMs < CACHE_TTL_MS) return known.isAllowed;
    const isAllowed = this.#check(user, video);
    this.#checked.set(key, { isAllowed, atMs: performance.now() });
    isAllowed.catch(() => this.#checked.delete(key));
    return isAllowed;
  }

  async #check(user: string, video: string): Promise<boolean> {
    const { apiUrl, internalSecret } = this.#api;
    const { path, response: schema } = internalRoutes.getOwnerRight;
    try {
      const response = await fetch(`${apiUrl}${fillPath(path, { user, video })}`, {
        headers: { [INTERNAL_SECRET_HEADER]: internalSecret },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return schema.parse(await response.json()).isAllowed;
    } catch (error) {
      throw new AppError("unavailable", `The api did not say whom the link was given to: ${String(error)}`);
    }
  }
}
