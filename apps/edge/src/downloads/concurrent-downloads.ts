import type { ServerResponse } from "node:http";
import { AppError } from "@shoal/contract";
import { networkOf } from "@shoal/domain";

/**
 * The maximum number of downloads per address (IPv6: /64). Each download holds an open file and a buffer for as long as its client keeps
 * the connection. Download managers request 8 to 16 parts at a time.
 */
const MAX_PER_ADDRESS = 32;
/** The maximum over all addresses: 300 stalled downloads take 250 MB. */
const MAX_TOTAL = 400;
const RETRY_AFTER_SEC = 5;

/** The parts of an HTTP response that limit concurrent downloads. */
export type DownloadAnswer = Pick<ServerResponse, "once" | "closed" | "destroy">;

export interface DownloadLimits {
  perAddress?: number;
  total?: number;
}

/**
 * Tracks running downloads by address, so that clients that open connections without reading cannot use up others' memory. When the
 * edge is full, the address with the most downloads loses one to an address with fewer.
 */
export class ConcurrentDownloads {
  /** Responses by address, the oldest first. Addresses without a response are removed. */
  readonly #answers = new Map<string, Set<DownloadAnswer>>();
  readonly #perAddress: number;
  readonly #max: number;
  #total = 0;
  constructor({ perAddress = MAX_PER_ADDRESS, total = MAX_TOTAL }: DownloadLimits = {}) {
    this.#perAddress = perAddress;
    this.#max = total;
  }

  /**
   * Counts a download until its response is closed.
   * @throws AppError "too_many_requests" when the address has reached its limit, "unavailable" when the edge is full and no
   * address has at least two more downloads than this one.
   */
  enter(address: string, res: DownloadAnswer): void {
    const key = networkOf(address);
    const count = this.#answers.get(key)?.size ?? 0;
    if (count >= this.#perAddress)
      throw createRefusal("too_many_requests", "Too many downloads from this address at the same time");
    // A response that is already closed emits no further event that would remove it from the list.
    if (res.closed) return;
    if (this.#total >= this.#max) this.#makeRoom(count);
    const own = this.#answers.get(key) ?? new Set();
    own.add(res);
    this.#answers.set(key, own);
    this.#total += 1;
    res.once("close", () => this.#leave(key, res));
  }

  /** The number of addresses with a running download. */
  get addresses(): number {
    return this.#answers.size;
  }

  /** The number of running downloads. */
  get total(): number {
    return this.#total;
  }

  /**
   * Aborts the newest download of the address with the most downloads. A player that loads a file in parts requests the aborted
   * part again.
   */
  #makeRoom(ownCount: number): void {
    let most: [string, Set<DownloadAnswer>] | undefined;
    for (const each of this.#answers) if (each[1].size > (most?.[1].size ?? 0)) most = each;
    const last = most && [...most[1]].at(-1);
    if (!most || !last || most[1].size <= ownCount + 1)
      throw createRefusal("unavailable", "Too many downloads at the same time");
    this.#leave(most[0], last);
    last.destroy();
  }

  #leave(key: string, res: DownloadAnswer): void {
    const own = this.#answers.get(key);
    if (!own?.delete(res)) return;
    this.#total -= 1;
    if (own.size === 0) this.#answers.delete(key);
  }
}

function createRefusal(code: "too_many_requests" | "unavailable", message: string): AppError {
  const error = new AppError(code, message);
  error.retryAfterSec = RETRY_AFTER_SEC;
  return error;
}
