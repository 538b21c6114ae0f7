import type { LiveClock } from "@shoal/media";

interface PendingWait {
  timeMs: number;
  resolve(): void;
}

/** A clock for tests. Time advances only in `runUntil`, from one waiting timer to the next. */
export class ManualClock implements LiveClock {
  #nowMs: number;
  #waiters: PendingWait[] = [];
  #notifyArrival: (() => void) | undefined;

  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  /** The next time at which a timer is due, or undefined without timers. */
  get nextMs(): number | undefined {
    const times = this.#waiters.map(({ timeMs }) => timeMs);
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  waitUntil(timeMs: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (timeMs <= this.#nowMs) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const waiter = { timeMs, resolve };
      this.#waiters.push(waiter);
      this.#notifyArrival?.();
      signal.addEventListener("abort", () => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        reject(signal.reason);
      });
    });
  }

  /** Returns once the only user of this clock waits for a later time. */
  async runUntil(timeMs: number): Promise<void> {
    for (;;) {
      while (this.#waiters.length === 0)
        await new Promise<void>((resolve) => {
          this.#notifyArrival = resolve;
        });
      const [next] = this.#waiters;
      if (!next || next.timeMs > timeMs) break;
      this.#waiters.shift();
      this.#nowMs = Math.max(this.#nowMs, next.timeMs);
      next.resolve();
    }
    this.#nowMs = timeMs;
  }
}
