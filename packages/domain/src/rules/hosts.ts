/** The hosts in a list, and the domains whose subdomains it includes. */
interface CompiledPatterns {
  exact: Set<string>;
  below: Set<string>;
}

/** How a list's entries match. A website includes all its subdomains. A subdomain is one host; with `*.`, all hosts below it. */
export type HostListKind = "website" | "subdomain";

const IP_ADDRESS = /^(?:[\d.]+|\[.*)$/;

/** The compiled lists, keyed by the list's identity. */
const compiledLists = {
  website: new WeakMap<readonly string[], CompiledPatterns>(),
  subdomain: new WeakMap<readonly string[], CompiledPatterns>(),
};

/**
 * Returns the entry that matches a host, verbatim; undefined if there is none.
 * @param host as returned by `hostOf`.
 * @param patterns parsed once: lists must not be mutated.
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
  const { exact, below } = compilePatterns(patterns, kind);
  if (exact.has(host)) return true;
  // An IP address has no subdomains.
  if (IP_ADDRESS.test(host)) return false;
  for (let dot = host.indexOf("."); dot >= 0; dot = host.indexOf(".", dot + 1))
    if (below.has(host.slice(dot + 1))) return true;
  return false;
}

function compilePatterns(patterns: readonly string[], kind: HostListKind): CompiledPatterns {
  const known = compiledLists[kind].get(patterns);
  if (known) return known;
  const made: CompiledPatterns = { exact: new Set(), below: new Set() };
  for (const pattern of patterns) {
    const isBelow = pattern.startsWith("*.");
    const name = toAscii(isBelow ? pattern.slice(2) : pattern);
    if (kind === "website" || isBelow) made.below.add(name);
    if (kind === "website" || !isBelow) made.exact.add(name);
  }
  compiledLists[kind].set(patterns, made);
  return made;
}

/** Returns a host in the browser's notation: ASCII, lower case. */
const toAscii = (host: string) => URL.parse(`http://${host}`)?.hostname ?? host.toLowerCase();

/**
 * Returns the host of a page; null for pages without one, such as `data:` URLs, and for invalid URLs. Normalises a trailing
 * dot, capitals and international names.
 * @param page a URL, or an origin; "null" is the origin of a page that hides its own.
 * @example hostOf("https://WWW.Exämple.org./a") // "www.xn--exmple-cua.org"
 */
export function hostOf(page: string): string | null {
  const url = URL.parse(page);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  return url.hostname.replace(/\.$/, "") || null;
}
