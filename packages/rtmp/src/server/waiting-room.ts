export interface WaitingRoomOptions {
  /** The maximum number of waiting connections per network. */
  mostPerNetwork: number;
  /** The maximum number of waiting connections in total. */
  most: number;
  /** Returns the network of an address, such as the /64 of an IPv6 subscriber. */
  networkOf(address: string): string;
}

interface Guest {
  network: string;
  onCrowdedOut(): void;
}

/**
 * Limits the connections that do not publish yet. A limit per network keeps one network from blocking the others. When the room is
 * full, the longest waiting connection of the network with the most connections makes room. A real encoder does not wait that long,
 * because it publishes within a second.
 */
export class WaitingRoom {
  readonly #options: WaitingRoomOptions;
  /** The waiting connections, in order of arrival. */
  readonly #guests = new Set<Guest>();
  readonly #byNetwork = new Map<string, number>();

  constructor(options: WaitingRoomOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#guests.size;
  }

  /**
   * Adds a connection.
   * @param onCrowdedOut closes a connection that must make room, after it has left the room.
   * @returns a function to leave, which may be called repeatedly, or undefined if the network has reached its limit.
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
