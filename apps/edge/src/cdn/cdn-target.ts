/** The requested file of an entry: a path with its query, in the form that origins and purges use. */
export interface CdnTarget {
  /** The path with its leading `/`, without `..` segments. */
  path: string;
  /** The query with its `?`, or an empty string. */
  query: string;
}

/** Query parameters that sign an address; they are never sent to origins. */
const SIGNATURE_PARAMETERS = ["token", "expires"];

/**
 * Parses the path and query of an address.
 * @param raw the address from the `/` after the entry's key or host; each character is a byte.
 * @returns undefined for an invalid path.
 * @example parseTarget("/a/%2e%2e/b?x=1") // { path: "/b", query: "?x=1" }
 */
export function parseTarget(raw: string): CdnTarget | undefined {
  if (!raw.startsWith("/")) return undefined;
  const [path = "", ...query] = raw.split("?");
  // A path with two leading slashes must not become a host.
  const url = URL.parse(`http://cdn${escapeBytes(path)}`);
  if (!url) return undefined;
  const queryText = query.length === 0 ? "" : `?${escapeBytes(query.join("?"))}`;
  return { path: url.pathname, query: queryText === "?" ? "" : queryText };
}

/** Removes the signature from a target; everything else is unchanged. */
export function withoutSignature(target: CdnTarget): CdnTarget {
  const { path, query } = parseFolderToken(target)?.target ?? target;
  const kept = query
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !SIGNATURE_PARAMETERS.includes(parameterNameOf(part)));
  return { path, query: kept.length === 0 ? "" : `?${kept.join("&")}` };
}

/** A token at the start of a path. The relative addresses in a playlist inherit it. */
export interface FolderToken {
  token: string;
  expires: number;
  /** The folder that the token grants access to: as many leading folders of the path as the address states. */
  folder: string;
  /** The requested target. */
  target: CdnTarget;
}

const FOLDER_TOKEN = /^\/~(\d{1,12})-(\d{1,2})-([\w-]{43})(\/.*)$/;
/** Sequences that an origin may read as a slash or as a parent folder. The real target of a path that contains one is unknown. */
const PATH_TRAVERSAL = /%(?:25)*(?:2f|5c)|\/\.{1,2};/i;

/**
 * Parses `/~{expires}-{depth}-{token}/films/42/1.ts`.
 * @returns undefined for an address without a token, or with a path outside of the token's folder.
 */
export function parseFolderToken({ path, query }: CdnTarget): FolderToken | undefined {
  const [, expires, depth, token, rest] = FOLDER_TOKEN.exec(path) ?? [];
  if (expires === undefined || token === undefined || rest === undefined || PATH_TRAVERSAL.test(rest))
    return undefined;
  const names = rest.split("/").slice(1, Number(depth) + 1);
  const folder = names.length === 0 ? "/" : `/${names.join("/")}/`;
  if (!rest.startsWith(folder)) return undefined;
  return { token, expires: Number(expires), folder, target: { path: rest, query } };
}

/** Returns the value of a query parameter; undefined if it is missing or repeated. */
export function findParameter({ query }: CdnTarget, name: string): string | undefined {
  const values = new URLSearchParams(query).getAll(name);
  return values.length === 1 ? values[0] : undefined;
}

export const formatTarget = ({ path, query }: CdnTarget): string => `${path}${query}`;

/** Percent-encodes as browsers do: bytes that are not ASCII, and characters that would end the path. */
const escapeBytes = (text: string) =>
  text.replace(/[^\x21-\x7e]|#/g, (character) => {
    const code = character.charCodeAt(0) & 255;
    return `%${code.toString(16).toUpperCase().padStart(2, "0")}`;
  });

const parameterNameOf = (part: string) => part.split("=", 1)[0] ?? "";
