/**
 * Tasks one at a time, in the order in which they came.
 * @example await turns.take(() => session.queryAsync("SELECT 1"), signal);
 */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** @param givenUp a task that was given up before its turn is never begun: its promise rejects with the signal's reason. */
  take<T>(task: () => Promise<T>, givenUp?: AbortSignal): Promise<T> {
    const turn = this.#last.then(() => {
      givenUp?.throwIfAborted();
      return task();
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
