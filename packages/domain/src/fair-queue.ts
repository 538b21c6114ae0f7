import { AppError } from "@shoal/contract";

export interface FairQueueLimits {
  /** Tasks at once. */
  running: number;
  /** Tasks that wait, of all callers. */
  waiting: number;
  /** Tasks of one caller that wait. */
  waitingPerCaller: number;
  /** About how long it takes until there is room again, in seconds: refused callers are told. */
  retryAfterSec: number;
}

/**
 * Runs a few tasks at a time and lets a bounded number wait. Callers take turns, so that one with many tasks delays
 * another by a task at most, and who holds most of a full queue gives way to who holds less.
 * @example await new FairQueue(limits).run(networkOf(address), () => derive(password));
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** Callers in the order of their turns, each with its tasks, oldest first; none without a task. */
  readonly #callers = new Map<string, Waiter[]>();
  #waiting = 0;
  #running = 0;
  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /**
   * @param caller whose turn it takes, such as a network or a user.
   * @throws AppError "too_many_requests" for a caller who has used up their share, "unavailable" when the queue is full;
   * both with `retryAfterSec`
   */
  async run<T>(caller: string, task: () => Promise<T>): Promise<T> {
    await this.#takeTurn(caller);
    try {
      return await task();
    } finally {
      this.#endTurn();
    }
  }

  #takeTurn(caller: string): Promise<void> | undefined {
    const { running, waitingPerCaller } = this.#limits;
    if (this.#running < running) {
      this.#running += 1;
      return undefined;
    }
    const own = this.#callers.get(caller) ?? [];
    if (own.length >= waitingPerCaller) throw this.#shareUsedUp();
    if (this.#waiting >= this.#limits.waiting) this.#makeRoom(own.length);
    return new Promise((go, refuse) => {
      own.push({ go, refuse });
      this.#callers.set(caller, own);
      this.#waiting += 1;
    });
  }

  /** The latest task of who holds most gives way. @throws AppError "unavailable" where nobody holds more than the caller will. */
  #makeRoom(ownCount: number): void {
    const [most] = [...this.#callers].toSorted(([, a], [, b]) => b.length - a.length);
    if (!most || most[1].length <= ownCount + 1)
      throw this.#refusal("unavailable", "Too many such calls wait");
    const [caller, tasks] = most;
    tasks.pop()?.refuse(this.#shareUsedUp());
    this.#waiting -= 1;
    if (tasks.length === 0) this.#callers.delete(caller);
  }

  /** The turn goes to the next caller, who then stands last. */
  #endTurn(): void {
    const [next] = this.#callers;
    if (!next) {
      this.#running -= 1;
      return;
    }
    const [caller, tasks] = next;
    const first = tasks.shift();
    this.#waiting -= 1;
    this.#callers.delete(caller);
    if (tasks.length > 0) this.#callers.set(caller, tasks);
    first?.go();
  }

  #shareUsedUp = () => this.#refusal("too_many_requests", "Too many such calls from here at once");

  #refusal(code: "too_many_requests" | "unavailable", what: string): AppError {
    const { retryAfterSec } = this.#limits;
    const error = new AppError(code, `${what}: try again in ${retryAfterSec} seconds`);
    error.retryAfterSec = retryAfterSec;
    return error;
  }
}

interface Waiter {
  go(): void;
  refuse(error: AppError): void;
}
