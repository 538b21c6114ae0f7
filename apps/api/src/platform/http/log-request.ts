import { hasApiKeyIn } from "@shoal/contract";
import type { FastifyRequest } from "fastify";

/** Matches the key of a link in a path: 256 bits in base64url, which work until they are used. */
const LINK_KEY_PATTERN = /(?<=\/)[\w-]{43}(?=[/?]|$)/g;
/** The path to which the provider redirects with its code. */
const PROVIDER_ANSWER = /^\/redirect\?.*/;

/** Matches a token in the URL (§7). */
const TOKEN_PATTERN = /(?<=[?&]token=)[^&]*/g;

const MAX_CALLER_ID_LENGTH = 100;

/** Describes a call for the log. Secrets in its URL are replaced. */
export function describeRequest(request: FastifyRequest) {
  const named = request.headers["x-request-id"];
  return {
    method: request.method,
    url: withoutSecrets(request.url),
    remoteAddress: request.ip,
    // The id set by the caller or a proxy, in addition to ours.
    ...(typeof named === "string" ? { callerRequestId: named.slice(0, MAX_CALLER_ID_LENGTH) } : {}),
  };
}

/** @example withoutSecrets("/redirect?code=c&state=s") // "/redirect?…" */
export const withoutSecrets = (url: string): string =>
  withoutApiKey(url)
    .replace(PROVIDER_ANSWER, "/redirect?…")
    .replace(LINK_KEY_PATTERN, "…")
    .replace(TOKEN_PATTERN, "…");

/** A call with an API key in its address is rejected, but the key works until it is revoked. */
function withoutApiKey(url: string): string {
  if (!hasApiKeyIn(url)) return url;
  const [path = ""] = url.split("?", 1);
  return hasApiKeyIn(path) ? "/…" : `${path}?…`;
}
