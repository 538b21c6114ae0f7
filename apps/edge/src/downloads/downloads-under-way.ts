import type { ServerResponse } from "node:http";
import { AppError } from "@shoal/contract";
import { networkOf } from "@shoal/domain";

/**
 * Of one address (IPv6: /64). Each holds an open file and some of its bytes for as long as its reader likes. Download managers ask for 8 to
 * 16 parts at a time.
 */
const PER_ADDRESS_MAX = 32;
const RETRY_AFTER_SEC = 5;

/** How many downloads each address has under way: who opens connections and reads nothing takes memory from nobody else. */
export class DownloadsUnderWay {
  readonly #counts = new Map<string, number>();
  readonly #max: number;
  constructor(max = PER_ADDRESS_MAX) {
    this.#max = max;
  }

  /**
   * Counts a download until its answer is closed.
   * @throws AppError "too_many_requests" when the address has as many as it may have.
   */
  enter(address: string, res: Pick<ServerResponse, "once" | "closed">): void {
    const key = networkOf(address);
    const count = this.#counts.get(key) ?? 0;
    if (count >= this.#max) {
      const error = new AppError(
        "too_many_requests",
        "Too many downloads from this address at the same time",
      );
      error.retryAfterSec = RETRY_AFTER_SEC;
      throw error;
    }
    // It would never leave.
    if (res.closed) return;
    this.#counts.set(key, count + 1);
    res.once("close", () => this.#leave(key));
  }

  /** Addresses with a download under way. */
  get addresses(): number {
    return this.#counts.size;
  }

  #leave(key: string): void {
    const left = (this.#counts.get(key) ?? 1) - 1;
    if (left > 0) this.#counts.set(key, left);
    else this.#counts.delete(key);
  }
}
