/** Notifies subscribers. */
export class Listeners<A extends unknown[] = []> {
  readonly #all = new Set<(...news: A) => void>();

  /** @returns a function that unsubscribes. */
  add = (listener: (...news: A) => void): (() => void) => {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  };

  emit(...news: A): void {
    for (const listener of this.#all) listener(...news);
  }
}
