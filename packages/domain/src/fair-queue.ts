import { AppError } from "@shoal/contract";

/** The number of recent turns that are remembered, so that repeat callers queue behind new callers. */
const REMEMBERED_TURNS = 256;

export interface FairQueueLimits {
  /** Maximum number of concurrent tasks. */
  running: number;
  /** Maximum number of waiting tasks, over all callers. */
  waiting: number;
  /** Maximum number of waiting tasks per caller. */
  waitingPerCaller: number;
  /** The estimated time until there is room again, in seconds; sent to rejected callers. */
  retryAfterSec: number;
}

/** The owner of a turn: a network for anonymous callers, or a known caller, such as a user. */
export type Caller = string | { known: string };

/**
 * Runs a few tasks at a time and lets a bounded number wait. The next turn goes to the caller with the fewest recent turns, so that a new
 * caller waits for only a task or two, however many callers and networks there are. Known callers share every second turn. In a full queue,
 * the caller with the most waiting tasks loses one to a caller with fewer.
 * @example await new FairQueue(limits).run(networkOf(address), () => derive(password));
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  /** The waiting callers, in order of arrival. */
  readonly #known: TasksByCaller = new Map();
  readonly #strangers: TasksByCaller = new Map();
  /** The callers of recent turns, oldest first, by sequence number. */
  readonly #lastTurns: string[] = [];
  readonly #turnsHad = new Map<string, number>();
  #wasKnownsTurn = false;
  #waiting = 0;
  #running = 0;
  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
  }

  /**
   * @throws AppError "too_many_requests" for a caller who has used up their share, "unavailable" when the queue is full;
   * both with `retryAfterSec`
   */
  async run<T>(caller: Caller, task: () => Promise<T>): Promise<T> {
    await this.#waitForTurn(caller);
    try {
      return await task();
    } finally {
      this.#endTurn();
    }
  }

  #waitForTurn(caller: Caller): Promise<void> | undefined {
    const { running, waiting, waitingPerCaller } = this.#limits;
    const [line, key] =
      typeof caller === "string" ? [this.#strangers, caller] : [this.#known, `known ${caller.known}`];
    if (this.#running < running) {
      this.#running += 1;
      this.#remember(key);
      return undefined;
    }
    const ownCount = line.get(key)?.length ?? 0;
    if (ownCount >= waitingPerCaller) throw this.#shareUsedUp();
    if (this.#waiting >= waiting) this.#makeRoom(key, line);
    return new Promise((go, refuse) => {
      const own = line.get(key) ?? [];
      own.push({ go, refuse });
      line.set(key, own);
      this.#waiting += 1;
    });
  }

  /**
   * Evicts the latest task of the caller with the most waiting tasks: anonymous callers before known callers, then the caller with the most
   * recent turns.
   * @throws AppError "unavailable" if no caller has more waiting tasks than this one will have.
   */
  #makeRoom(key: string, line: TasksByCaller): void {
    const own = { count: (line.get(key)?.length ?? 0) + 1, turns: this.#turnsOf(key) };
    const isKnown = line === this.#known;
    const lines = isKnown ? [this.#strangers, this.#known] : [this.#strangers];
    for (const from of lines) {
      const most = [...from]
        .map(([caller, tasks]) => ({ caller, tasks, count: tasks.length, turns: this.#turnsOf(caller) }))
        .toSorted((a, b) => b.count - a.count || b.turns - a.turns)[0];
      if (!most) continue;
      const isBehind = most.count > own.count || (most.count === own.count && most.turns > own.turns);
      if (!isBehind && (from === line || !isKnown)) continue;
      most.tasks.pop()?.refuse(this.#shareUsedUp());
      this.#waiting -= 1;
      if (most.tasks.length === 0) from.delete(most.caller);
      return;
    }
    throw this.#refusal("unavailable", "Too many such calls wait");
  }

  #endTurn(): void {
    const line = this.#nextLine();
    if (!line) {
      this.#running -= 1;
      return;
    }
    this.#wasKnownsTurn = line === this.#known;
    let next: string | undefined;
    for (const caller of line.keys())
      if (next === undefined || this.#turnsOf(caller) < this.#turnsOf(next)) next = caller;
    if (next === undefined) return;
    const tasks = line.get(next) ?? [];
    const first = tasks.shift();
    this.#waiting -= 1;
    line.delete(next);
    // The caller served last goes to the end.
    if (tasks.length > 0) line.set(next, tasks);
    this.#remember(next);
    first?.go();
  }

  #nextLine(): TasksByCaller | undefined {
    if (this.#waiting === 0) return undefined;
    const lines = this.#wasKnownsTurn ? [this.#strangers, this.#known] : [this.#known, this.#strangers];
    return lines.find(({ size }) => size > 0);
  }

  #turnsOf = (caller: string): number => this.#turnsHad.get(caller) ?? 0;

  #remember(caller: string): void {
    this.#lastTurns.push(caller);
    this.#turnsHad.set(caller, this.#turnsOf(caller) + 1);
    if (this.#lastTurns.length <= REMEMBERED_TURNS) return;
    const oldest = this.#lastTurns.shift() ?? caller;
    const left = this.#turnsOf(oldest) - 1;
    if (left > 0) this.#turnsHad.set(oldest, left);
    else this.#turnsHad.delete(oldest);
  }

  #shareUsedUp = () => this.#refusal("too_many_requests", "Too many such calls from here at once");

  #refusal(code: "too_many_requests" | "unavailable", what: string): AppError {
    const { retryAfterSec } = this.#limits;
    const error = new AppError(code, `${what}: try again in ${retryAfterSec} seconds`);
    error.retryAfterSec = retryAfterSec;
    return error;
  }
}

/** Waiting tasks by caller, oldest first. A caller without tasks has no entry. */
type TasksByCaller = Map<string, WaitingTask[]>;

interface WaitingTask {
  go(): void;
  refuse(error: AppError): void;
}
