import type { LiveClock } from "@shoal/media";

/** Calls when a time has come: the earliest that was asked for. */
export class Alarm {
  readonly #clock: LiveClock;
  readonly #onTime: () => void;
  #atMs = Infinity;
  #abort = new AbortController();

  constructor(clock: LiveClock, onTime: () => void) {
    this.#clock = clock;
    this.#onTime = onTime;
  }

  /**
   * A later time than the one before changes nothing: who is called looks what is due, and asks again. Setting it costs
   * nothing then, however often.
   * @param atMs ms since 1970; Infinity for never.
   */
  set(atMs: number): void {
    if (atMs >= this.#atMs) return;
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#atMs = atMs;
    const handleTime = () => {
      this.#atMs = Infinity;
      this.#onTime();
    };
    this.#clock.waitUntil(atMs, this.#abort.signal).then(handleTime, () => undefined);
  }
}
