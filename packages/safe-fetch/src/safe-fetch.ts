import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { FetchError } from "./fetch-error.ts";
import type { FetchPolicy } from "./policy.ts";
import { type RequestOptions, requestOnce } from "./request-once.ts";

export interface SafeFetchOptions extends Omit<RequestOptions, "policy" | "headers"> {
  policy: FetchPolicy;
  headers?: Record<string, string>;
  /** The maximum number of redirects, 5 by default. With 0, a redirect is returned as the response. */
  maxRedirects?: number;
}

export interface SafeResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** The final address of the response, after redirects; without credentials. */
  url: URL;
  /** The body. The caller must read it to its end or destroy it. Its errors are Node's, see `asFetchError`. */
  body: IncomingMessage;
}

const MAX_REDIRECTS = 5;
const REDIRECT_STATUSES = [301, 302, 303, 307, 308];

/**
 * Fetches a user-supplied URL. Every hop is resolved once, checked against the policy and fetched by the checked address.
 * Credentials in the URL are sent only to its own origin.
 * @throws FetchError if there is no response; any status is a response. The signal's reason when aborted.
 * @example const { status, body } = await safeFetch("https://example.org/film.mp4", { policy, …timeouts });
 */
export async function safeFetch(address: string, options: SafeFetchOptions): Promise<SafeResponse> {
  const { maxRedirects = MAX_REDIRECTS, headers = {}, ...rest } = options;
  const first = parseUrl(address);
  const authorization = basicOf(first);
  let url = removeCredentials(first);
  for (let hop = 0; ; hop += 1) {
    const own = authorization && url.origin === first.origin ? { authorization } : {};
    const response = await requestOnce(url, { ...rest, headers: { ...headers, ...own } });
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    const isFollowed = maxRedirects > 0 && REDIRECT_STATUSES.includes(status);
    if (!isFollowed) return { status, headers: response.headers, url, body: response };
    // The body of a redirect may be endless, so it is not read.
    response.destroy();
    if (hop >= maxRedirects)
      throw new FetchError("too_many_redirects", `More than ${maxRedirects} redirects`);
    if (!location) throw new FetchError("too_many_redirects", `${url.host} redirects without a URL`);
    url = removeCredentials(parseUrl(location, url));
  }
}

function parseUrl(address: string, base?: URL): URL {
  if (URL.canParse(address, base)) return new URL(address, base);
  throw new FetchError("bad_url", "Not an address");
}

function removeCredentials(url: URL): URL {
  const plain = new URL(url);
  plain.username = "";
  plain.password = "";
  plain.hash = "";
  return plain;
}

function basicOf({ username, password }: URL): string | undefined {
  if (!username && !password) return undefined;
  const pair = [username, password].map(decodePercent).join(":");
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

/** Decodes a string. A percent sign that starts no valid sequence is kept. */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
