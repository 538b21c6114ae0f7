import type { Clock } from "./clock.ts";

/** A flow whose rate is limited by the pace. */
interface PacedFlow {
  retime(): void;
}

/** The time whose unused capacity may be sent without pauses (`UploadPace` of the engine). */
const SAVED_CAPACITY_MS = 2_000;

/**
 * The share of an uplink that the rule allows for peers. On average, no more is used, but unused capacity is sent as fast as the
 * line allows.
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
    this.#savedBytes = allowedBytesPerMs * SAVED_CAPACITY_MS;
    this.#sinceMs = clock.nowMs;
  }

  /** The maximum rate of a single flow. */
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

  /** Records that the rate of a flow has changed by this much. */
  changed(bytesPerMs: number): void {
    this.#settle();
    this.#usedBytesPerMs += bytesPerMs;
    this.#watchEnd();
  }

  #settle(): void {
    const { nowMs } = this.#clock;
    const saved =
      this.#savedBytes + (nowMs - this.#sinceMs) * (this.#allowedBytesPerMs - this.#usedBytesPerMs);
    this.#savedBytes = Math.max(0, Math.min(this.#allowedBytesPerMs * SAVED_CAPACITY_MS, saved));
    this.#sinceMs = nowMs;
  }

  /** Waits for the time at which all unused capacity will have been sent. */
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
