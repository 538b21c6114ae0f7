/** What is asked of an entry: a path with its query, as origins and purges know it. */
export interface CdnTarget {
  /** From its first `/`, without steps to parents. */
  path: string;
  /** With its `?`, or empty. */
  query: string;
}

/** By these an address is signed; origins never see them. */
const SIGNING = ["token", "expires"];

/**
 * @param raw the path and query of an address, from the `/` behind the entry's key or host; each character a byte.
 * @returns undefined for what is no path.
 * @example readTarget("/a/%2e%2e/b?x=1") // { path: "/b", query: "?x=1" }
 */
export function readTarget(raw: string): CdnTarget | undefined {
  if (!raw.startsWith("/")) return undefined;
  const [path = "", ...query] = raw.split("?");
  // What begins with two slashes must not become a host.
  const url = URL.parse(`http://cdn${escapeBytes(path)}`);
  if (!url) return undefined;
  const asked = query.length === 0 ? "" : `?${escapeBytes(query.join("?"))}`;
  return { path: url.pathname, query: asked === "?" ? "" : asked };
}

/** The same without what an address is signed by; all else stays as it was written. */
export function withoutSignature({ path, query }: CdnTarget): CdnTarget {
  const kept = query
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !SIGNING.includes(nameOf(part)));
  return { path, query: kept.length === 0 ? "" : `?${kept.join("&")}` };
}

/** A value of the query; undefined where it is not there, or more than once. */
export function findParameter({ query }: CdnTarget, name: string): string | undefined {
  const values = new URLSearchParams(query).getAll(name);
  return values.length === 1 ? values[0] : undefined;
}

export const writeTarget = ({ path, query }: CdnTarget): string => `${path}${query}`;

/** What a browser would have sent for bytes that are no ASCII, and for what would end the path. */
const escapeBytes = (text: string) =>
  text.replace(/[^\x21-\x7e]|#/g, (character) => {
    const code = character.charCodeAt(0) & 255;
    return `%${code.toString(16).toUpperCase().padStart(2, "0")}`;
  });

const nameOf = (part: string) => part.split("=", 1)[0] ?? "";
