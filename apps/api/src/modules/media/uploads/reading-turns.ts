import type { Holder } from "../../../platform/http/greed.ts";

interface Waiter {
  userUuid: string;
  go(): void;
}

/**
 * Whose bytes are read next. Each part of a body, some 64 kB, takes its hash and its copy of the one thread that serves
 * everyone: 60 sockets that send as fast as they can had 60 parts read for each one of someone else, whose chunk then took
 * 0.9 s. Here clients take turns, and within a client its users, so that however many sockets someone opens, the
 * next part of another client is at most one part away. What has no turn yet is not read: its socket waits.
 * @example for await (const part of file) { await turns.take(sender); hash.update(part); }
 */
export class ReadingTurns {
  /** By client, in the order of their turns; none without a waiter. */
  readonly #clients = new Map<string, Waiter[]>();
  #isTaken = false;

  /** Resolves when a part of this sender may be read: at once while nobody else's is. */
  take({ clientUuid, userUuid }: Holder): Promise<void> | undefined {
    if (!this.#isTaken) {
      this.#isTaken = true;
      setImmediate(() => this.#next());
      return undefined;
    }
    return new Promise((go) => {
      const waiting = this.#clients.get(clientUuid) ?? [];
      waiting.push({ userUuid, go });
      this.#clients.set(clientUuid, waiting);
    });
  }

  /** In the next round of the event loop, so that other calls are served in between. */
  #next(): void {
    const [first] = this.#clients;
    if (!first) {
      this.#isTaken = false;
      return;
    }
    const [client, waiting] = first;
    const waiter = waiting.shift();
    // Other users of the client come before this one's next part.
    const others = waiting.filter(({ userUuid }) => userUuid !== waiter?.userUuid);
    const own = waiting.filter(({ userUuid }) => userUuid === waiter?.userUuid);
    this.#clients.delete(client);
    if (waiting.length > 0) this.#clients.set(client, [...others, ...own]);
    waiter?.go();
    setImmediate(() => this.#next());
  }
}
