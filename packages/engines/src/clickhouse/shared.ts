/**
 * Resources that each run one task at a time, such as the sessions of an engine. Tasks start in the order of their arrival, as soon
 * as a resource is free.
 * @example await new ResourcePool([session, other]).use((free) => free.queryAsync("SELECT 1"), signal);
 */
export class ResourcePool<Thing> {
  readonly #free: Thing[];
  readonly #waiting: ((free: Thing) => void)[] = [];
  constructor(things: readonly Thing[]) {
    this.#free = [...things];
  }

  /**
   * @param givenUp cancels a task. A task that is cancelled before it starts never runs, and its promise rejects with the signal's
   * reason.
   */
  async use<T>(task: (free: Thing) => Promise<T>, givenUp?: AbortSignal): Promise<T> {
    const mine = this.#free.shift() ?? (await new Promise<Thing>((resolve) => this.#waiting.push(resolve)));
    try {
      givenUp?.throwIfAborted();
      return await task(mine);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(mine);
      else this.#free.push(mine);
    }
  }
}
