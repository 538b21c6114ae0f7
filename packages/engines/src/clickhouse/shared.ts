/**
 * Resources that run one task at a time, such as sessions of an engine. Tasks start in order, each as soon as a resource is
 * free.
 * @example await new ResourcePool([session, other]).use((free) => free.queryAsync("SELECT 1"), signal);
 */
export class ResourcePool<Thing> {
  readonly #free: Thing[];
  readonly #waiting: ((free: Thing) => void)[] = [];
  constructor(things: readonly Thing[]) {
    this.#free = [...things];
  }

  /** @param givenUp a task that is cancelled before its turn is never started: its promise rejects with the signal's reason. */
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
