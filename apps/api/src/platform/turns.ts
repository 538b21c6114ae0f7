export interface TurnsOptions {
  /** Maximum number of running tasks over all clients. */
  atOnce: number;
  /** Maximum number of running tasks per client: below `atOnce`, so that a client with long work leaves room for others. */
  atOncePerClient: number;
  /** Maximum number of waiting tasks per client. */
  waitingPerClient: number;
  /** Maximum number of waiting tasks over all clients; beyond it, the newest task of the client with the most waiting tasks makes room. */
  waitingAtMost: number;
}

/** Thrown when a client has reached its limit of waiting calls. */
export class QueueFullError extends Error {}

interface QueuedTask {
  start(): void;
  refuse(error: unknown): void;
}
interface ClientQueue {
  working: number;
  /** Sequence number of the last turn, from 1. */
  lastTurn: number;
  waiting: Set<QueuedTask>;
}

/**
 * Lets clients take turns at a limited resource: the next turn goes to the client with the fewest running tasks. Among equals, it
 * goes to the client whose last turn was longest ago. Within a client, tasks are served in the order in which they arrived.
 * @example const leave = await turns.acquire(clientUuid, signal); try { await work(); } finally { leave(); }
 */
export class Turns {
  readonly #options: TurnsOptions;
  /** Clients that are working or waiting. */
  readonly #lines = new Map<string, ClientQueue>();
  #working = 0;
  #waiting = 0;
  #turn = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** Counts the tasks of one client, or of all clients. */
  count(client?: string): { working: number; waiting: number } {
    if (client === undefined) return { working: this.#working, waiting: this.#waiting };
    const { working = 0, waiting = new Set() } = this.#lines.get(client) ?? {};
    return { working, waiting: waiting.size };
  }

  /**
   * Waits for a turn.
   * @param signal ends the waiting, not the work.
   * @returns what ends the turn; calling it again does nothing.
   * @throws QueueFullError if too many tasks wait, the signal's reason.
   */
  acquire(client: string, signal?: AbortSignal): Promise<() => void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const line = this.#lineOf(client);
    if (this.#isFree(line) && line.waiting.size === 0) return Promise.resolve(this.#begin(client, line));
    if (line.waiting.size >= this.#options.waitingPerClient) return Promise.reject(new QueueFullError());
    return this.#wait(client, line, signal);
  }

  #wait(client: string, line: ClientQueue, signal: AbortSignal | undefined): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const leaveQueue = () => {
      signal?.removeEventListener("abort", giveUp);
      line.waiting.delete(waiter);
      this.#waiting -= 1;
    };
    const waiter: QueuedTask = {
      start: () => {
        leaveQueue();
        resolve(this.#begin(client, line));
      },
      refuse: (error) => {
        leaveQueue();
        this.#pruneIdle(client, line);
        reject(error);
      },
    };
    const giveUp = () => waiter.refuse(signal?.reason);
    signal?.addEventListener("abort", giveUp);
    line.waiting.add(waiter);
    this.#waiting += 1;
    if (this.#waiting > this.#options.waitingAtMost) this.#makeRoom();
    return promise;
  }

  #begin(client: string, line: ClientQueue): () => void {
    line.working += 1;
    line.lastTurn = this.#turn += 1;
    this.#working += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      line.working -= 1;
      this.#working -= 1;
      this.#pruneIdle(client, line);
      this.#next()?.start();
    };
  }

  #isFree(line: ClientQueue): boolean {
    return this.#working < this.#options.atOnce && line.working < this.#options.atOncePerClient;
  }

  #next(): QueuedTask | undefined {
    let chosen: ClientQueue | undefined;
    for (const line of this.#lines.values()) {
      if (line.waiting.size > 0 && this.#isFree(line) && (!chosen || isBefore(line, chosen))) chosen = line;
    }
    return chosen?.waiting.values().next().value;
  }

  #makeRoom(): void {
    const lines = [...this.#lines.values()];
    const longest = lines.reduce((one, other) => (other.waiting.size > one.waiting.size ? other : one));
    [...longest.waiting].at(-1)?.refuse(new QueueFullError());
  }

  #lineOf(client: string): ClientQueue {
    const known = this.#lines.get(client);
    if (known) return known;
    const line = { working: 0, lastTurn: 0, waiting: new Set<QueuedTask>() };
    this.#lines.set(client, line);
    return line;
  }

  #pruneIdle(client: string, line: ClientQueue): void {
    if (line.working === 0 && line.waiting.size === 0) this.#lines.delete(client);
  }
}

const isBefore = (one: ClientQueue, other: ClientQueue): boolean =>
  one.working === other.working ? one.lastTurn < other.lastTurn : one.working < other.working;
