/** 32-bit FNV-1a with a final avalanche: spreads near-equal texts evenly, and is the same in every browser. */
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
 * The order in which peers are to fetch a segment from the server: the first fetches, the others are backups. Everyone
 * who knows the same peers finds the same order, and a peer who leaves moves only his own segments.
 */
export function rankPeers(segment: string, peerIds: readonly string[]): string[] {
  return peerIds
    .map((id) => ({ id, score: hashText(`${segment}|${id}`) }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .map((entry) => entry.id);
}
