/** Which hosts a list names, and below which. */
interface Compiled {
  exact: Set<string>;
  below: Set<string>;
}

/** How a list of hosts is meant. A website is a host with all below it. A subdomain is one host; with `*.`, all below it. */
export type HostListKind = "website" | "subdomain";

const IP_ADDRESS = /^(?:[\d.]+|\[.*)$/;

/** By the identity of a list. */
const compiled = {
  website: new WeakMap<readonly string[], Compiled>(),
  subdomain: new WeakMap<readonly string[], Compiled>(),
};

/**
 * The entry by which a list names a host, as it is written; undefined where it does not.
 * @param host as `hostOf` gives it.
 * @param patterns is remembered as it is now: a list that changes is another list.
 */
export function findHostIn(
  host: string,
  patterns: readonly string[],
  kind: HostListKind,
): string | undefined {
  if (!isHostIn(host, patterns, kind)) return undefined;
  return patterns.find((pattern) => isHostIn(host, [pattern], kind));
}

export function isHostIn(host: string, patterns: readonly string[], kind: HostListKind): boolean {
  if (patterns.length === 0) return false;
  const { exact, below } = compile(patterns, kind);
  if (exact.has(host)) return true;
  // An address has no subdomains.
  if (IP_ADDRESS.test(host)) return false;
  for (let dot = host.indexOf("."); dot >= 0; dot = host.indexOf(".", dot + 1))
    if (below.has(host.slice(dot + 1))) return true;
  return false;
}

function compile(patterns: readonly string[], kind: HostListKind): Compiled {
  const known = compiled[kind].get(patterns);
  if (known) return known;
  const made: Compiled = { exact: new Set(), below: new Set() };
  for (const pattern of patterns) {
    const isBelow = pattern.startsWith("*.");
    const name = toAscii(isBelow ? pattern.slice(2) : pattern);
    if (kind === "website" || isBelow) made.below.add(name);
    if (kind === "website" || !isBelow) made.exact.add(name);
  }
  compiled[kind].set(patterns, made);
  return made;
}

/** As browsers write it: in ASCII, lower case. */
const toAscii = (host: string) => URL.parse(`http://${host}`)?.hostname ?? host.toLowerCase();

/**
 * The host of a page; null for one that has none, such as a `data:` page, and for what is no address of a page. A host
 * that is written with a dot at its end, in capitals or in another script is the same host.
 * @param page a URL, or an origin; "null" is that of a page that hides its own.
 * @example hostOf("https://WWW.Exämple.org./a") // "www.xn--exmple-cua.org"
 */
export function hostOf(page: string): string | null {
  const url = URL.parse(page);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  return url.hostname.replace(/\.$/, "") || null;
}
