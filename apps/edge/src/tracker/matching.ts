/** What matching looks at in a member of a room. */
export interface Matchable {
  id: string;
  networkPrefix: string;
  asn: number | null;
  country: string | null;
  maxPeers: number;
  matches: ReadonlySet<string>;
}

/** 3: same site, 2: same network operator, 1: same country, 0: anywhere. */
export function proximity(a: Matchable, b: Matchable): number {
  if (a.networkPrefix !== "" && a.networkPrefix === b.networkPrefix) return 3;
  if (a.asn !== null && a.asn === b.asn) return 2;
  return a.country !== null && a.country === b.country ? 1 : 0;
}

export const freeSlots = (member: Matchable): number => member.maxPeers - member.matches.size;

/**
 * Peers for a member, nearest first and least matched first among equals; never more than either side may have.
 * @param random tie-break in [0, 1), so that rooms do not grow around their first members.
 */
export function pickMatches<T extends Matchable>(member: T, others: Iterable<T>, random: () => number): T[] {
  const ranked: { other: T; near: number; tie: number }[] = [];
  for (const other of others) {
    if (other.id === member.id || member.matches.has(other.id) || freeSlots(other) < 1) continue;
    ranked.push({ other, near: proximity(member, other), tie: other.matches.size + random() });
  }
  ranked.sort((a, b) => b.near - a.near || a.tie - b.tie);
  return ranked.slice(0, Math.max(0, freeSlots(member))).map((entry) => entry.other);
}

/**
 * A connection to take apart so that a newcomer of a full room gets two peers and nobody loses a slot.
 * @returns undefined when there is none that the newcomer could stand between.
 */
export function pickSplit<T extends Matchable>(
  newcomer: T,
  members: ReadonlyMap<string, T>,
  random: () => number,
): [T, T] | undefined {
  const candidates = [...members.values()].filter((member) => canSplit(newcomer, member));
  const first = candidates[Math.floor(random() * candidates.length)];
  if (!first) return undefined;
  const partners = [...first.matches]
    .map((id) => members.get(id))
    .filter((member) => member !== undefined && canSplit(newcomer, member));
  const second = partners.reduce((worst, partner) => farther(first, worst, partner), partners[0]);
  return second && [first, second];
}

function canSplit(newcomer: Matchable, member: Matchable): boolean {
  return member.id !== newcomer.id && member.matches.size > 1 && !newcomer.matches.has(member.id);
}

function farther<T extends Matchable>(from: T, a: T | undefined, b: T | undefined): T | undefined {
  if (!a || !b) return a ?? b;
  return proximity(from, b) < proximity(from, a) ? b : a;
}
