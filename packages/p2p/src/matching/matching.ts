/** The properties of a room member used in matching. */
export interface Matchable {
  id: string;
  /** The network of the member, or the id of the viewer's site. */
  networkPrefix: string;
  asn: number | null;
  country: string | null;
  maxPeers: number;
  /** Whether the viewer may be matched across internet providers. */
  interISP: boolean;
  /** Whether the viewer is matched only within their site. */
  staysInSite: boolean;
  matches: ReadonlySet<string>;
}

const NEAREST_PROXIMITY = 3;

/** Returns how near two members are: 3 for the same site, 2 for the same network operator, 1 for the same country, and 0 otherwise. */
export function proximity(a: Matchable, b: Matchable): number {
  if (a.networkPrefix !== "" && a.networkPrefix === b.networkPrefix) return NEAREST_PROXIMITY;
  if (a.asn !== null && a.asn === b.asn) return 2;
  return a.country !== null && a.country === b.country ? 1 : 0;
}

/** Whether two members are at the same site or in the same network. */
export const isNearest = (a: Matchable, b: Matchable): boolean => proximity(a, b) === NEAREST_PROXIMITY;

/** Returns whether two viewers may be matched. If one of them is restricted to a site or provider, the other must be known to be in it. */
export function canMatch(a: Matchable, b: Matchable, near = proximity(a, b)): boolean {
  if (a.staysInSite || b.staysInSite) return near === NEAREST_PROXIMITY;
  return (a.interISP && b.interISP) || near >= 2;
}

export const freeSlots = (member: Matchable): number => member.maxPeers - member.matches.size;

/**
 * Picks peers for a member, the nearest first and the least matched first among equals. Neither side gets more peers than it may
 * have.
 * @param random a tie-break in [0, 1), without which rooms would grow around their first members.
 */
export function pickMatches<T extends Matchable>(member: T, others: Iterable<T>, random: () => number): T[] {
  const wanted = freeSlots(member);
  const best: RankedPeer<T>[] = [];
  /** The lowest rank that is still picked, once there are enough candidates. */
  let floor = Number.NEGATIVE_INFINITY;
  if (wanted < 1) return [];
  for (const other of others) {
    if (freeSlots(other) < 1) continue;
    const burden = other.matches.size + random();
    // This check rules out most members of a large room, however near they are. It is made first, because computing the distance
    // takes longer.
    if (rankOf(NEAREST_PROXIMITY, burden) <= floor) continue;
    if (other.id === member.id || member.matches.has(other.id)) continue;
    const near = proximity(member, other);
    const rank = rankOf(near, burden);
    if (rank > floor && canMatch(member, other, near)) floor = insertRanked(best, { other, rank }, wanted);
  }
  return best.map(({ other }) => other);
}

interface RankedPeer<T> {
  other: T;
  rank: number;
}

/** Ranks a peer. Proximity always outranks load: no number of peers makes a viewer count as farther away. */
const rankOf = (near: number, burden: number): number => near * 1_000_000 - burden;

/**
 * Inserts an entry into a short list of the best ones. Sorting a large room for a few peers would cost too much.
 * @returns the lowest rank of a full list.
 */
function insertRanked<T>(best: RankedPeer<T>[], entry: RankedPeer<T>, limit: number): number {
  if (best.length === limit) best.pop();
  let at = best.length;
  while (at > 0 && entry.rank > (best[at - 1] as RankedPeer<T>).rank) at -= 1;
  best.splice(at, 0, entry);
  return best[limit - 1]?.rank ?? Number.NEGATIVE_INFINITY;
}

/**
 * Picks a connection to split. A newcomer to a full room thereby gets two peers, and no member loses a slot.
 * @param among the members to consider, all by default.
 * @returns undefined if the newcomer could join no connection.
 */
export function pickSplit<T extends Matchable>(
  newcomer: T,
  members: ReadonlyMap<string, T>,
  random: () => number,
  among: Iterable<T> = members.values(),
): [T, T] | undefined {
  const candidates = Array.from(among).filter((member) => canSplit(newcomer, member));
  const first = candidates[Math.floor(random() * candidates.length)];
  if (!first) return undefined;
  const partners = [...first.matches]
    .map((id) => members.get(id))
    .filter((member) => member !== undefined && canSplit(newcomer, member));
  const second = partners.reduce((worst, partner) => fartherOf(first, worst, partner), partners[0]);
  return second && [first, second];
}

/** Finds a match from another site, to be replaced by a match at the same site. */
export function findOffSiteMatch<T extends Matchable>(
  member: T,
  members: ReadonlyMap<string, T>,
): T | undefined {
  for (const id of member.matches) {
    const peer = members.get(id);
    if (peer && !isNearest(member, peer)) return peer;
  }
  return undefined;
}

function canSplit(newcomer: Matchable, member: Matchable): boolean {
  if (member.id === newcomer.id || newcomer.matches.has(member.id)) return false;
  return member.matches.size > 1 && canMatch(newcomer, member);
}

function fartherOf<T extends Matchable>(from: T, a: T | undefined, b: T | undefined): T | undefined {
  if (!a || !b) return a ?? b;
  return proximity(from, b) < proximity(from, a) ? b : a;
}
