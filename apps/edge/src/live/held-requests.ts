import { AppError } from "@shoal/contract";
import type { LiveStream } from "@shoal/media";

/** Each holds a socket and a few hundred bytes. */
const HELD_MAX = 20_000;
/** So many that are not urgent are answered before what has come meanwhile is looked at. */
const AT_ONCE = 32;
/** What it takes to answer one that is urgent: the others begin when those are answered, about. */
const URGENT_MS = 0.03;

/** Whoever asked: tells when he has gone, as a `ServerResponse` does. */
export interface Caller {
  once(event: "close", listener: () => void): unknown;
  off(event: "close", listener: () => void): unknown;
}

export interface HoldOptions {
  timeoutMs: number;
  caller: Caller;
  /** Answered before all that is not. */
  isUrgent: boolean;
}

interface Held {
  isReady: () => boolean;
  end(isInTime: boolean): void;
}

/**
 * Requests that wait for what a live has not published yet. All who watch it ask for the same at the same time, and to answer a
 * thousand takes a tenth of a second: what is urgent goes first, and of the rest a few at a time, so that bytes that are on their
 * way and what viewers ask next come in between.
 */
export class HeldRequests {
  readonly #max: number;
  readonly #queues = new WeakMap<LiveStream, Queue>();
  #count = 0;
  constructor(max = HELD_MAX) {
    this.#max = max;
  }

  get count(): number {
    return this.#count;
  }

  /**
   * Waits until `isReady`, which is asked after each change of the window.
   * @returns false when the time is up or the caller has gone.
   * @throws AppError "too_many_requests" when too many wait already.
   */
  until(
    stream: LiveStream,
    isReady: () => boolean,
    { timeoutMs, caller, isUrgent }: HoldOptions,
  ): Promise<boolean> {
    if (isReady()) return Promise.resolve(true);
    if (this.#count >= this.#max)
      throw new AppError("too_many_requests", "Too many requests wait for this live");
    this.#count += 1;
    const queue = this.#queueOf(stream);
    return new Promise((resolve) => {
      const giveUp = () => held.end(false);
      const timer = setTimeout(giveUp, timeoutMs);
      const held: Held = {
        isReady,
        end: (isInTime) => {
          clearTimeout(timer);
          caller.off("close", giveUp);
          queue.remove(held);
          this.#count -= 1;
          resolve(isInTime);
        },
      };
      caller.once("close", giveUp);
      queue.add(held, isUrgent);
    });
  }

  #queueOf(stream: LiveStream): Queue {
    const known = this.#queues.get(stream);
    if (known) return known;
    const made = new Queue(stream);
    this.#queues.set(stream, made);
    return made;
  }
}

/** Those who wait for one live. */
class Queue {
  readonly #stream: LiveStream;
  readonly #urgent = new Set<Held>();
  readonly #others = new Set<Held>();
  #stopListening: (() => void) | undefined;
  /** Those that are looked at since the last change, and have not been yet. */
  #turn: Iterator<Held> | undefined;

  constructor(stream: LiveStream) {
    this.#stream = stream;
  }

  add(held: Held, isUrgent: boolean): void {
    (isUrgent ? this.#urgent : this.#others).add(held);
    this.#stopListening ??= this.#stream.onChange(() => this.#look());
  }

  remove(held: Held): void {
    this.#urgent.delete(held);
    this.#others.delete(held);
    if (this.#urgent.size + this.#others.size > 0) return;
    this.#stopListening?.();
    this.#stopListening = undefined;
  }

  #look(): void {
    const before = this.#urgent.size;
    for (const held of this.#urgent) if (held.isReady()) held.end(true);
    const restMs = Math.floor((before - this.#urgent.size) * URGENT_MS);
    const isTurning = this.#turn !== undefined;
    // Who asks while it goes on has been told what there was.
    this.#turn = [...this.#others].values();
    if (isTurning) return;
    if (restMs > 0) setTimeout(() => this.#answerSome(), restMs);
    else this.#answerSome();
  }

  #answerSome(): void {
    for (let answered = 0; answered < AT_ONCE; ) {
      const next = this.#turn?.next();
      if (!next || next.done) {
        this.#turn = undefined;
        return;
      }
      const held = next.value;
      if (!this.#others.has(held) || !held.isReady()) continue;
      held.end(true);
      answered += 1;
    }
    setImmediate(() => this.#answerSome());
  }
}
