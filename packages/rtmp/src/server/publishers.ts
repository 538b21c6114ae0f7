import type { EndReason } from "./end-reason.ts";

/** A publisher that can be stopped. Stopping resolves when its sink has ended. */
export interface Endable {
  end(reason: EndReason): Promise<void>;
}

/** Keeps the latest publisher of each id. */
export class Publishers {
  readonly #byId = new Map<string, Endable>();

  /** Ends the previous publisher. @returns whether no other publisher has connected in the meantime. */
  async claim(id: string, publisher: Endable): Promise<boolean> {
    const former = this.#byId.get(id);
    this.#byId.set(id, publisher);
    await former?.end("replaced");
    return this.#byId.get(id) === publisher;
  }

  leave(id: string, publisher: Endable): void {
    if (this.#byId.get(id) === publisher) this.#byId.delete(id);
  }

  end(id: string): void {
    void this.#byId.get(id)?.end("closed");
  }
}
