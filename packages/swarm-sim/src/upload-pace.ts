import type { Clock } from "./clock.ts";

/** What is sent at its pace. */
interface PacedFlow {
  retime(): void;
}

/** What was not used of so long may be sent without pauses (`UploadPace` of the engine). */
const SAVED_MS = 2_000;

/**
 * The share of an uplink that the rule leaves to peers: on the mean no more, but what was saved up goes as fast as the line
 * takes it.
 */
export class UploadPace {
  readonly #flows = new Set<PacedFlow>();
  readonly #clock: Clock;
  readonly #allowedBytesPerMs: number;
  #savedBytes: number;
  #sinceMs: number;
  #usedBytesPerMs = 0;
  #isHolding = false;
  #version = 0;

  constructor(clock: Clock, allowedBytesPerMs: number) {
    this.#clock = clock;
    this.#allowedBytesPerMs = allowedBytesPerMs;
    this.#savedBytes = allowedBytesPerMs * SAVED_MS;
    this.#sinceMs = clock.nowMs;
  }

  /** The most that one of its flows may have. */
  get mostBytesPerMs(): number {
    return this.#isHolding ? this.#allowedBytesPerMs / this.#flows.size : Number.POSITIVE_INFINITY;
  }

  add(flow: PacedFlow): void {
    this.#settle();
    this.#flows.add(flow);
    this.#isHolding = this.#savedBytes <= 0;
    this.#retime();
  }

  remove(flow: PacedFlow): void {
    this.#settle();
    this.#flows.delete(flow);
    this.#retime();
  }

  /** A flow is faster by so much now. */
  changed(bytesPerMs: number): void {
    this.#settle();
    this.#usedBytesPerMs += bytesPerMs;
    this.#watchEnd();
  }

  #settle(): void {
    const { nowMs } = this.#clock;
    const saved =
      this.#savedBytes + (nowMs - this.#sinceMs) * (this.#allowedBytesPerMs - this.#usedBytesPerMs);
    this.#savedBytes = Math.max(0, Math.min(this.#allowedBytesPerMs * SAVED_MS, saved));
    this.#sinceMs = nowMs;
  }

  /** When all that was saved will have been sent. */
  #watchEnd(): void {
    this.#version += 1;
    const excess = this.#usedBytesPerMs - this.#allowedBytesPerMs;
    if (this.#isHolding || excess <= 0) return;
    const version = this.#version;
    this.#clock.after(this.#savedBytes / excess, () => {
      if (version !== this.#version) return;
      this.#settle();
      this.#isHolding = true;
      this.#retime();
    });
  }

  #retime(): void {
    for (const flow of this.#flows) flow.retime();
  }
}
