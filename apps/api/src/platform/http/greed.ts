/** Who holds something of what all share. */
export interface Holder {
  clientUuid: string;
  userUuid: string;
}

interface Held {
  holder: Holder;
  heldBytes: number;
}

/**
 * What each user holds, in the order in which they give way: first the client that holds most, and of its users the one
 * who holds most.
 */
export function* byGreed<T extends Held>(all: readonly T[]): Generator<T[]> {
  for (const ofClient of most(Map.groupBy(all, ({ holder }) => holder.clientUuid)))
    yield* most(Map.groupBy(ofClient, ({ holder }) => holder.userUuid));
}

export const heldBy = (held: readonly Held[]): number =>
  held.reduce((sum, { heldBytes }) => sum + heldBytes, 0);

const most = <T extends Held>(groups: Map<string, T[]>): T[][] =>
  [...groups.values()].toSorted((a, b) => heldBy(b) - heldBy(a));
