/** The maximum number of held calls. Each takes a socket and a few hundred bytes. */
const MAX_PENDING = 20_000;
/** The number of calls that are completed before new calls are handled. Each session costs half a millisecond. */
const BATCH_SIZE = 16;
/** The longest time for which a call is held. Common load balancers wait longer than this for a response. */
const MAX_WAIT_SEC = 25;

/**
 * Parses how long a caller is willing to wait from its header `Prefer: wait=20` (RFC 7240), in ms; 0 if the header is missing.
 * @example waitMsOf("wait=20") // 20000
 */
export function parseWaitMs(prefer: string | undefined): number {
  const wanted = /^wait=(\d{1,3})$/.exec(prefer ?? "")?.[1];
  return Math.min(Number(wanted ?? 0), MAX_WAIT_SEC) * 1_000;
}

/** A caller that is willing to wait. */
export interface PlayWait {
  timeoutMs: number;
  /** Fires when the caller has disconnected. */
  gone: AbortSignal;
  /** Called if the call is held instead of completed immediately. */
  onHeld(): void;
}

/**
 * Holds play calls for videos that cannot be played yet, such as a live that is not on air, or a video without a segment so far.
 * The calls are completed when the video changes, so that players need not repeat them.
 */
export class PlayWaits {
  readonly #max: number;
  readonly #byVideo = new Map<string, Set<() => void>>();
  readonly #due: (() => void)[] = [];
  #count = 0;
  #isTurning = false;
  #isClosed = false;

  constructor(max = MAX_PENDING) {
    this.#max = max;
  }

  get count(): number {
    return this.#count;
  }

  /**
   * Calls `attempt` until it succeeds, fails for a lasting reason, or the caller's time is up.
   * @param isEarly whether a failure may resolve with time.
   * @returns the result of the last attempt.
   * @throws the error of the last attempt.
   */
  async hold<T>(
    video: string,
    { timeoutMs, gone, onHeld }: PlayWait,
    { attempt, isEarly }: { attempt(): Promise<T>; isEarly(error: unknown): boolean },
  ): Promise<T> {
    const endsAtMs = performance.now() + timeoutMs;
    for (;;) {
      // The video is watched for changes before the attempt starts, so that a change during the attempt is not missed.
      const change = this.#nextChange(video, endsAtMs - performance.now(), gone);
      try {
        return await attempt();
      } catch (error) {
        if (!change || !isEarly(error)) throw error;
        onHeld();
        if (!(await change.happened)) throw error;
      } finally {
        change?.cancel();
      }
    }
  }

  /** Retries the held calls for a changed video, a few at a time. */
  wake(video: string): void {
    this.#release(this.#byVideo.get(video) ?? []);
  }

  /** Completes all held calls immediately, and holds no further ones. */
  close(): void {
    this.#isClosed = true;
    for (const waiting of this.#byVideo.values()) this.#release(waiting);
  }

  /** Watches for the video's next change. @returns undefined if the call cannot be held. */
  #nextChange(
    video: string,
    timeoutMs: number,
    gone: AbortSignal,
  ): { happened: Promise<boolean>; cancel(): void } | undefined {
    if (this.#isClosed || this.#count >= this.#max || timeoutMs <= 0 || gone.aborted) return undefined;
    const { promise: happened, resolve } = Promise.withResolvers<boolean>();
    const change = () => resolve(!this.#isClosed);
    const giveUp = () => resolve(false);
    const waiting = this.#byVideo.get(video) ?? new Set();
    this.#byVideo.set(video, waiting.add(change));
    this.#count += 1;
    const timer = setTimeout(giveUp, timeoutMs);
    gone.addEventListener("abort", giveUp, { once: true });
    const cancel = () => {
      clearTimeout(timer);
      gone.removeEventListener("abort", giveUp);
      this.#count -= 1;
      waiting.delete(change);
      if (waiting.size === 0 && this.#byVideo.get(video) === waiting) this.#byVideo.delete(video);
    };
    return { happened, cancel };
  }

  #release(waiting: Iterable<() => void>): void {
    this.#due.push(...waiting);
    if (!this.#isTurning) this.#releaseSome();
  }

  #releaseSome(): void {
    for (const release of this.#due.splice(0, BATCH_SIZE)) release();
    this.#isTurning = this.#due.length > 0;
    if (this.#isTurning) setImmediate(() => this.#releaseSome());
  }
}
