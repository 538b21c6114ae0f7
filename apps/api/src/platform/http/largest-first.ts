/** A user who occupies a part of a shared resource, such as memory, and the user's client. */
export interface ResourceHolder {
  clientUuid: string;
  userUuid: string;
}

interface HolderBytes {
  holder: ResourceHolder;
  heldBytes: number;
}

/**
 * Yields holdings in the order in which they give way: first the holdings of the client that holds most, and within it of the user who
 * holds most.
 */
export function* largestFirst<T extends HolderBytes>(all: readonly T[]): Generator<T[]> {
  for (const ofClient of largestGroups(Map.groupBy(all, ({ holder }) => holder.clientUuid)))
    yield* largestGroups(Map.groupBy(ofClient, ({ holder }) => holder.userUuid));
}

export const sumHeldBytes = (held: readonly HolderBytes[]): number =>
  held.reduce((sum, { heldBytes }) => sum + heldBytes, 0);

const largestGroups = <T extends HolderBytes>(groups: Map<string, T[]>): T[][] =>
  [...groups.values()].toSorted((a, b) => sumHeldBytes(b) - sumHeldBytes(a));
