interface Entry {
  atMs: number;
  order: number;
  run(): void;
}

/** Simulated time: runs due callbacks, the earliest first; at the same time, in the order of registration. */
export class Clock {
  nowMs = 0;
  #heap: Entry[] = [];
  #order = 0;

  /** @returns the entry that runs at `atMs`; `cancel` removes it. */
  at(atMs: number, run: () => void): void {
    const entry = { atMs: Math.max(atMs, this.nowMs), order: this.#order++, run };
    const heap = this.#heap;
    let place = heap.push(entry) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!isBefore(entry, heap[parent] as Entry)) break;
      heap[place] = heap[parent] as Entry;
      place = parent;
    }
    heap[place] = entry;
  }

  after(delayMs: number, run: () => void): void {
    this.at(this.nowMs + delayMs, run);
  }

  runUntil(endMs: number): void {
    for (let next = this.#heap[0]; next && next.atMs <= endMs; next = this.#heap[0]) {
      this.#removeFirst();
      this.nowMs = next.atMs;
      next.run();
    }
    this.nowMs = endMs;
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop() as Entry;
    if (heap.length === 0) return;
    let place = 0;
    for (;;) {
      let child = place * 2 + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Entry, heap[child] as Entry)) child += 1;
      if (!isBefore(heap[child] as Entry, last)) break;
      heap[place] = heap[child] as Entry;
      place = child;
    }
    heap[place] = last;
  }
}

const isBefore = (a: Entry, b: Entry): boolean => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
