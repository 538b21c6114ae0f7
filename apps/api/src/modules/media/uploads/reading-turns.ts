import type { ResourceHolder } from "../../../platform/http/largest-first.ts";

interface WaitingReader {
  userUuid: string;
  go(): void;
}

/**
 * Decides which sender's bytes are read next. A single thread hashes and copies each part of a body, some 64 kB. When 60 sockets
 * sent at full speed, 60 of their parts were read for each part of another client, whose chunk took 0.9 s. With turns for clients,
 * and for users within a client, another client waits for at most one part, however many sockets send. Bytes are not read before
 * their turn, so their socket waits.
 * @example for await (const part of file) { await turns.acquire(sender); hash.update(part); }
 */
export class ReadingTurns {
  /** Waiting parts by client, in order of their turns; clients without waiting parts are removed. */
  readonly #clients = new Map<string, WaitingReader[]>();
  #isTaken = false;

  /** Resolves when a part of this sender may be read, which is immediately if no other part is being read. */
  acquire({ clientUuid, userUuid }: ResourceHolder): Promise<void> | undefined {
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

  /** Starts the next turn in the next round of the event loop, so that other calls are served in between. */
  #next(): void {
    const [first] = this.#clients;
    if (!first) {
      this.#isTaken = false;
      return;
    }
    const [client, waiting] = first;
    const waiter = waiting.shift();
    // Other users of the client come before this user's next part.
    const others = waiting.filter(({ userUuid }) => userUuid !== waiter?.userUuid);
    const own = waiting.filter(({ userUuid }) => userUuid === waiter?.userUuid);
    this.#clients.delete(client);
    if (waiting.length > 0) this.#clients.set(client, [...others, ...own]);
    waiter?.go();
    setImmediate(() => this.#next());
  }
}
