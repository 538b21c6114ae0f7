/**
 * The number of channels that are opened at the same time, and the minimum interval between two channels. Until it is open, each
 * channel sends a check of 122 bytes every 48 ms (Chromium). Seven channels at the same time fill an uplink of 133 kbps with
 * checks, just when the first segments are due.
 */
const MAX_CALLS = 2;
const MIN_CALL_INTERVAL_MS = 600;

/**
 * Connects a viewer to their matched peers, a few at a time.
 *
 * @example
 * const calls = new CallQueue((peerId) => links.get(peerId)?.call());
 * calls.add("a");
 * calls.settled("a"); // open, or closed
 */
export class CallQueue {
  readonly #call: (peerId: string) => void;
  readonly #running = new Map<string, ReturnType<typeof setTimeout>>();
  #waiting: string[] = [];

  constructor(call: (peerId: string) => void) {
    this.#call = call;
  }

  add(peerId: string): void {
    this.#waiting.push(peerId);
    this.#callNext();
  }

  /** Reports that a peer's channel is open or will never open. */
  settled(peerId: string): void {
    this.#waiting = this.#waiting.filter((id) => id !== peerId);
    clearTimeout(this.#running.get(peerId));
    if (this.#running.delete(peerId)) this.#callNext();
  }

  #callNext(): void {
    while (this.#running.size < MAX_CALLS) {
      const peerId = this.#waiting.shift();
      if (peerId === undefined) return;
      this.#running.set(
        peerId,
        setTimeout(() => this.settled(peerId), MIN_CALL_INTERVAL_MS),
      );
      this.#call(peerId);
    }
  }
}
