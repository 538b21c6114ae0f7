/** Lets one work begin after the other has ended, in the order in which they came. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** @throws what the work throws; the next one begins all the same. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
