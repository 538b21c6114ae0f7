import { AppError } from "@shoal/contract";
import type { LiveStream } from "@shoal/media";

/** Each holds a socket and a few hundred bytes. */
const HELD_MAX = 20_000;

/** Requests that wait for what a live has not published yet. */
export class HeldRequests {
  readonly #max: number;
  #count = 0;
  constructor(max = HELD_MAX) {
    this.#max = max;
  }

  get count(): number {
    return this.#count;
  }

  /**
   * Waits until `isReady`, which is asked after each change of the window.
   * @returns false when the time is up or the caller has gone.
   * @throws AppError "too_many_requests" when too many wait already.
   */
  until(
    stream: LiveStream,
    isReady: () => boolean,
    { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
  ): Promise<boolean> {
    if (isReady()) return Promise.resolve(true);
    if (signal.aborted) return Promise.resolve(false);
    if (this.#count >= this.#max)
      throw new AppError("too_many_requests", "Too many requests wait for this live");
    this.#count += 1;
    return new Promise((resolve) => {
      const end = (isInTime: boolean) => {
        clearTimeout(timer);
        stopListening();
        signal.removeEventListener("abort", giveUp);
        this.#count -= 1;
        resolve(isInTime);
      };
      const giveUp = () => end(false);
      const timer = setTimeout(giveUp, timeoutMs);
      const stopListening = stream.onChange(() => {
        if (isReady()) end(true);
      });
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }
}
