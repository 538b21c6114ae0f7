import { distanceOf, formerOf, nextOf } from "./sequence.ts";

/** From one packet to another, both among them. */
export type PacketRange = [first: number, last: number];

/** Packets that have come of one connection, put in order. Those before a gap can be taken; those behind it wait. */
export class ReceiveWindow {
  readonly #mostPackets: number;
  /** Behind the gap, or null for those that will not come. */
  readonly #waiting = new Map<number, { body: Buffer; arrivedMs: number } | null>();
  readonly #ready: Buffer[] = [];
  #next: number;
  /** The one behind the last that was heard of. */
  #end: number;

  constructor(initialSequence: number, mostPackets: number) {
    this.#next = initialSequence;
    this.#end = initialSequence;
    this.#mostPackets = mostPackets;
  }

  /** All before it have come, or will not come any more. */
  get next(): number {
    return this.#next;
  }

  get room(): number {
    return Math.max(0, this.#mostPackets - this.#ready.length - this.#waiting.size);
  }

  /** Decides by the number alone, before anything is spent on it. */
  isWanted(sequence: number): boolean {
    const ahead = distanceOf(sequence, this.#next);
    return ahead >= 0 && ahead < this.room && !this.#waiting.has(sequence);
  }

  /** @param sequence must be wanted. @returns those that seem to be lost before it. */
  push(sequence: number, body: Buffer, nowMs: number): PacketRange | undefined {
    const skipped = distanceOf(sequence, this.#end);
    const lost: PacketRange | undefined = skipped > 0 ? [this.#end, formerOf(sequence)] : undefined;
    if (skipped >= 0) this.#end = nextOf(sequence);
    this.#waiting.set(sequence, { body, arrivedMs: nowMs });
    this.#advance();
    return lost;
  }

  /** These will not come any more. @returns how many of them were missing. */
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

  /** Goes over gaps that others have waited behind for longer. @returns how many packets were missing. */
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

  /** The maximum of gaps. */
  listLost(most: number): PacketRange[] {
    const lost: PacketRange[] = [];
    let first: number | undefined;
    for (let at = this.#next; at !== this.#end && lost.length < most; at = nextOf(at)) {
      if (!this.#waiting.has(at)) first ??= at;
      else if (first !== undefined) {
        lost.push([first, formerOf(at)]);
        first = undefined;
      }
    }
    return lost;
  }

  /** All that is in order, once. */
  take(): Buffer[] {
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
