/** Those who do not publish yet, by address: one of them must not keep the others out. */
export class WaitingRoom {
  readonly #byAddress = new Map<string, number>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** @returns how to leave it, once however often it is called; undefined when it is full. */
  enter(address: string): (() => void) | undefined {
    const count = this.#byAddress.get(address) ?? 0;
    if (count >= this.#most) return undefined;
    this.#byAddress.set(address, count + 1);
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      const left = (this.#byAddress.get(address) ?? 1) - 1;
      if (left > 0) this.#byAddress.set(address, left);
      else this.#byAddress.delete(address);
    };
  }
}
