export interface WaitingRoomOptions {
  /** Per network. */
  mostPerNetwork: number;
  /** In all. */
  most: number;
  /** The network of an address, such as the /64 of an IPv6 subscriber. */
  networkOf(address: string): string;
}

interface Guest {
  network: string;
  onCrowdedOut(): void;
}

/**
 * Connections that do not publish yet, by network, so that none keeps the others out. When it is full, the longest waiting
 * guest of the network with most guests makes room: an encoder needs less than a second before it publishes.
 */
export class WaitingRoom {
  readonly #options: WaitingRoomOptions;
  /** In order of arrival. */
  readonly #guests = new Set<Guest>();
  readonly #byNetwork = new Map<string, number>();

  constructor(options: WaitingRoomOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#guests.size;
  }

  /**
   * @param onCrowdedOut closes a connection that must make room; it has left by then.
   * @returns a function to leave, which may be called repeatedly; undefined if the network has used all its places.
   */
  enter(address: string, onCrowdedOut: () => void): (() => void) | undefined {
    const network = this.#options.networkOf(address);
    const count = this.#byNetwork.get(network) ?? 0;
    if (count >= this.#options.mostPerNetwork) return undefined;
    if (this.#guests.size >= this.#options.most) this.#makeRoom();
    const guest: Guest = { network, onCrowdedOut };
    this.#guests.add(guest);
    this.#byNetwork.set(network, (this.#byNetwork.get(network) ?? 0) + 1);
    return () => this.#leave(guest);
  }

  #makeRoom(): void {
    const fullest = Math.max(...this.#byNetwork.values());
    for (const guest of this.#guests) {
      if (this.#byNetwork.get(guest.network) !== fullest) continue;
      this.#leave(guest);
      guest.onCrowdedOut();
      return;
    }
  }

  #leave(guest: Guest): void {
    if (!this.#guests.delete(guest)) return;
    const left = (this.#byNetwork.get(guest.network) ?? 1) - 1;
    if (left > 0) this.#byNetwork.set(guest.network, left);
    else this.#byNetwork.delete(guest.network);
  }
}
