/** The maximum number of purges of an entry that edges receive. */
export const MAX_CDN_PURGES = 1_000;
/** The number of purges merged together. A merge replaces them by one purge of everything up to their number. */
const PURGES_PER_MERGE = 500;

/** An address, or a prefix of addresses, for which caches must not serve objects from before the purge. */
export interface Purge {
  /** The path with its query; starts with `/`. */
  path: string;
  isPrefix: boolean;
  number: number;
}

/** The purges that edges apply to an entry. */
export interface PurgeState {
  /** The purges, oldest first. */
  purges: readonly Purge[];
  /** The number of the last purge of everything; 0 if there was none. */
  purgedAll: number;
}

const coversPurge = (newer: Purge, older: Purge) =>
  newer.isPrefix ? older.path.startsWith(newer.path) : !older.isPrefix && older.path === newer.path;

/**
 * Adds purges with the same number. Removes older purges that a new one covers; beyond the maximum, the oldest are replaced by one purge of
 * everything up to their number.
 * @param added the new purges, whose number is higher than all earlier ones.
 */
export function addPurges({ purges, purgedAll }: PurgeState, added: readonly Purge[]): PurgeState {
  const all = added.find(({ path, isPrefix }) => isPrefix && path === "/");
  if (all) return { purges: [], purgedAll: all.number };
  const unique = added.filter(
    (each, at) => !added.some((other, from) => from < at && coversPurge(other, each)),
  );
  const kept = [...purges.filter((older) => !unique.some((newer) => coversPurge(newer, older))), ...unique];
  if (kept.length <= MAX_CDN_PURGES) return { purges: kept, purgedAll };
  const last = kept[PURGES_PER_MERGE - 1]?.number ?? purgedAll;
  return { purges: kept.filter(({ number }) => number > last), purgedAll: last };
}

/** The addresses under which users may know a file of an entry. */
export interface EntryAddresses {
  /** The entry's delivery address, ending in `/`. */
  url: string;
  hosts: readonly string[];
  /** The address of the origin, ending in `/`. */
  originUrl: string;
}

/**
 * Returns the path of a file below its entry, as edges receive it. Accepts a path, or a full address: the entry's own, one of
 * its host names, or the origin's. Undefined for any other address.
 * @example purgePathOf("https://origin.example.org/media/a b.mp4", entry) // "/a%20b.mp4"
 */
export function purgePathOf(text: string, { url, hosts, originUrl }: EntryAddresses): string | undefined {
  const typed = text.trim();
  // Parsed as a path even if it starts with `//`.
  if (typed.startsWith("/")) return pathOf(URL.parse(`http://entry.invalid${typed}`));
  if (!/^https?:\/\//i.test(typed)) return undefined;
  const given = URL.parse(typed);
  if (!given) return undefined;
  if (hosts.includes(given.hostname)) return pathOf(given);
  for (const base of [url, originUrl]) {
    const { host, pathname } = new URL(base);
    if (given.host === host && given.pathname.startsWith(pathname))
      return `/${pathOf(given).slice(pathname.length)}`;
  }
  return undefined;
}

function pathOf(url: URL): string;
function pathOf(url: URL | null): string | undefined;
function pathOf(url: URL | null): string | undefined {
  return url ? `${url.pathname}${url.search}` : undefined;
}
