import type { LiveClock } from "@shoal/media";

/** Calls back at the earliest of the requested times. */
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
   * Sets the alarm. A time later than the one already set changes nothing: when the alarm fires, the callback checks what is due
   * and sets the alarm again. This makes frequent calls cheap.
   * @param atMs ms since 1970; Infinity for no alarm.
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
