import { distanceOf, nextOf, previousOf } from "./sequence.ts";

/** A range of sequence numbers, including both ends. */
export type PacketRange = [first: number, last: number];

/** Reorders the received packets of a connection. Packets before the first gap can be read, and later ones wait. */
export class ReceiveWindow {
  readonly #mostPackets: number;
  /** The packets after the first gap; null for packets that were declared lost. */
  readonly #waiting = new Map<number, { body: Buffer; arrivedMs: number } | null>();
  readonly #ready: Buffer[] = [];
  #next: number;
  /** The sequence number after the last known packet. */
  #end: number;

  constructor(initialSequence: number, mostPackets: number) {
    this.#next = initialSequence;
    this.#end = initialSequence;
    this.#mostPackets = mostPackets;
  }

  /** The first sequence number that was neither received nor declared lost. */
  get next(): number {
    return this.#next;
  }

  get room(): number {
    return Math.max(0, this.#mostPackets - this.#ready.length - this.#waiting.size);
  }

  /** Whether a packet is needed. The sequence number decides this before any work is spent on the packet. */
  isWanted(sequence: number): boolean {
    const ahead = distanceOf(sequence, this.#next);
    return ahead >= 0 && ahead < this.room && !this.#waiting.has(sequence);
  }

  /**
   * Adds a packet that is needed.
   * @returns the packets before it that seem to be lost.
   */
  push(sequence: number, body: Buffer, nowMs: number): PacketRange | undefined {
    const skipped = distanceOf(sequence, this.#end);
    const lost: PacketRange | undefined = skipped > 0 ? [this.#end, previousOf(sequence)] : undefined;
    if (skipped >= 0) this.#end = nextOf(sequence);
    this.#waiting.set(sequence, { body, arrivedMs: nowMs });
    this.#advance();
    return lost;
  }

  /**
   * Declares a range of packets lost.
   * @returns how many of them had not arrived.
   */
  giveUp([first, last]: PacketRange): number {
    const from = Math.max(0, distanceOf(first, this.#next));
    const to = Math.min(distanceOf(last, this.#next), distanceOf(this.#end, this.#next) - 1);
    let lost = 0;
    for (let ahead = from; ahead <= to; ahead++) {
      const sequence = nextOf(this.#next, ahead);
      if (this.#waiting.has(sequence)) continue;
      this.#waiting.set(sequence, null);
      lost += 1;
    }
    this.#advance();
    return lost;
  }

  /**
   * Skips gaps after which packets have waited for longer than the latency.
   * @returns how many packets were missing.
   */
  giveUpLate(latencyMs: number, nowMs: number): number {
    let lost = 0;
    while (this.#waiting.size > 0) {
      let sequence = this.#next;
      while (!this.#waiting.has(sequence)) sequence = nextOf(sequence);
      const behind = this.#waiting.get(sequence);
      if (behind && nowMs - behind.arrivedMs < latencyMs) break;
      lost += distanceOf(sequence, this.#next);
      this.#next = sequence;
      this.#advance();
    }
    return lost;
  }

  /**
   * Lists the gaps.
   * @param most the maximum number of ranges in the list.
   */
  listLost(most: number): PacketRange[] {
    const lost: PacketRange[] = [];
    let first: number | undefined;
    for (let at = this.#next; at !== this.#end && lost.length < most; at = nextOf(at)) {
      if (!this.#waiting.has(at)) first ??= at;
      else if (first !== undefined) {
        lost.push([first, previousOf(at)]);
        first = undefined;
      }
    }
    return lost;
  }

  /** Returns and removes all packets before the first gap. */
  drain(): Buffer[] {
    return this.#ready.splice(0);
  }

  #advance(): void {
    for (;;) {
      const found = this.#waiting.get(this.#next);
      if (found === undefined) return;
      this.#waiting.delete(this.#next);
      if (found) this.#ready.push(found.body);
      this.#next = nextOf(this.#next);
    }
  }
}
