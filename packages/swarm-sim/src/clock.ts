interface ScheduledEntry {
  atMs: number;
  order: number;
  run(): void;
}

/**
 * Simulated time. Due callbacks run in the order of their times. Callbacks that are due at the same time run in the order of
 * registration.
 */
export class Clock {
  nowMs = 0;
  #heap: ScheduledEntry[] = [];
  #order = 0;

  /** Schedules a callback. @returns the entry that runs at `atMs`; `cancel` removes it. */
  at(atMs: number, run: () => void): void {
    const entry = { atMs: Math.max(atMs, this.nowMs), order: this.#order++, run };
    const heap = this.#heap;
    let index = heap.push(entry) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(entry, heap[parent] as ScheduledEntry)) break;
      heap[index] = heap[parent] as ScheduledEntry;
      index = parent;
    }
    heap[index] = entry;
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
    const last = heap.pop() as ScheduledEntry;
    if (heap.length === 0) return;
    let index = 0;
    for (;;) {
      let child = index * 2 + 1;
      if (child >= heap.length) break;
      if (
        child + 1 < heap.length &&
        isBefore(heap[child + 1] as ScheduledEntry, heap[child] as ScheduledEntry)
      )
        child += 1;
      if (!isBefore(heap[child] as ScheduledEntry, last)) break;
      heap[index] = heap[child] as ScheduledEntry;
      index = child;
    }
    heap[index] = last;
  }
}

const isBefore = (a: ScheduledEntry, b: ScheduledEntry): boolean =>
  a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
