/**
 * Hashes a string by 32-bit FNV-1a with a final avalanche, which spreads similar strings evenly. The result is the same in every
 * browser.
 */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Returns a viewer's score in an exponential race. The lowest score comes first, and a viewer with twice the weight comes first
 * twice as often. All viewers compute the same score.
 */
export function scoreOf(segment: string, id: string, weight: number): number {
  return -Math.log((hashText(`${segment}|${id}`) + 1) / 0x1_0000_0001) / Math.max(1e-3, weight);
}

export interface Contender {
  id: string;
  weight: number;
}

/**
 * Returns a peer's rank in the order in which peers fetch a segment from the server. The first peer fetches, and the others are
 * backups. All viewers who know the same peers compute the same order. When a peer leaves, only the segments that it would fetch
 * move to others.
 */
export function countBefore(
  segment: string,
  { id, weight }: Contender,
  others: readonly Contender[],
): number {
  const own = scoreOf(segment, id, weight);
  return others.filter((other) => scoreOf(segment, other.id, other.weight) < own).length;
}
